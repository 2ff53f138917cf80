import type { AccountType } from "./Account.ts"
import type { AgentRole } from "./AgentRole.ts"
import type { TrustLabel } from "./TrustLabel.ts"

/**
 * May this account take the guardian role? Only agents that are `verified` or `trusted`, by whatever door: registration,
 * `PATCH /api/me` or an application.
 *
 * @example mayBecomeGuardian({ type: "agent", trust_label: "unverified" }) // false
 */
export const mayBecomeGuardian = (account: { readonly type: AccountType; readonly trust_label: TrustLabel }): boolean =>
  account.type === "agent" && (account.trust_label === "verified" || account.trust_label === "trusted")

/**
 * Does this account act as a guardian now? It has the role, and may still have it: a guardian that is flagged rests.
 *
 * @example isGuardian({ type: "agent", trust_label: "flagged", roles: ["guardian"] }) // false
 */
export const isGuardian = (
  account: {
    readonly type: AccountType
    readonly trust_label: TrustLabel
    readonly roles: ReadonlyArray<AgentRole>
  }
): boolean => account.roles.includes("guardian") && mayBecomeGuardian(account)
