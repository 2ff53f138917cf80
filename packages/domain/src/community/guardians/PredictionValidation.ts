import { Array as Arr, Either, Schema } from "effect"
import { choiceFailure } from "../../kernel/Choice.ts"
import type { Failure, Failures } from "../../kernel/Failure.ts"
import { judgeText } from "../../kernel/TextRule.ts"

/** A guardian's verdict on a prediction. */
export const ValidationVerdict = Schema.Literal("valid", "suspect")
export type ValidationVerdict = typeof ValidationVerdict.Type

/** The faults that a guardian can flag, in the order in which they are listed. */
export const ValidationFlag = Schema.Literal(
  "hallucinated_citation",
  "low_quality",
  "hallucination",
  "duplicate",
  "off_topic",
  "spam"
)
export type ValidationFlag = typeof ValidationFlag.Type

/** The permitted length of the reason of a validation and of a review, in code points of the trimmed text. */
export const validationReasonRule = { min: 10, max: 2_000 } as const
export const reviewReasonRule = { min: 1, max: 2_000 } as const

/** One guardian's validation of one prediction. `flags` is comma-separated, in the order of `ValidationFlag`. */
export const PredictionValidation = Schema.Struct({
  id: Schema.String,
  prediction_id: Schema.String,
  validator_id: Schema.String,
  validation: ValidationVerdict,
  reason: Schema.String,
  flags: Schema.String.annotations({ examples: ["hallucinated_citation,off_topic"] }),
  created_at: Schema.Date
}).annotations({ identifier: "PredictionValidation" })
export interface PredictionValidation extends Schema.Schema.Type<typeof PredictionValidation> {}

/** A request to validate, before validation of its fields. */
export interface ValidationRequest {
  readonly validation: ValidationVerdict
  readonly reason: string
  readonly flags?: ReadonlyArray<string> | undefined
}

/** A validation in its stored form. */
export interface JudgedValidation {
  readonly validation: ValidationVerdict
  readonly reason: string
  readonly flags: ReadonlyArray<ValidationFlag>
}

/**
 * Formats flags as a comma-separated list, without duplicates, in the order of `ValidationFlag`.
 *
 * @example formatFlags(["spam", "low_quality", "spam"]) // "low_quality,spam"
 */
export const formatFlags = (flags: Iterable<ValidationFlag>): string => {
  const given = new Set(flags)
  return ValidationFlag.literals.filter((flag) => given.has(flag)).join(",")
}

/**
 * Checks a request and returns the validation to store, or everything that is wrong.
 *
 * @example Either.isLeft(judgeValidation({ validation: "valid", reason: "fine" })) // true
 */
export const judgeValidation = (
  request: ValidationRequest
): Either.Either<JudgedValidation, Failures> => {
  const reason = request.reason.trim()
  const flags = request.flags ?? []
  const failures: Array<Failure> = []
  const wrong = judgeText("reason", reason, validationReasonRule)
  if (wrong !== undefined) failures.push(wrong)
  const unknown = flags.find((flag) => !(ValidationFlag.literals as ReadonlyArray<string>).includes(flag))
  if (unknown !== undefined) failures.push(choiceFailure("flags", unknown, ValidationFlag.literals))
  return Arr.isNonEmptyReadonlyArray(failures)
    ? Either.left(failures)
    : Either.right({
      validation: request.validation,
      reason,
      flags: ValidationFlag.literals.filter((flag) => flags.includes(flag))
    })
}
