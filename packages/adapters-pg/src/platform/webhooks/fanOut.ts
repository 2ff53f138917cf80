import type { OutboxEventName } from "@auspex/domain/events"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import { deliveryBody, type FannedOut, type FanOutRequest, type LeasedEndpoint } from "@auspex/domain/webhooks"
import { Effect } from "effect"
import type { Statements } from "../../database/statementsOf.ts"
import { createDeliveries, type CreatedEndpoint, type NextEvent, type NextEvents, nextEvents } from "./fanOutSql.ts"
import { secretOf } from "./secretOf.ts"

/** The events of one call of `createDeliveries`. A JSON value: it is the cursor of an event with several parts. */
interface EventBatch {
  readonly messages: ReturnType<typeof messagesOf>
  /** Whether it is one event whose deliveries are created in parts, and the last webhook of the parts so far. */
  readonly isPart: boolean
  readonly after: string | null
  /** The position before, and the place to which it moves. */
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

/** Creates the next deliveries: of events that it reads, or of the event whose parts the cursor continues. */
export const fanOut = (
  { only }: Statements,
  { cursor, deliveries, healthy, holder }: FanOutRequest
): Effect.Effect<FannedOut, StorageUnavailable> =>
  Effect.gen(function*() {
    const read = cursor === undefined ? yield* only("fanOut", nextEvents, { deliveries }) : undefined
    const batch = read === undefined ? JSON.parse(cursor!) as EventBatch : batchOf(read, deliveries)
    if (batch === undefined) {
      const further = read!.has_incomplete ? "incomplete" : "none"
      return { leased: [], held: [], others: false, further, cursor: undefined }
    }
    const { after, isPart, messages, moves, seq, xact } = batch
    const created = yield* only("fanOut", createDeliveries, {
      events: JSON.stringify(messages),
      moves,
      xact,
      seq,
      after,
      part: isPart ? deliveries : null,
      holder,
      healthy
    })
    const endpointsOf = (isTaken: boolean) =>
      created.endpoints.filter(({ is_taken }) => is_taken === isTaken).map(withMessages(messages))
    const next = { ...batch, moves: moves + 1, after: created.created_until } satisfies EventBatch
    return {
      leased: endpointsOf(true),
      held: endpointsOf(false),
      others: created.has_others,
      further: created.has_moved ? "ready" : "none",
      cursor: created.created_until === null ? undefined : JSON.stringify(next)
    }
  })
