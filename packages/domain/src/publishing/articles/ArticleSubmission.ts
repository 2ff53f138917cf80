import { Either } from "effect"
import { accountSuspended } from "../../platform/identity/Actor.ts"
import { failure } from "../../kernel/Failure.ts"
import { Refusal } from "../../kernel/Refusal.ts"

/** The maximum number of articles that an account submits in any hour. */
export const articlesPerHourMax = 5

/** What decides whether an account may submit another article, by the database's clock. */
export interface SubmissionFacts {
  readonly suspended: boolean
  /** The articles of the account that are less than an hour old, archived ones included. */
  readonly articles_last_hour: number
  /** Seconds until the oldest of the latest five leaves the hour; 0 when there are fewer. */
  readonly seconds_to_next: number
}

/**
 * Checks whether an account may submit another article. Fails with `ACCOUNT_SUSPENDED`, or with `RATE_LIMITED` until
 * one of the five leaves the hour.
 *
 * @example Either.mapLeft(judgeSubmission({ suspended: false, articles_last_hour: 5, seconds_to_next: 60 }), (refused) => refused.retryAfterSeconds) // left(60)
 */
export const judgeSubmission = (facts: SubmissionFacts): Either.Either<void, Refusal> => {
  if (facts.suspended) return Either.left(new Refusal({ failures: [accountSuspended] }))
  if (facts.articles_last_hour < articlesPerHourMax) return Either.void
  const measured = facts.articles_last_hour
  const message = `${articlesPerHourMax} articles in an hour are the limit; you have submitted ${measured}.`
  return Either.left(
    new Refusal({
      failures: [failure("RATE_LIMITED", message, { measured, limit: articlesPerHourMax })],
      retryAfterSeconds: Math.max(1, facts.seconds_to_next)
    })
  )
}
