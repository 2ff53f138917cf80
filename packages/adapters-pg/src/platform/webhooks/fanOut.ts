import type { OutboxEventName } from "@auspex/domain/events"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import { deliveryBody, type FannedOut, type FanOutRequest, type LeasedEndpoint } from "@auspex/domain/webhooks"
import { Effect } from "effect"
import type { Statements } from "../../database/statementsOf.ts"
import { createDeliveries, type CreatedEndpoint, type NextEvent, type NextEvents, nextEvents } from "./fanOutSql.ts"
import { secretOf } from "./secretOf.ts"

/**
 * The events whose deliveries one statement creates. It is a JSON value, because the cursor of an event in parts holds it:
 * the next part is created without reading the event again.
 */
interface EventBatch {
  readonly messages: ReturnType<typeof messagesOf>
  /** Whether this is one event whose deliveries are created in parts. */
  readonly isPart: boolean
  /** The last webhook of the parts that exist already. */
  readonly after: string | null
  /** How often the position had been moved when it was read, and the event to which it moves now. */
  readonly moves: number
  readonly xact: string
  readonly seq: number
}

/** The bodies to send of the events that somebody has subscribed to. */
const messagesOf = (events: ReadonlyArray<NextEvent>) =>
  events.flatMap(({ addressee_id, data, event, id, occurred_at, workspace_id }, place) => {
    if (data === null) return []
    // The outbox holds only known events.
    const body = deliveryBody({ event: event as OutboxEventName, data, timestamp: new Date(occurred_at) })
    return { id, event, body, addressee_id, workspace_id, occurred_at, place }
  })

/** The events that were read, or a part of the first event if it has more deliveries than one call creates. */
const batchOf = ({ events: read, moves }: NextEvents, deliveries: number): EventBatch | undefined => {
  const first = read[0]
  if (first === undefined) return undefined
  const isForAll = first.addressee_id === null && first.workspace_id === null
  const isPart = first.created_until !== null || (isForAll && first.deliveries > deliveries)
  const events = isPart ? [first] : read
  const { seq, xact } = events[events.length - 1]!
  return { messages: messagesOf(events), isPart, after: first.created_until, moves, xact, seq }
}

/** An endpoint with its new deliveries. */
const withMessages = (messages: EventBatch["messages"]) => {
  const byId = new Map(messages.map((message) => [message.id, message]))
  return (
    { first_sequence, ids, lease, message_ids, secrets, url, version, webhook_id }: CreatedEndpoint
  ): LeasedEndpoint => ({
    webhook_id,
    url,
    lease,
    version,
    failing: false,
    secrets: secrets.map(secretOf),
    deliveries: ids.map((id, at) => {
      const { body, event } = byId.get(message_ids[at]!)!
      return { id, sequence: first_sequence + at, event, body, number: 1, scheduled: 1 }
    }),
    cursor: undefined
  })
}

/** Creates the deliveries of a batch. */
const create = (
  { only }: Statements,
  batch: EventBatch,
  { deliveries, healthy, holder }: FanOutRequest
): Effect.Effect<FannedOut, StorageUnavailable> => {
  const { after, isPart, messages, moves, seq, xact } = batch
  const part = isPart ? deliveries : null
  const parameters = { events: JSON.stringify(messages), moves, xact, seq, after, part, holder, healthy }
  return Effect.map(
    only("fanOut", createDeliveries, parameters),
    ({ created_until, endpoints, has_moved, has_others }) => {
      const endpointOf = withMessages(messages)
      const next = { ...batch, moves: moves + 1, after: created_until } satisfies EventBatch
      return {
        leased: endpoints.filter(({ is_taken }) => is_taken).map(endpointOf),
        held: endpoints.filter(({ is_taken }) => !is_taken).map(endpointOf),
        others: has_others,
        further: has_moved ? "ready" : "none",
        cursor: created_until === null ? undefined : JSON.stringify(next)
      }
    }
  )
}

/** Creates the deliveries of the next events, or the next part of the event that the cursor holds. */
export const fanOut = (
  statements: Statements,
  request: FanOutRequest
): Effect.Effect<FannedOut, StorageUnavailable> =>
  Effect.gen(function*() {
    const { cursor, deliveries } = request
    if (cursor !== undefined) return yield* create(statements, JSON.parse(cursor) as EventBatch, request)
    const read = yield* statements.only("fanOut", nextEvents, { deliveries })
    const batch = batchOf(read, deliveries)
    if (batch !== undefined) return yield* create(statements, batch, request)
    return {
      leased: [],
      held: [],
      others: false,
      further: read.has_incomplete ? "incomplete" : "none",
      cursor: undefined
    }
  })
