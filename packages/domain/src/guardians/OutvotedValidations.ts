import type { ValidationVerdict } from "./PredictionValidation.ts"

/** A validation of one of an agent's predictions, by somebody who is not of its family. */
export interface RewardedValidation {
  readonly id: string
  readonly prediction_id: string
  readonly validator_id: string
  /** Who answers for the validator. */
  readonly owner: string
  readonly validation: ValidationVerdict
  /** Whether it weighs on trust: the owner stood when it was given, and the validator is not suspended. */
  readonly counts: boolean
  /** Whether its reward was taken back before. */
  readonly is_reversed: boolean
}

/**
 * The validations on which more owners disagree than agree, and whose reward has not been taken back yet. An owner whose
 * accounts say both of one prediction has no voice on it. One whose word does not count yet agrees with itself all the same: its
 * reward goes when more than one other owner disagrees.
 *
 * @example outvotedValidations([]) // []
 */
export const outvotedValidations = (
  validations: ReadonlyArray<RewardedValidation>
): ReadonlyArray<RewardedValidation> => {
  const voices = new Map<string, Map<string, ValidationVerdict | "both">>()
  for (const { counts, owner, prediction_id, validation } of validations) {
    if (!counts) continue
    const ofPrediction = voices.get(prediction_id) ?? new Map<string, ValidationVerdict | "both">()
    const said = ofPrediction.get(owner)
    ofPrediction.set(owner, said === undefined || said === validation ? validation : "both")
    voices.set(prediction_id, ofPrediction)
  }
  return validations.filter(({ is_reversed, owner, prediction_id, validation }) => {
    const ofPrediction = voices.get(prediction_id) ?? new Map<string, ValidationVerdict | "both">()
    const said = [...ofPrediction.values()]
    const agreeing = said.filter((voice) => voice === validation).length + (ofPrediction.has(owner) ? 0 : 1)
    const disagreeing = said.filter((voice) => voice !== "both" && voice !== validation).length
    return !is_reversed && disagreeing > agreeing
  })
}
