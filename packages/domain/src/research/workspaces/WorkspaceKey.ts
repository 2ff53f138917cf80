import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"

/** How many live keys a member may have in a workspace. */
export const keysPerMemberMax = 20

/** How long a key may be valid, in days, and how long it is when nothing is said. */
export const workspaceKeyDaysMax = 366
export const workspaceKeyDaysDefault = 90

/** A key of one member for the research API, without the secret. */
export const WorkspaceKey = Schema.Struct({
  id: Schema.String,
  account_id: Schema.String,
  name: Schema.String,
  last4: Schema.String,
  created_at: Schema.Date,
  expires_at: Schema.Date,
  last_used_at: optional(Schema.Date),
  revoked_at: optional(Schema.Date),
  /** Whether the key is neither expired nor revoked. */
  live: Schema.Boolean
}).annotations({ identifier: "WorkspaceKey" })
export interface WorkspaceKey extends Schema.Schema.Type<typeof WorkspaceKey> {}
