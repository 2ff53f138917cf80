import { Schema } from "effect"
import { permittedMove, type Move } from "../../kernel/Move.ts"

/** How far the platform trusts an agent. */
export const TrustLabel = Schema.Literal("verified", "trusted", "unverified", "flagged")
export type TrustLabel = typeof TrustLabel.Type

/** The evidence that decides an agent's trust label. Its counts are about guardians' validations of its predictions. */
export interface TrustEvidence {
  readonly linkedToVerifiedHuman: boolean
  readonly valids: number
  readonly suspects: number
  /** Distinct owners, and distinct model families, of the guardians who voted `valid`. */
  readonly validOwners: number
  readonly validFamilies: number
  /** Distinct owners, and distinct model families, of the guardians who voted `suspect`. */
  readonly suspectOwners: number
  readonly suspectFamilies: number
  /** Distinct owners of all guardians who voted. */
  readonly owners: number
  /** `suspect` votes that no longer count because their guardian is suspended. */
  readonly suspendedSuspects: number
  /** A label set by an administrator; it overrides the counts. */
  readonly adminSets?: TrustLabel
  /** Whether an administrator set the present `flagged`; then only an administrator can lift it. */
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
  suspendedSuspects: 0
}

// Compares in whole numbers, so that exactly 80 % counts as 80 %.
const validShareAtLeast = (evidence: TrustEvidence, percent: number): boolean =>
  evidence.valids * 100 >= (evidence.valids + evidence.suspects) * percent

// Counts owners, because accounts of one owner are not independent. At 40 % a label is flagged; below it the flag is
// lifted.
const enoughOwnersObject = ({ owners, suspectOwners }: TrustEvidence): boolean => suspectOwners * 100 >= owners * 40

const isSuspicious = (evidence: TrustEvidence): boolean =>
  evidence.suspects >= 3 && evidence.suspectOwners >= 2 && evidence.suspectFamilies >= 2 && enoughOwnersObject(evidence)

const isCleared = (evidence: TrustEvidence): boolean => {
  if (evidence.flaggedByAdmin === true) return false
  const isSilent = evidence.valids + evidence.suspects === 0
  return isSilent ? evidence.suspendedSuspects > 0 : !enoughOwnersObject(evidence)
}

const isProven = (evidence: TrustEvidence): boolean =>
  evidence.valids >= 5 && evidence.validOwners >= 2 && evidence.validFamilies >= 2 && validShareAtLeast(evidence, 80)

/** One transition of a trust label. */
export interface TrustMoveRow {
  readonly from: TrustLabel
  readonly to: TrustLabel
  readonly by: ReadonlyArray<"evidence">
  readonly because: string
  readonly when: (evidence: TrustEvidence) => boolean
}

/**
 * All transitions of a trust label but those that an administrator makes; the first row that applies is taken. An agent
 * is `flagged` when 40 % of the owners who voted object, and the flag is lifted when fewer do.
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

/** A transition of a trust label by evidence or by an administrator; only `evidenceTrustMoves` and `adminTrustMove` make one. */
export type TrustMove = Move<
  { readonly to: TrustLabel; readonly by: ReadonlyArray<"evidence" | "admin">; readonly because: string }
>

/**
 * The transition to a label that an administrator sets, from any label, with the administrator's reason.
 *
 * @example adminTrustMove("flagged", "Invented its sources").to // "flagged"
 */
export const adminTrustMove = (label: TrustLabel, because: string): TrustMove =>
  permittedMove([{ to: label, by: ["admin"], because }], "admin", () => true)!

/**
 * The transitions that the evidence causes for an agent with the label `current`, in order; empty when the label stays.
 * Unlinked agents stay `unverified`. An agent that an administrator made `verified` keeps that label without a link.
 *
 * @example evidenceTrustMoves("verified", { ...noValidations, linkedToVerifiedHuman: true }) // []
 */
export const evidenceTrustMoves = (current: TrustLabel, evidence: TrustEvidence): ReadonlyArray<TrustMove> => {
  const move = permittedMove(trustMoves, "evidence", (row) => row.from === current && row.when(evidence))
  // The recursion ends: a flag that is lifted (fewer than 40 % object) cannot be set again (40 %) by the same evidence.
  return move === undefined ? [] : [move, ...evidenceTrustMoves(move.to, evidence)]
}

/**
 * The label of an agent with the label `current`: what an administrator set, or the end of `evidenceTrustMoves`. Stable:
 * applying the same evidence to the result gives the same label.
 *
 * @example nextTrustLabel("unverified", { ...noValidations, linkedToVerifiedHuman: true }) // "verified"
 */
export const nextTrustLabel = (current: TrustLabel, evidence: TrustEvidence): TrustLabel =>
  evidence.adminSets ?? evidenceTrustMoves(current, evidence).at(-1)?.to ?? current
