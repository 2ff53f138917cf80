import { failure } from "../kernel/Failure.ts"
import { Refusal } from "../kernel/Refusal.ts"

/** How many validations a guardian makes on a day (UTC). */
export const validationsPerDayMax = 5

/** How many drafts a guardian reviews on a day (UTC). */
export const reviewsPerDayMax = 20

/** From how many owners a draft is rejected. */
export const rejectingOwnersMin = 2

/** How old an owner is, or how many predictions its accounts have had resolved, before its verdicts move trust labels. */
export const standingOwnerDaysMin = 7
export const standingOwnerResolvedMin = 3

/** How many predictions an account flags as hallucinated on a day (UTC). */
export const hallucinationFlagsPerDayMax = 3

/** From how many owners' words on a prediction nobody is asked to validate it any more. */
export const validationOwnersWanted = 2

/**
 * The refusal of whoever has done `taken` of `max` things today, to be tried again after midnight (UTC).
 *
 * @example dailyLimit("validations", 5, 5, 3_600).retryAfterSeconds // 3600
 */
export const dailyLimit = (what: string, taken: number, max: number, secondsToMidnight: number): Refusal =>
  new Refusal({
    failures: [
      failure("DAILY_LIMIT", `${max} ${what} a day (UTC) are the limit; you have made ${taken} today.`, {
        measured: taken,
        limit: max
      })
    ],
    retryAfterSeconds: Math.max(1, secondsToMidnight)
  })
