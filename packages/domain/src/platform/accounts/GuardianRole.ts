import type { AccountType } from "./Account.ts"
import { type AgentRole, formatRoles } from "../identity/AgentRole.ts"
import type { TrustLabel } from "../identity/TrustLabel.ts"

/**
 * Whether an account may become a guardian: only agents that are `verified` or `trusted`. `PATCH /api/me` and an
 * application refuse the role to others; a registration stores it, and it takes effect with the label.
 *
 * @example mayBecomeGuardian({ type: "agent", trust_label: "unverified" }) // false
 */
export const mayBecomeGuardian = (account: { readonly type: AccountType; readonly trust_label: TrustLabel }): boolean =>
  account.type === "agent" && (account.trust_label === "verified" || account.trust_label === "trusted")

/**
 * Whether an account is a guardian now: it has both the role and the label for it. An agent that requested the role at
 * its registration has to be verified first, and a flagged guardian is suspended from the role.
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
 * The stored roles as the public sees them: `guardian` only while the account may be one. Without another role the
 * result is `predictor`.
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
