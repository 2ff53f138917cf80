import { Either } from "effect"
import type { Failures } from "../../kernel/Failure.ts"
import { judgeSurveyTarget, type SurveyTarget, type SurveyTargetInput } from "./SurveyTarget.ts"
import { judgeSurveyText, type SurveyText, type SurveyTextInput } from "./SurveyText.ts"

/** The fields of a survey that an administrator writes, before validation. */
export interface SurveyInput extends SurveyTextInput, SurveyTargetInput {}

/** A change of a survey. An absent field stays as it is; null empties a text or removes the target width. */
export type SurveyEdit = Partial<SurveyInput>

/** The validated fields of a survey that an administrator writes. */
export interface SurveyFields extends SurveyText, SurveyTarget {}

/**
 * Validates the texts and the target of a survey. Fails with everything that is wrong (`INVALID_REQUEST`).
 *
 * @example Either.map(judgeSurveyFields({ title: "Rates", target_width: 8 }), ({ target_width }) => target_width) // right(8)
 */
export const judgeSurveyFields = (input: SurveyInput): Either.Either<SurveyFields, Failures> => {
  const [text, target] = [judgeSurveyText(input), judgeSurveyTarget(input)]
  if (Either.isRight(text)) return Either.map(target, (found) => ({ ...text.right, ...found }))
  const [first, ...rest] = text.left
  return Either.left([first, ...rest, ...(Either.isLeft(target) ? target.left : [])])
}

const fieldNames = ["title", "description", "category", "tags", "target_width", "auto_close"] as const

/** The fields that an edit changes, before and after; undefined when it changes none. */
export const surveyEditOf = (
  before: SurveyFields,
  after: SurveyFields
): { readonly before: Partial<SurveyFields>; readonly after: Partial<SurveyFields> } | undefined => {
  const changed = fieldNames.filter((field) => before[field] !== after[field])
  if (changed.length === 0) return undefined
  const only = (source: SurveyFields): Partial<SurveyFields> =>
    Object.fromEntries(changed.map((field) => [field, source[field]]))
  return { before: only(before), after: only(after) }
}
