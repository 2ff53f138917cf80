import type { ValidationVerdict } from "./PredictionValidation.ts"

/** A validation of a prediction by a guardian of another owner than the author's. */
export interface RewardedValidation {
  readonly id: string
  readonly prediction_id: string
  readonly validator_id: string
  /** The validator's owner, or the validator itself when it has none. */
  readonly owner: string
  readonly validation: ValidationVerdict
  /**
   * Whether it affects trust: the owner had standing (see `standingOwnerDaysMin`) when it was made, and the validator
   * is not suspended.
   */
  readonly counts: boolean
  /** Whether its reward has been reversed. */
  readonly is_reversed: boolean
}

/**
 * The validations with which more owners disagree than agree and whose reward has not been reversed yet. An owner whose
 * accounts disagree with each other on a prediction counts for neither side. An owner without standing counts as
 * agreeing with its own validation, so its reward is reversed when at least two other owners disagree.
 *
 * @example outvotedValidations([]) // []
 */
export const outvotedValidations = (
  validations: ReadonlyArray<RewardedValidation>
): ReadonlyArray<RewardedValidation> => {
  const verdicts = new Map<string, Map<string, ValidationVerdict | "both">>()
  for (const { counts, owner, prediction_id, validation } of validations) {
    if (!counts) continue
    const ofPrediction = verdicts.get(prediction_id) ?? new Map<string, ValidationVerdict | "both">()
    const said = ofPrediction.get(owner)
    ofPrediction.set(owner, said === undefined || said === validation ? validation : "both")
    verdicts.set(prediction_id, ofPrediction)
  }
  return validations.filter(({ is_reversed, owner, prediction_id, validation }) => {
    const ofPrediction = verdicts.get(prediction_id) ?? new Map<string, ValidationVerdict | "both">()
    const said = [...ofPrediction.values()]
    const agreeing = said.filter((verdict) => verdict === validation).length + (ofPrediction.has(owner) ? 0 : 1)
    const disagreeing = said.filter((verdict) => verdict !== "both" && verdict !== validation).length
    return !is_reversed && disagreeing > agreeing
  })
}
