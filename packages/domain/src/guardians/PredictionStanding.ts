import { formatFlags, type ValidationFlag, type ValidationVerdict } from "./PredictionValidation.ts"

/** One guardian's word: whose it is in the end, what it says, and what it flags. */
export interface ValidationVoice {
  /** The guardian's owner; the guardian itself when it has none. */
  readonly owner: string
  readonly validation: ValidationVerdict
  readonly flags: ReadonlyArray<ValidationFlag>
}

/** Everything that was said of a prediction. */
export interface PredictionVoices {
  /** Who answers for the author. */
  readonly author: string
  readonly validations: ReadonlyArray<ValidationVoice>
  /** The owners of those who take it for hallucinated, of accounts behind which somebody is known. */
  readonly claims: ReadonlyArray<string>
}

/** What follows for the prediction. */
export interface PredictionStanding {
  /** Owners other than the author's who have validated it. */
  readonly validation_owners: number
  /** Those of them who said `suspect`. */
  readonly suspect_count: number
  /** Comma-separated; null while fewer than two owners object. */
  readonly hallucination_flags: string | null
}

/** From how many owners an objection marks the prediction. */
export const objectingOwnersMin = 2

/**
 * How a prediction stands by what was said of it. What the author's own family said does not count. Two owners who say
 * `suspect` mark it with what they flag, or with `suspect` when they flag nothing; two owners who take it for hallucinated
 * mark it with `hallucination`.
 *
 * @example standingOf({ author: "a", validations: [], claims: ["b", "c"] }).hallucination_flags // "hallucination"
 */
export const standingOf = ({ author, claims, validations }: PredictionVoices): PredictionStanding => {
  const others = validations.filter(({ owner }) => owner !== author)
  const suspects = others.filter(({ validation }) => validation === "suspect")
  const ownersOf = (voices: ReadonlyArray<ValidationVoice>) => new Set(voices.map(({ owner }) => owner)).size
  const suspected = ownersOf(suspects) >= objectingOwnersMin
  const claimed = new Set(claims.filter((owner) => owner !== author)).size >= objectingOwnersMin
  const flags = formatFlags([
    ...(suspected ? suspects.flatMap((voice) => voice.flags) : []),
    ...(claimed ? ["hallucination" as const] : [])
  ])
  return {
    validation_owners: ownersOf(others),
    suspect_count: ownersOf(suspects),
    hallucination_flags: suspected || claimed ? flags || "suspect" : null
  }
}

/** Whether nothing has changed for the prediction. */
export const isSameStanding = (one: PredictionStanding, other: PredictionStanding): boolean =>
  one.validation_owners === other.validation_owners && one.suspect_count === other.suspect_count &&
  one.hallucination_flags === other.hallucination_flags
