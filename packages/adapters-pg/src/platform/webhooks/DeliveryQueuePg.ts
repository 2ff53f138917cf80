import { deliveriesKeptDays, DeliveryQueue, type LeasedEndpoint } from "@auspex/domain/webhooks"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { batchJson } from "./batchJson.ts"
import { fanOut } from "./fanOut.ts"
import { type DueRow, type EndpointRow, lease, next, record, recover, releaseAll, sweep } from "./queueSql.ts"
import { secretOf } from "./secretOf.ts"

/** The maximum number of rows that one statement deletes from a table. */
const sweptMax = 5_000

/** An endpoint of which at most `limit` deliveries were read: with so many, there may be more after the last of them. */
const endpointOf = (limit: number) => ({ deliveries, secrets, ...endpoint }: EndpointRow): LeasedEndpoint => ({
  ...endpoint,
  secrets: secrets.map(secretOf),
  deliveries: deliveries.map(({ attempt_count, body, event, id, scheduled_after, sequence }) => ({
    id,
    sequence,
    event,
    body,
    number: attempt_count + 1,
    scheduled: attempt_count - scheduled_after + 1
  })),
  cursor: deliveries.length < limit ? undefined : cursorOf(deliveries[limit - 1]!)
})

/** The place of a delivery in the order of its endpoint: `sequence@due_at`. */
const cursorOf = ({ due_at, sequence }: DueRow): string => `${sequence}@${due_at}`

const afterOf = (cursor: string) => {
  const at = cursor.indexOf("@")
  return { after_sequence: Number(cursor.slice(0, at)), after_due: cursor.slice(at + 1) }
}

const layer: Layer.Layer<DeliveryQueue, never, SqlClient> = Layer.effect(
  DeliveryQueue,
  Effect.gen(function*() {
    const statements = yield* storeStatements("deliveries")
    const { all, only, run } = statements
    return DeliveryQueue.of({
      fanOut: (request) => fanOut(statements, request),
      lease: (request) => Effect.map(all("lease", lease, request), (rows) => rows.map(endpointOf(request.deliveries))),
      next: ({ cursor, lease, webhook_id }, holder, deliveries) =>
        Effect.map(
          all("next", next, { webhook_id, holder, lease, deliveries, ...afterOf(cursor) }),
          (rows) => rows.map(endpointOf(deliveries))[0]
        ),
      record: ({ attempts, holder, releases }) =>
        Effect.map(
          only("record", record, { holder, ...batchJson(attempts, releases) }),
          ({ doomed, is_due }) => ({ doomed, isDue: is_due })
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
