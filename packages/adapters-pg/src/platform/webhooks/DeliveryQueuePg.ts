import type { OutboxEventName } from "@auspex/domain/events"
import {
  deliveriesKeptDays,
  deliveryBody,
  DeliveryQueue,
  type DueDelivery,
  type LeasedEndpoint
} from "@auspex/domain/webhooks"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { batchJson } from "./batchJson.ts"
import { createDeliveries, type CreatedRow, type NextEvent, nextEvents, type NextRow } from "./fanOutSql.ts"
import { lease, type LeasedRow, next, record, type RecordedRow, recover, releaseAll, sweep } from "./queueSql.ts"
import { secretOf } from "./secretOf.ts"

/** How many rows one statement deletes. */
const sweptMax = 5_000

type Collected = LeasedEndpoint & { readonly deliveries: Array<DueDelivery>; cursor: string | undefined }

/** Groups the rows of endpoints, which lie together; `limit` is how many deliveries of each were read at most. */
const endpointsOf = (rows: ReadonlyArray<LeasedRow>, limit: number): ReadonlyArray<LeasedEndpoint> => {
  const endpoints = new Map<string, Collected>()
  for (const row of rows) {
    let endpoint = endpoints.get(row.webhook_id)
    if (endpoint === undefined) {
      const { failing, lease, secrets, url, version, webhook_id } = row
      endpoint = {
        webhook_id,
        url,
        lease,
        version,
        failing,
        secrets: secrets!.map(secretOf),
        deliveries: [],
        cursor: undefined
      }
      endpoints.set(webhook_id, endpoint)
    }
    if (row.id === null) continue
    endpoint.deliveries.push({
      id: row.id,
      sequence: row.sequence!,
      event: row.event!,
      body: row.body!,
      number: row.attempt_count! + 1,
      scheduled: row.attempt_count! - row.scheduled_after! + 1
    })
    if (endpoint.deliveries.length === limit) endpoint.cursor = cursorOf(row)
  }
  return [...endpoints.values()]
}

/** The place of a delivery in the order of its endpoint: `sequence@due_at`. */
const cursorOf = ({ due_at, sequence }: LeasedRow): string => `${sequence ?? ""}@${due_at}`

const afterOf = (cursor: string) => {
  const at = cursor.indexOf("@")
  return { after_due: cursor.slice(at + 1), after_sequence: at === 0 ? null : Number(cursor.slice(0, at)) }
}

/** The endpoints that the holder has leased, with their new deliveries, and how many these are. */
const newlyDue = (
  rows: ReadonlyArray<CreatedRow>,
  bodies: ReadonlyArray<{ readonly id: string; readonly event: string; readonly body: string }>
) => {
  const messages = new Map(bodies.map((message) => [message.id, message]))
  const [leased, held]: [Array<LeasedEndpoint>, Array<LeasedEndpoint>] = [[], []]
  let [deliveries, count]: [Array<DueDelivery>, number] = [[], 0]
  for (const { id, is_taken, lease, message_id, secrets, sequence, url, version, webhook_id } of rows) {
    if (webhook_id === null) continue
    if (url !== null) {
      deliveries = []
      const endpoints = is_taken ? leased : held
      endpoints.push({
        webhook_id,
        url,
        lease: lease!,
        version: version!,
        failing: false,
        secrets: secrets!.map(secretOf),
        deliveries,
        cursor: undefined
      })
    }
    const { body, event } = messages.get(message_id)!
    deliveries.push({ id, sequence, event, body, number: 1, scheduled: 1 })
    count++
  }
  return { leased, held, count }
}

/** The subscribed events as parameters of `createDeliveries`, with the bodies to send. */
const bodiesOf = (events: ReadonlyArray<NextEvent>) =>
  events.flatMap(({ addressee_id, data, event, id, occurred_at, workspace_id }, place) =>
    data === null ? [] : [{
      id,
      event,
      // The outbox holds only known events.
      body: deliveryBody({ event: event as OutboxEventName, data, timestamp: occurred_at }),
      addressee_id,
      workspace_id,
      occurred_at,
      place
    }]
  )

