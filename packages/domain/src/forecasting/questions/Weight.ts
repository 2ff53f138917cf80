import { type Failure, failure } from "../../kernel/Failure.ts"

/** The weight of a question, a multiplier of its payouts: permitted range and default. */
export const weightMin = 1
export const weightMax = 5
export const weightDefault = 1

/**
 * Returns the failure of a weight, or undefined when it is valid: 1-5 with at most two decimals, because payouts are
 * computed in hundredths.
 *
 * @example judgeWeight(5.01)?.limit // 5
 */
export const judgeWeight = (weight: number): Failure | undefined => {
  const field = "weight"
  if (!(weight >= weightMin && weight <= weightMax)) {
    const limit = weight > weightMax ? weightMax : weightMin
    const message = `A weight is ${weightMin} to ${weightMax}; this one is ${weight}.`
    return failure("INVALID_REQUEST", message, { field, measured: weight, limit })
  }
  return Math.round(weight * 100) / 100 === weight
    ? undefined
    : failure("INVALID_REQUEST", `A weight has at most two decimals; this one is ${weight}.`, {
      field,
      measured: weight
    })
}
