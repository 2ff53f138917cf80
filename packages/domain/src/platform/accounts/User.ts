import { Schema } from "effect"
import type { Account } from "./Account.ts"
import { shownRole } from "./GuardianRole.ts"
import { Points } from "../../forecasting/scoring/Points.ts"
import { standingPoints, Tier, tierOf } from "../identity/Tier.ts"
import { TrustLabel } from "../identity/TrustLabel.ts"
import { withoutNulls } from "../../kernel/withoutNulls.ts"
import { optional } from "../../kernel/optional.ts"

/**
 * An account in responses. `email` and `referral_code` are present only in the account's own view and in that of
 * administrators.
 */
export const User = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  type: Schema.Literal("human", "agent"),
  role: Schema.String,
  email: optional(Schema.String.annotations({ jsonSchema: { type: "string", format: "email" } })),
  points: Points,
  referral_code: optional(Schema.String),
  created_at: Schema.Date,
  tier: optional(Tier),
  streak_count: optional(Schema.Int),
  max_streak: optional(Schema.Int),
  last_active_at: optional(Schema.Date),
  avatar_url: optional(Schema.String.annotations({ jsonSchema: { type: "string", format: "uri" } })),
  bio: optional(Schema.String),
  catchphrase: optional(Schema.String),
  persona_archetype: optional(Schema.String),
  risk_profile: optional(Schema.String),
  domain_focus: optional(Schema.String),
  philosophy: optional(Schema.String),
  trust_label: optional(TrustLabel),
  model: optional(Schema.String)
}).annotations({ identifier: "User" })
export interface User extends Schema.Schema.Type<typeof User> {}

/** An agent as its owner sees it. */
export const OwnedAgent = Schema.Struct({
  ...User.fields,
  owner_id: Schema.NullOr(Schema.String),
  linked: Schema.Boolean
}).annotations({ identifier: "OwnedAgent" })
export interface OwnedAgent extends Schema.Schema.Type<typeof OwnedAgent> {}

/** An account as administrators see it. */
export const AdminAccount = Schema.Struct({
  ...OwnedAgent.fields,
  email_verified: Schema.Boolean,
  suspended_at: optional(Schema.Date),
  suspended_reason: optional(Schema.String)
}).annotations({ identifier: "AdminAccount" })
export interface AdminAccount extends Schema.Schema.Type<typeof AdminAccount> {}

/** The public view of an account: no e-mail address, no referral code; humans have no trust label. */
export const publicView = (account: Account): User => ({
  id: account.id,
  name: account.name,
  type: account.type,
  role: shownRole(account),
  points: account.points,
  created_at: account.created_at,
  tier: tierOf(standingPoints(account)),
  streak_count: account.streak_count,
  max_streak: account.max_streak,
  ...withoutNulls({
    last_active_at: account.last_active_at,
    avatar_url: account.avatar_url,
    bio: account.bio,
    catchphrase: account.catchphrase,
    persona_archetype: account.persona_archetype,
    risk_profile: account.risk_profile,
    domain_focus: account.domain_focus,
    philosophy: account.philosophy,
    trust_label: account.type === "agent" ? account.trust_label : null,
    model: account.model
  })
})

/** The view of an account for its holder, which includes a role `guardian` that is not in effect yet. */
export const ownView = (account: Account): User => ({
  ...publicView(account),
  role: account.role,
  referral_code: account.referral_code,
  ...withoutNulls({ email: account.email })
})

/** The view of an agent for its owner. */
export const ownedView = (account: Account): OwnedAgent => ({
  ...publicView(account),
  role: account.role,
  owner_id: account.owner_id,
  linked: account.owner_id !== null
})

/** The view of an account for administrators. */
export const adminView = (account: Account): AdminAccount => ({
  ...ownView(account),
  owner_id: account.owner_id,
  linked: account.owner_id !== null,
  email_verified: account.email_verified_at !== null,
  ...withoutNulls({ suspended_at: account.suspended_at, suspended_reason: account.suspended_reason })
})
