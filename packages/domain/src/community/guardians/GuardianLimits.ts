import { failure } from "../../kernel/Failure.ts"
import { Refusal } from "../../kernel/Refusal.ts"

/** The maximum number of validations per guardian and UTC day. */
export const validationsPerDayMax = 5

/** The maximum number of draft reviews per guardian and UTC day. */
export const reviewsPerDayMax = 20

/** How many owners have to object for a draft to be rejected. */
export const rejectingOwnersMin = 2

/** The maximum number of hallucination flags per account and UTC day. */
export const hallucinationFlagsPerDayMax = 3

/** A prediction leaves the queue when this many owners have validated it. */
export const validationOwnersWanted = 2

/**
 * The refusal of an account that has reached a daily limit (`taken` of `max`); a retry can succeed after midnight UTC.
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
