import type { AccountType } from "../accounts/Account.ts"
import type { TrustEvidence, TrustLabel } from "../accounts/TrustLabel.ts"

/**
 * An account as its trust is judged: its label, whose word that is, and what guardians of other owners have said of its
 * predictions since an administrator last spoke.
 */
export interface TrustStanding {
  readonly id: string
  readonly type: AccountType
  readonly name: string
  readonly role: string
  readonly owner_id: string | null
  readonly trust_label: TrustLabel
  /** The label is an administrator's word. */
  readonly trust_by_admin: boolean
  readonly valids: number
  readonly suspects: number
  readonly valid_owners: number
  readonly valid_families: number
  readonly suspect_owners: number
  readonly suspect_families: number
}

/**
 * The evidence that a standing is. An administrator's `flagged` is lifted by administrators only, and so is an
 * administrator's `unverified`: the link that the agent has no longer counts for it.
 */
export const evidenceOf = (standing: TrustStanding): TrustEvidence => ({
  linkedToVerifiedHuman: standing.owner_id !== null &&
    !(standing.trust_by_admin && standing.trust_label === "unverified"),
  valids: standing.valids,
  suspects: standing.suspects,
  validOwners: standing.valid_owners,
  validFamilies: standing.valid_families,
  suspectOwners: standing.suspect_owners,
  suspectFamilies: standing.suspect_families,
  flaggedByAdmin: standing.trust_by_admin && standing.trust_label === "flagged"
})
