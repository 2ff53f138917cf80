import {
  type AttemptResult,
  type DeliveryFilter,
  testEvent,
  type WebhookDelivery,
  type WebhookStore
} from "@auspex/domain/webhooks"
import { Effect } from "effect"
import type { Statements } from "../../database/statementsOf.ts"
import { idCursor } from "../../kernel/Cursor.ts"
import { comparableTime } from "../../kernel/comparableTime.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { paged, pageOf } from "../../kernel/PageRow.ts"
import {
  type AttemptJson,
  beginTest,
  countRedelivered,
  type DeliveryRow,
  find,
  list,
  recordTest,
  redeliverAll,
  redeliverOne
} from "./deliverySql.ts"

const cursor = idCursor("deliveries")

/** An attempt as stored; the statement adds its time. */
export const attemptJson = (number: number, result: AttemptResult): Omit<AttemptJson, "at"> => ({
  number,
  ...(result.status === undefined ? {} : { status: result.status }),
  ...(result.error === undefined ? {} : { error: result.error }),
  duration_ms: result.durationMillis,
  ...(result.response === undefined ? {} : { response: result.response })
})

// The status and the event of a row are known values: nothing else writes them.
const deliveryOf = ({ attempts, due_at, ...row }: DeliveryRow): WebhookDelivery => ({
  ...(row as Omit<WebhookDelivery, "attempts">),
  ...(due_at === null ? {} : { next_attempt_at: due_at }),
  attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: new Date(at) }))
})

const parametersOf = (webhookId: string, { event, from, status, to }: DeliveryFilter) => ({
  webhook_id: webhookId,
  status: status ?? null,
  event: event ?? null,
  from: from === undefined ? null : comparableTime(from),
  to: to === undefined ? null : comparableTime(to)
})

/** The methods of the store that read deliveries and send them again. */
export const deliveryMethods = ({ all, first, only, run }: Statements): Pick<
  typeof WebhookStore.Service,
  "deliveries" | "delivery" | "beginTest" | "recordTest" | "countRedelivered" | "redeliver"
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
  recordTest: ({ body, id, webhook_id }, result, { to }) =>
    run("recordTest", recordTest, {
      id,
      webhook_id,
      event: testEvent,
      body,
      status: to,
      attempt: JSON.stringify(attemptJson(1, result))
    }),
  countRedelivered: ({ from }, webhookId, filter) =>
    Effect.map(
      only("countRedelivered", countRedelivered, parametersOf(webhookId, { ...filter, status: from })),
      ({ count }) => count
    ),
  redeliver: ({ from, to }, webhook_id, which) =>
    Effect.map(
      "id" in which
        ? only("redeliver", redeliverOne, { webhook_id, id: which.id, from_status: from, to_status: to })
        : only("redeliver", redeliverAll, { ...parametersOf(webhook_id, { ...which, status: from }), to_status: to }),
      ({ count }) => count
    )
})
