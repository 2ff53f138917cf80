import { Array as Arr, Either } from "effect"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"

/**
 * The limits of a target width, in percentage points. Without answers an interval is 100 points wide, so a target of
 * 100 would settle unanswered questions.
 */
export const targetWidthMin = 1
export const targetWidthMax = 99

/** The target precision of a survey. */
export interface SurveyTarget {
  /** The width of a 95 % interval, in percentage points, at which a question counts as settled; null without a target. */
  readonly target_width: number | null
  /** Whether the survey closes by itself once every question is settled; only with a target. */
  readonly auto_close: boolean
}

/** A target before validation. Absent fields count as null and false. */
export type SurveyTargetInput = Partial<SurveyTarget>

/**
 * Validates the target of a survey: a width of 1 to 99 percentage points or none, and no `auto_close` without a width.
 * Fails with all mistakes at once (`INVALID_REQUEST`).
 *
 * @example Either.getOrThrow(judgeSurveyTarget({ target_width: 10 })) // { target_width: 10, auto_close: false }
 * @example Either.mapLeft(judgeSurveyTarget({ auto_close: true }), ([{ field }]) => field) // left("auto_close")
 */
export const judgeSurveyTarget = (
  { auto_close = false, target_width = null }: SurveyTargetInput
): Either.Either<SurveyTarget, Failures> => {
  const failures = [judgeWidth(target_width), judgeAutoClose(auto_close, target_width)].filter((wrong) =>
    wrong !== undefined
  )
  return Arr.isNonEmptyReadonlyArray(failures) ? Either.left(failures) : Either.right({ target_width, auto_close })
}

const judgeWidth = (measured: number | null): Failure | undefined => {
  if (measured === null || (measured >= targetWidthMin && measured <= targetWidthMax)) return undefined
  const message =
    `target_width must be from ${targetWidthMin} to ${targetWidthMax} percentage points; it is ${measured}.`
  const limit = measured < targetWidthMin ? targetWidthMin : targetWidthMax
  return failure("INVALID_REQUEST", message, { field: "target_width", measured, limit })
}

const judgeAutoClose = (auto_close: boolean, target_width: number | null): Failure | undefined =>
  auto_close && target_width === null
    ? failure("INVALID_REQUEST", "auto_close needs a target_width: the survey closes when its questions reach it.", {
      field: "auto_close",
      measured: "no target_width"
    })
    : undefined

/** Whether two targets differ. */
export const isOtherTarget = (one: SurveyTarget, other: SurveyTarget): boolean =>
  one.target_width !== other.target_width || one.auto_close !== other.auto_close
