import { Array as Arr, Either } from "effect"
import type { OutboxEventName } from "../events/OutboxEvent.ts"
import { choiceFailure } from "../../kernel/Choice.ts"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"
import { webhooksPerOwnerMax } from "./Webhook.ts"
import { eventsForOwner, type WebhookOwner } from "./WebhookOwner.ts"

/** The maximum number of names in a request, duplicates included. */
export const eventsPerRequestMax = 100

/**
 * The subscribed events: without duplicates, in the order in which events are listed. Fails with `INVALID_EVENT` for
 * each name that is not an event for the owner, and with `INVALID_REQUEST` for an empty list.
 *
 * @example judgeWebhookEvents("account", ["question.closed", "question.created", "question.closed"]) // right(["question.created", "question.closed"])
 */
export const judgeWebhookEvents = (
  owner: WebhookOwner["kind"],
  names: ReadonlyArray<string>
): Either.Either<ReadonlyArray<OutboxEventName>, Failures> => {
  if (names.length === 0) {
    return Either.left([failure("INVALID_REQUEST", "events must name at least one event.", { field: "events" })])
  }
  if (names.length > eventsPerRequestMax) {
    const message = `events must hold at most ${eventsPerRequestMax} names.`
    return Either.left([
      failure("INVALID_REQUEST", message, { field: "events", measured: names.length, limit: eventsPerRequestMax })
    ])
  }
  const events = eventsForOwner[owner]
  const known: ReadonlyArray<string> = events
  const unknown = names.flatMap((name, at): ReadonlyArray<Failure> =>
    known.includes(name) ? [] : [choiceFailure(`events[${at}]`, name, known, "INVALID_EVENT")]
  )
  return Arr.isNonEmptyReadonlyArray(unknown)
    ? Either.left(unknown)
    : Either.right(events.filter((event) => names.includes(event)))
}

/** Checks that an owner with `existing` webhooks may have one more. Fails with `WEBHOOK_LIMIT`. */
export const judgeWebhookCount = (existing: number): Either.Either<void, Failure> =>
  existing < webhooksPerOwnerMax ? Either.void : Either.left(
    failure("WEBHOOK_LIMIT", `${webhooksPerOwnerMax} webhooks are the limit; delete one first.`, {
      measured: existing,
      limit: webhooksPerOwnerMax
    })
  )
