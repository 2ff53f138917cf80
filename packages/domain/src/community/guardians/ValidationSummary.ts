import { formatFlags, type ValidationFlag, type ValidationVerdict } from "./PredictionValidation.ts"

/** One guardian's validation of a prediction, attributed to its owner. */
export interface OwnedValidation {
  /** The guardian's owner, or the guardian itself when it has none. */
  readonly owner: string
  readonly validation: ValidationVerdict
  readonly flags: ReadonlyArray<ValidationFlag>
}

/** All validations and hallucination flags of a prediction. */
export interface PredictionVotes {
  /** The author's owner, or the author itself when it has none. */
  readonly author: string
  readonly validations: ReadonlyArray<OwnedValidation>
  /** The owners of accounts that flagged it as hallucinated; only accounts with a known owner count. */
  readonly claims: ReadonlyArray<string>
}

/** The totals and marks of a prediction that follow from its validations and flags. */
export interface ValidationSummary {
  /** The number of owners, other than the author's, who have validated it. */
  readonly validation_owners: number
  /** The number of these who voted `suspect`. */
  readonly suspect_count: number
  /** Comma-separated; null when fewer than two owners object. */
  readonly hallucination_flags: string | null
}

/** How many owners have to object for a prediction to be marked. */
const objectingOwnersMin = 2

/**
 * Computes the summary of a prediction. Votes of the author's own owner do not count. When two owners vote `suspect`,
 * the prediction is marked with their flags, or with `suspect` when they gave none; when two owners flag it as
 * hallucinated, it is marked with `hallucination`.
 *
 * @example validationSummary({ author: "a", validations: [], claims: ["b", "c"] }).hallucination_flags // "hallucination"
 */
export const validationSummary = ({ author, claims, validations }: PredictionVotes): ValidationSummary => {
  const others = validations.filter(({ owner }) => owner !== author)
  const suspects = others.filter(({ validation }) => validation === "suspect")
  const ownersOf = (validations: ReadonlyArray<OwnedValidation>) => new Set(validations.map(({ owner }) => owner)).size
  const suspected = ownersOf(suspects) >= objectingOwnersMin
  const claimed = new Set(claims.filter((owner) => owner !== author)).size >= objectingOwnersMin
  const flags = formatFlags([
    ...(suspected ? suspects.flatMap(({ flags }) => flags) : []),
    ...(claimed ? ["hallucination" as const] : [])
  ])
  return {
    validation_owners: ownersOf(others),
    suspect_count: ownersOf(suspects),
    hallucination_flags: suspected || claimed ? flags || "suspect" : null
  }
}

/** Whether two summaries are equal. */
export const isSameSummary = (one: ValidationSummary, other: ValidationSummary): boolean =>
  one.validation_owners === other.validation_owners && one.suspect_count === other.suspect_count &&
  one.hallucination_flags === other.hallucination_flags
