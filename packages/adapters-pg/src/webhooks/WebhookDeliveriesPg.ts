import {
  type AttemptResult,
  type DeliveryFilter,
  type DeliveryVerdict,
  testEvent,
  type WebhookDelivery,
  type WebhookStore
} from "@auspex/domain/webhooks"
import { Effect } from "effect"
import type { Statements } from "../database/statementsOf.ts"
import { idCursor } from "../kernel/Cursor.ts"
import { ifUuid } from "../kernel/ifUuid.ts"
import { paged, pageOf } from "../kernel/PageRow.ts"
import {
  type AttemptJson,
  beginTest,
  countFinished,
  type DeliveryRow,
  find,
  list,
  recordTest,
  redeliverAll,
  redeliverOne
} from "./deliverySql.ts"

const cursor = idCursor("deliveries")

/** The status of a delivery after an attempt. */
export const statusAfter = ({ kind }: DeliveryVerdict): WebhookDelivery["status"] =>
  kind === "delivered" ? "delivered" : kind === "retry" ? "pending" : "failed"

/** An attempt as stored; the statement adds its time. */
export const attemptJson = (number: number, result: AttemptResult): Omit<AttemptJson, "at"> => ({
  number,
  ...(result.status === undefined ? {} : { status: result.status }),
  ...(result.error === undefined ? {} : { error: result.error }),
  duration_ms: result.durationMillis,
  ...(result.response === undefined ? {} : { response: result.response })
})

// The status and the event of a row are among the known ones: nothing else writes them.
const deliveryOf = ({ attempts, due_at, ...row }: DeliveryRow): WebhookDelivery => ({
  ...(row as Omit<WebhookDelivery, "attempts">),
  ...(due_at === null ? {} : { next_attempt_at: due_at }),
  attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: new Date(at) }))
})

const parametersOf = (webhookId: string, { event, from, status, to }: DeliveryFilter) => ({
  webhook_id: webhookId,
  status: status ?? null,
  event: event ?? null,
  from: from ?? null,
  to: to ?? null
})

/** The methods of the store that read deliveries and send them again. */
export const deliveryMethods = ({ all, first, only, run }: Statements): Pick<
  typeof WebhookStore.Service,
  "deliveries" | "delivery" | "beginTest" | "recordTest" | "countFinished" | "redeliver"
> => ({
  deliveries: (webhookId, filter, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, cursor)
      const rows = yield* all("deliveries", list, { ...parametersOf(webhookId, filter), ...parameters })
      const found = pageOf<DeliveryRow, string>(rows, "id", page, cursor, ({ id }) => id)
      return { ...found, items: found.items.map(deliveryOf) }
    }),
  delivery: (webhookId, deliveryId) =>
    Effect.map(
      ifUuid(deliveryId, first<DeliveryRow>("delivery", find, [webhookId, deliveryId])),
      (row) => row === undefined ? undefined : deliveryOf(row)
    ),
  beginTest: only("beginTest", beginTest),
  recordTest: ({ body, id, webhook_id }, result, verdict) =>
    run("recordTest", recordTest, {
      id,
      webhook_id,
      event: testEvent,
      body,
      status: statusAfter(verdict),
      attempt: JSON.stringify(attemptJson(1, result))
    }),
  countFinished: (webhookId, filter) =>
    Effect.map(only("countFinished", countFinished, parametersOf(webhookId, filter)), ({ count }) => count),
  redeliver: (webhookId, which) =>
    Effect.map(
      "id" in which
        ? only<{ readonly count: number }>("redeliver", redeliverOne, [webhookId, which.id])
        : only("redeliver", redeliverAll, parametersOf(webhookId, which)),
      ({ count }) => count
    )
})
