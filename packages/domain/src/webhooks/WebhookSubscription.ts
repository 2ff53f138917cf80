import { Array as Arr, Either } from "effect"
import { type PlatformEventName, platformEventNames } from "../events/PlatformEvent.ts"
import { choiceFailure } from "../kernel/Choice.ts"
import { type Failure, failure, type Failures } from "../kernel/Failure.ts"
import { webhooksPerAccountMax } from "./Webhook.ts"

/** How many names a request may list, duplicates included. */
export const eventsPerRequestMax = 100

/**
 * The subscribed events: without duplicates, in the order in which events are listed. Fails with `INVALID_EVENT` for
 * each name that is not an event, and with `INVALID_REQUEST` for an empty list.
 *
 * @example judgeWebhookEvents(["question.closed", "question.created", "question.closed"]) // right(["question.created", "question.closed"])
 */
export const judgeWebhookEvents = (
  names: ReadonlyArray<string>
): Either.Either<ReadonlyArray<PlatformEventName>, Failures> => {
  if (names.length === 0) {
    return Either.left([failure("INVALID_REQUEST", "events must name at least one event.", { field: "events" })])
  }
  if (names.length > eventsPerRequestMax) {
    const message = `events must hold at most ${eventsPerRequestMax} names.`
    return Either.left([
      failure("INVALID_REQUEST", message, { field: "events", measured: names.length, limit: eventsPerRequestMax })
    ])
  }
  const unknown = names.flatMap((name, at): ReadonlyArray<Failure> =>
    isEventName(name) ? [] : [choiceFailure(`events[${at}]`, name, platformEventNames, "INVALID_EVENT")]
  )
  return Arr.isNonEmptyReadonlyArray(unknown)
    ? Either.left(unknown)
    : Either.right(platformEventNames.filter((event) => names.includes(event)))
}

const isEventName = (name: string): name is PlatformEventName =>
  (platformEventNames as ReadonlyArray<string>).includes(name)

/** Checks that an account with `existing` webhooks may have one more. Fails with `WEBHOOK_LIMIT`. */
export const judgeWebhookCount = (existing: number): Either.Either<void, Failure> =>
  existing < webhooksPerAccountMax ? Either.void : Either.left(
    failure("WEBHOOK_LIMIT", `${webhooksPerAccountMax} webhooks are the limit; delete one first.`, {
      measured: existing,
      limit: webhooksPerAccountMax
    })
  )
