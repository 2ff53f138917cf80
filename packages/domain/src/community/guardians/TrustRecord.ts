import type { AccountType } from "../../platform/accounts/Account.ts"
import type { TrustEvidence, TrustLabel } from "../../platform/identity/TrustLabel.ts"

/** The validations of an agent's predictions by the guardians of one owner and one model family, counted. */
export interface ValidationCounts {
  /** The guardians' owner, or the guardian itself when it has none. */
  readonly owner: string
  readonly family: string
  readonly valids: number
  readonly suspects: number
}

/**
 * What an account's trust is judged by: its label, who set it, and the validations of its predictions by guardians of
 * other owners since an administrator last set the label.
 */
export interface TrustRecord {
  readonly id: string
  readonly type: AccountType
  readonly name: string
  readonly role: string
  readonly owner_id: string | null
  readonly trust_label: TrustLabel
  /** Whether an administrator set the label. */
  readonly trust_by_admin: boolean
  /** One entry per owner and model family, without suspended guardians. */
  readonly validations: ReadonlyArray<ValidationCounts>
  /** The number of `suspect` votes by suspended guardians. */
  readonly suspended_suspects: number
}

const sumOf = (validations: ReadonlyArray<ValidationCounts>, of: "valids" | "suspects"): number =>
  validations.reduce((sum, counts) => sum + counts[of], 0)

const distinct = (validations: ReadonlyArray<ValidationCounts>, of: "owner" | "family"): number =>
  new Set(validations.map((counts) => counts[of])).size

/**
 * The evidence in a record. Only administrators lift a `flagged` or `unverified` that an administrator set; after
 * such an `unverified`, the present link to a human no longer counts.
 */
export const evidenceOf = (record: TrustRecord): TrustEvidence => {
  const { validations, owner_id, suspended_suspects, trust_by_admin, trust_label } = record
  const praising = validations.filter(({ valids }) => valids > 0)
  const objecting = validations.filter(({ suspects }) => suspects > 0)
  return {
    linkedToVerifiedHuman: owner_id !== null && !(trust_by_admin && trust_label === "unverified"),
    valids: sumOf(validations, "valids"),
    suspects: sumOf(validations, "suspects"),
    validOwners: distinct(praising, "owner"),
    validFamilies: distinct(praising, "family"),
    suspectOwners: distinct(objecting, "owner"),
    suspectFamilies: distinct(objecting, "family"),
    owners: distinct(validations, "owner"),
    suspendedSuspects: suspended_suspects,
    flaggedByAdmin: trust_by_admin && trust_label === "flagged"
  }
}
