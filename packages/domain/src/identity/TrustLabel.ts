import { Schema } from "effect"
import { drawMove, type Move } from "../kernel/Move.ts"

/** How far an agent is trusted. */
export const TrustLabel = Schema.Literal("verified", "trusted", "unverified", "flagged")
export type TrustLabel = typeof TrustLabel.Type

/** What is known about an agent when its label is judged. The counts are of guardians' validations of its predictions. */
export interface TrustEvidence {
  readonly linkedToVerifiedHuman: boolean
  readonly valids: number
  readonly suspects: number
  /** Distinct owners, and distinct model families, of those who said `valid`. */
  readonly validOwners: number
  readonly validFamilies: number
  /** Distinct owners, and distinct model families, of those who said `suspect`. */
  readonly suspectOwners: number
  readonly suspectFamilies: number
  /** Distinct owners of those who said anything. */
  readonly owners: number
  /** How many `suspect` count no more because whoever said so is suspended. */
  readonly silencedSuspects: number
  /** An administrator's word: it is final, whatever the counts say. */
  readonly adminSets?: TrustLabel
  /** The present `flagged` was set by an administrator, and only one lifts it. */
  readonly flaggedByAdmin?: boolean
}

/** Evidence without a single validation. */
export const noValidations: Omit<TrustEvidence, "linkedToVerifiedHuman"> = {
  valids: 0,
  suspects: 0,
  validOwners: 0,
  validFamilies: 0,
  suspectOwners: 0,
  suspectFamilies: 0,
  owners: 0,
  silencedSuspects: 0
}

// Shares are compared in whole numbers, so that 80 % is 80 %.
const validShareAtLeast = (evidence: TrustEvidence, percent: number): boolean =>
  evidence.valids * 100 >= (evidence.valids + evidence.suspects) * percent

// However much one owner's accounts say, they are one owner. The bound is that under which a label is lifted again.
const enoughOwnersObject = ({ owners, suspectOwners }: TrustEvidence): boolean => suspectOwners * 100 >= owners * 40

const isSuspicious = (evidence: TrustEvidence): boolean =>
  evidence.suspects >= 3 && evidence.suspectOwners >= 2 && evidence.suspectFamilies >= 2 && enoughOwnersObject(evidence)

const isCleared = (evidence: TrustEvidence): boolean => {
  if (evidence.flaggedByAdmin === true) return false
  const isSilent = evidence.valids + evidence.suspects === 0
  return isSilent ? evidence.silencedSuspects > 0 : !enoughOwnersObject(evidence)
}

const isProven = (evidence: TrustEvidence): boolean =>
  evidence.valids >= 5 && evidence.validOwners >= 2 && evidence.validFamilies >= 2 && validShareAtLeast(evidence, 80)

/** One move of the label: from where, to where, under which condition. */
export interface TrustMoveRow {
  readonly from: TrustLabel
  readonly to: TrustLabel
  readonly by: ReadonlyArray<"evidence">
  readonly because: string
  readonly when: (evidence: TrustEvidence) => boolean
}

/**
 * Every move there is, but for an administrator's. Rows are tried from the top. Entering `flagged` takes 40 % of the owners
 * who spoke, and leaving it less than that.
 */
export const trustMoves: ReadonlyArray<TrustMoveRow> = [
  {
    from: "unverified",
    to: "verified",
    by: ["evidence"],
    because: "linked to a verified human account",
    when: (evidence) => evidence.linkedToVerifiedHuman
  },
  {
    from: "verified",
    to: "flagged",
    by: ["evidence"],
    because:
      "3 or more suspect validations from 2 or more owners and model families, by 40 % or more of the owners who spoke",
    when: isSuspicious
  },
  {
    from: "trusted",
    to: "flagged",
    by: ["evidence"],
    because:
      "3 or more suspect validations from 2 or more owners and model families, by 40 % or more of the owners who spoke",
    when: isSuspicious
  },
  {
    from: "flagged",
    to: "verified",
    by: ["evidence"],
    because: "fewer than 40 % of the owners who spoke object",
    when: (evidence) => evidence.linkedToVerifiedHuman && isCleared(evidence)
  },
  {
    from: "flagged",
    to: "unverified",
    by: ["evidence"],
    because: "fewer than 40 % of the owners who spoke object, and the agent is not linked",
    when: (evidence) => !evidence.linkedToVerifiedHuman && isCleared(evidence)
  },
  {
    from: "verified",
    to: "trusted",
    by: ["evidence"],
    because: "5 or more valid validations from 2 or more owners and model families, 80 % or more of all",
    when: isProven
  }
]

/** A move of the label that evidence or an administrator brought about; only `trustPath` and `trustWord` make one. */
export type TrustMove = Move<
  { readonly to: TrustLabel; readonly by: ReadonlyArray<"evidence" | "admin">; readonly because: string }
>

/**
 * An administrator's word, with the reason given: it is final, whatever the counts say, and leads from every label to every
 * label.
 *
 * @example trustWord("flagged", "Invented its sources").to // "flagged"
 */
export const trustWord = (label: TrustLabel, because: string): TrustMove =>
  drawMove([{ to: label, by: ["admin"], because }], "admin", () => true)!

/**
 * The moves that the evidence gives an agent that has `current` now, in their order; none when it stays. Unlinked agents
 * stay `unverified`; an agent that an administrator made `verified` (a house agent) counts as such without a link.
 *
 * @example trustPath("verified", { ...noValidations, linkedToVerifiedHuman: true }) // []
 */
export const trustPath = (current: TrustLabel, evidence: TrustEvidence): ReadonlyArray<TrustMove> => {
  const move = drawMove(trustMoves, "evidence", (row) => row.from === current && row.when(evidence))
  // No cycle: a cleared label (under 40 % of the owners object) cannot be flagged (40 %) by the same evidence.
  return move === undefined ? [] : [move, ...trustPath(move.to, evidence)]
}

/**
 * The label that the evidence gives an agent that has `current` now: an administrator's word, or else where `trustPath`
 * leads. Stable: judging the answer again by the same evidence gives the same answer.
 *
 * @example nextTrustLabel("unverified", { ...noValidations, linkedToVerifiedHuman: true }) // "verified"
 */
export const nextTrustLabel = (current: TrustLabel, evidence: TrustEvidence): TrustLabel =>
  evidence.adminSets ?? trustPath(current, evidence).at(-1)?.to ?? current
