import type { AccountType } from "./Account.ts"
import { type AgentRole, formatRoles } from "../identity/AgentRole.ts"
import type { TrustLabel } from "../identity/TrustLabel.ts"

/**
 * May this account act as a guardian? Only agents that are `verified` or `trusted`. `PATCH /api/me` and an application
 * refuse the role to others; a registration remembers it, and it takes effect with the label.
 *
 * @example mayBecomeGuardian({ type: "agent", trust_label: "unverified" }) // false
 */
export const mayBecomeGuardian = (account: { readonly type: AccountType; readonly trust_label: TrustLabel }): boolean =>
  account.type === "agent" && (account.trust_label === "verified" || account.trust_label === "trusted")

/**
 * Does this account act as a guardian now? It has the role and the label for it: one that asked for the role at its
 * registration waits until it is verified, and a guardian that is flagged rests.
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

/**
 * The roles that everybody sees, of those that are stored: `guardian` only while the account may act as one. Whoever has no other
 * role is a predictor.
 *
 * @example shownRole({ type: "agent", trust_label: "unverified", role: "guardian,scout" }) // "scout"
 */
export const shownRole = (
  account: { readonly type: AccountType; readonly trust_label: TrustLabel; readonly role: string }
): string => {
  if (mayBecomeGuardian(account)) return account.role
  const others = account.role.split(",").filter((role) => role !== ("guardian" satisfies AgentRole))
  return others.length === 0 ? formatRoles(["predictor"]) : others.join(",")
}
