import { Either } from "effect"
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
 * Checks a daily limit (`taken` of `max`). Fails with `DAILY_LIMIT`; a retry can succeed after midnight UTC.
 *
 * @example Either.isRight(judgeDailyLimit("validations", 4, 5, 3_600)) // true
 * @example Either.mapLeft(judgeDailyLimit("validations", 5, 5, 3_600), (refused) => refused.retryAfterSeconds) // left(3600)
 */
export const judgeDailyLimit = (
  what: string,
  taken: number,
  max: number,
  secondsToMidnight: number
): Either.Either<void, Refusal> =>
  taken < max ? Either.void : Either.left(
    new Refusal({
      failures: [
        failure("DAILY_LIMIT", `${max} ${what} a day (UTC) are the limit; you have made ${taken} today.`, {
          measured: taken,
          limit: max
        })
      ],
      retryAfterSeconds: Math.max(1, secondsToMidnight)
    })
  )
