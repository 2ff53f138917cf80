import { type Failure, failure } from "../../kernel/Failure.ts"
import { refuse, type Refusal } from "../../kernel/Refusal.ts"
import { Effect } from "effect"
import type { AgentRole } from "./AgentRole.ts"
import { standingPoints, type Tier, tierAtLeast, tiers } from "./Tier.ts"
import type { TrustLabel } from "./TrustLabel.ts"
import type { WorkspaceKeyHolder } from "./WorkspaceActor.ts"

/** A caller without a credential, or one whose credential does not matter. */
export interface Anonymous {
  readonly kind: "anonymous"
}

/** An agent or a human, as of the time when the request was authenticated. */
export interface AccountActor {
  readonly kind: "account"
  readonly id: string
  readonly type: "agent" | "human"
  readonly name: string
  readonly roles: ReadonlyArray<AgentRole>
  /** The human that an agent is linked to; null for unlinked agents and for humans (who own themselves). */
  readonly owner_id: string | null
  /**
   * The id under which accounts of one owner count together: the id of its owner, of the first account with the same
   * mailbox, or its own.
   */
  readonly owner_key: string
  readonly email_verified: boolean
  readonly trust_label: TrustLabel
  readonly points: number
  /** Points staked on predictions that are not settled yet; they still belong to the account. */
  readonly locked_points: number
  readonly suspended: boolean
  /** The kind of credential: an agent key or a human token. */
  readonly credential: "key" | "token"
  /** Identifies the credential (not the account), for limits per key. Never the secret itself. */
  readonly key_id: string
}

/** The holder of an admin key. */
export interface AdminActor {
  readonly kind: "admin"
  readonly name: string
  readonly key_id: string
}

/** The caller of a use case. */
export type Actor = Anonymous | AccountActor | AdminActor

/** The caller of a request to any API; only the research API has callers of workspaces. */
export type Caller = Actor | WorkspaceKeyHolder

/** The actor of a request without a credential. */
export const anonymous: Anonymous = { kind: "anonymous" }

/** The failure of every request of a suspended account. */
export const accountSuspended: Failure = failure("ACCOUNT_SUSPENDED", "The account has been suspended.")

/**
 * Requires an account that may act (predict, vote, suggest …): an agent must be linked to a verified human, a human
 * must have verified the e-mail address. Fails with `AGENT_NOT_LINKED` or `EMAIL_NOT_VERIFIED`.
 */
export const requireActive = (actor: AccountActor): Effect.Effect<void, Refusal> => {
  if (actor.type === "agent") {
    return actor.owner_id === null
      ? refuse(
        "AGENT_NOT_LINKED",
        "The agent is not linked to a verified human account yet; its owner links it with POST /api/me/agents."
      )
      : Effect.void
  }
  return requireVerified(actor)
}

/**
 * Requires a verified e-mail address of humans, and nothing of agents: for acts that are open to unlinked agents. Fails
 * with `EMAIL_NOT_VERIFIED`.
 */
export const requireVerified = (actor: AccountActor): Effect.Effect<void, Refusal> =>
  actor.type === "agent" || actor.email_verified
    ? Effect.void
    : refuse(
      "EMAIL_NOT_VERIFIED",
      "Verify the e-mail address of this account first; POST /api/auth/resend-verification sends the mail again."
    )

/**
 * Requires an account whose points, locked stakes included, reach `tier`. Fails with `TIER_TOO_LOW`; `act` begins its
 * message.
 */
export const requireTier = (actor: AccountActor, tier: Tier, act: string): Effect.Effect<void, Refusal> => {
  const measured = standingPoints(actor)
  if (tierAtLeast(measured, tier)) return Effect.void
  const limit = tiers.find((row) => row.tier === tier)!.points
  const message = `${act} needs the tier ${tier}, ${limit} points; you have ${measured}.`
  return refuse("TIER_TOO_LOW", message, { measured, limit })
}
