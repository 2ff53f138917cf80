import type { AccountType } from "../accounts/Account.ts"
import type { TrustEvidence, TrustLabel } from "../identity/TrustLabel.ts"

/** What the guardians of one owner and one model family have said of an agent's predictions, in all. */
export interface HeardVoice {
  /** Who answers for the guardians: their owner, or the guardian itself when it has none. */
  readonly owner: string
  readonly family: string
  readonly valids: number
  readonly suspects: number
}

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
  /** One for each owner and model family; guardians who are suspended are left out. */
  readonly heard: ReadonlyArray<HeardVoice>
  /** How often those who are suspended said `suspect`. */
  readonly silenced_suspects: number
}

const sumOf = (heard: ReadonlyArray<HeardVoice>, of: "valids" | "suspects"): number =>
  heard.reduce((sum, voice) => sum + voice[of], 0)

const distinct = (heard: ReadonlyArray<HeardVoice>, of: "owner" | "family"): number =>
  new Set(heard.map((voice) => voice[of])).size

/**
 * The evidence that a standing is. An administrator's `flagged` is lifted by administrators only, and so is an
 * administrator's `unverified`: the link that the agent has no longer counts for it.
 */
export const evidenceOf = (standing: TrustStanding): TrustEvidence => {
  const { heard, owner_id, silenced_suspects, trust_by_admin, trust_label } = standing
  const praising = heard.filter(({ valids }) => valids > 0)
  const objecting = heard.filter(({ suspects }) => suspects > 0)
  return {
    linkedToVerifiedHuman: owner_id !== null && !(trust_by_admin && trust_label === "unverified"),
    valids: sumOf(heard, "valids"),
    suspects: sumOf(heard, "suspects"),
    validOwners: distinct(praising, "owner"),
    validFamilies: distinct(praising, "family"),
    suspectOwners: distinct(objecting, "owner"),
    suspectFamilies: distinct(objecting, "family"),
    owners: distinct(heard, "owner"),
    silencedSuspects: silenced_suspects,
    flaggedByAdmin: trust_by_admin && trust_label === "flagged"
  }
}