/** Events of which deliveries are to be created, as parameters of `createDeliveries`; a JSON value. */
interface EventsDue {
  readonly events: ReturnType<typeof bodiesOf>
  /** Whether it is one event of which deliveries are created in parts, for the webhooks after `after`. */
  readonly isPart: boolean
  readonly after: string | null
  readonly moves: number
  readonly xact: string
  readonly seq: number
}

const isEvent = (row: NextRow): row is NextRow & NextEvent => row.id !== null

/** The events that were read, or a part of the first one if it has more deliveries than are created at a time. */
const eventsDue = (read: ReadonlyArray<NextEvent>, deliveries: number): EventsDue | undefined => {
  const first = read[0]
  if (first === undefined) return undefined
  const isForAll = first.addressee_id === null && first.workspace_id === null
  const isPart = first.created_until !== null || (isForAll && first.deliveries > deliveries)
  const events = isPart ? [first] : read
  const { moves, seq, xact } = events[events.length - 1]!
  return { events: bodiesOf(events), isPart, after: first.created_until, moves, xact, seq }
}

const doomedOf = ({ reason, webhook_id }: RecordedRow) =>
  webhook_id === null || reason === null ? [] : [{ webhook_id, reason }]

const layer: Layer.Layer<DeliveryQueue, never, SqlClient> = Layer.effect(
  DeliveryQueue,
  Effect.gen(function*() {
    const { all, only, run } = yield* storeStatements("deliveries")
    return DeliveryQueue.of({
      fanOut: ({ cursor, deliveries, healthy, holder }) =>
        Effect.gen(function*() {
          const read = cursor === undefined ? yield* all("fanOut", nextEvents, { deliveries }) : []
          const due = cursor === undefined
            ? eventsDue(read.filter(isEvent), deliveries)
            : JSON.parse(cursor) as EventsDue
          if (due === undefined) {
            return {
              leased: [],
              held: [],
              others: false,
              further: read[0]!.has_incomplete ? "incomplete" : "none",
              cursor: undefined
            }
          }
          const { after, events, isPart, moves, seq, xact } = due
          const rows = yield* all("fanOut", createDeliveries, {
            events: JSON.stringify(events),
            moves,
            xact,
            seq,
            after,
            part: isPart ? deliveries : null,
            holder,
            healthy
          })
          const { count, held, leased } = newlyDue(rows, events)
          const { created, created_until, has_moved } = rows[0]!
          return {
            leased,
            held,
            others: created > count,
            further: has_moved ? "ready" : "none",
            cursor: created_until === null
              ? undefined
              : JSON.stringify({ ...due, moves: moves + 1, after: created_until } satisfies EventsDue)
          }
        }),
      lease: ({ deliveries, failing, healthy, holder }) =>
        Effect.map(
          all("lease", lease, { holder, healthy, failing, deliveries }),
          (rows) => endpointsOf(rows, deliveries)
        ),
      next: ({ cursor, lease, webhook_id }, holder, deliveries) =>
        Effect.map(
          all("next", next, { webhook_id, holder, lease, deliveries, ...afterOf(cursor) }),
          (rows) => endpointsOf(rows, deliveries)[0]
        ),
      record: ({ attempts, holder, releases }) =>
        Effect.map(
          all("record", record, {
            holder,
            ...batchJson(attempts, releases)
          }),
          (rows) => ({ isDue: rows[0]!.is_due, doomed: rows.flatMap(doomedOf) })
        ),
      recover: Effect.map(only<{ readonly found: boolean }>("recover", recover, []), ({ found }) => found),
      releaseAll: (holder) => run("releaseAll", releaseAll, [holder]),
      sweep: Effect.map(
        only<{ readonly swept: number }>("sweep", sweep, [deliveriesKeptDays, sweptMax]),
        ({ swept }) => swept >= sweptMax
      )
    })
  })
)

/** The queue of deliveries, in `webhook_queues` and `webhook_deliveries`. */
export const DeliveryQueuePg = { layer }
