import { Array as Arr, Either } from "effect"
import { caseFold } from "../../text/CaseFold.ts"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"
import { judgeText } from "../../kernel/TextRule.ts"

/** The permitted number of options of a `multi` question, and the maximum length of each in code points. */
export const optionsMin = 2
export const optionsMax = 10
export const optionLengthMax = 200

/**
 * Validates the options of a `multi` question and returns them trimmed, in order. Fails when there are not 2-10 of
 * them, and for each that is empty, longer than 200 characters, or equal to another but for case, width or composition.
 *
 * @example judgeOptions([" Yes", "No "]) // right(["Yes", "No"])
 */
export const judgeOptions = (
  options: ReadonlyArray<string>
): Either.Either<ReadonlyArray<string>, Failures> => {
  const field = "options"
  const measured = options.length
  if (measured < optionsMin || measured > optionsMax) {
    const limit = measured < optionsMin ? optionsMin : optionsMax
    const message = `A multi question has ${optionsMin} to ${optionsMax} options; this one has ${measured}.`
    return Either.left([failure("INVALID_REQUEST", message, { field, measured, limit })])
  }
  const trimmed = options.map((option) => option.trim())
  const seen = new Set<string>()
  const failures: Array<Failure> = []
  for (const [index, option] of trimmed.entries()) {
    const wrong = judgeText(`options[${index}]`, option, { min: 1, max: optionLengthMax, isLine: true })
    const key = caseFold(option)
    if (wrong !== undefined) failures.push(wrong)
    else if (seen.has(key)) {
      const message = `"${option}" is in the list twice (options are compared without case).`
      failures.push(failure("INVALID_REQUEST", message, { field: `options[${index}]`, measured: option }))
    }
    seen.add(key)
  }
  return Arr.isNonEmptyReadonlyArray(failures) ? Either.left(failures) : Either.right(trimmed)
}
