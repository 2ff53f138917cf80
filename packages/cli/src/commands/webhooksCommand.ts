import type { AdministeredWebhook, DeliveryFilter, DeliveryStatus, WebhookDelivery } from "@auspex/domain/webhooks"
import { Effect } from "effect"
import { withConnection } from "../connection/connect.ts"
import type { ChangeFlags, CommandHandler, Invocation, TargetFlags } from "../invocation/Invocation.ts"
import { printNote, printRecord } from "../output/print.ts"
import type { Column } from "../output/table.ts"
import { printList, type PageFlags } from "./pages.ts"

interface ListFlags extends TargetFlags, PageFlags {
  readonly account?: string
  readonly active?: boolean
}

interface DeliveriesFlags extends TargetFlags, PageFlags {
  readonly status?: DeliveryStatus
}

interface RedeliverFlags extends ChangeFlags {
  readonly status?: "failed" | "delivered"
  readonly from?: string
  readonly to?: string
}

const columns: ReadonlyArray<Column<AdministeredWebhook>> = [
  { header: "ID", value: (row) => row.id },
  {
    header: "STATE",
    value: (row) =>
      row.active ? (row.failing_since === undefined ? "active" : "failing") : row.disabled_reason ?? "off",
    colour: (row) => row.active && row.failing_since === undefined ? undefined : "yellow"
  },
  { header: "PENDING", value: (row) => row.pending, right: true },
  { header: "OF", value: (row) => row.user_name, shrinks: true },
  { header: "URL", value: (row) => row.url, shrinks: true },
  { header: "EVENTS", value: (row) => row.events.join(" "), shrinks: true }
]

/** `auspex webhooks list`. */
export const listWebhooks = ((call: Invocation<ListFlags>) => {
  const { account, active } = call.flags
  const filter = { ...(account === undefined ? {} : { account }), ...(active === undefined ? {} : { active }) }
  return withConnection(
    call,
    ({ api }) =>
      printList(call, "webhooks", columns, (page) => api.webhooks.adminWebhooks({ urlParams: { ...filter, ...page } }))
  )
}) satisfies CommandHandler

const lastOf = ({ attempts }: WebhookDelivery) => attempts[attempts.length - 1]

const deliveryColumns: ReadonlyArray<Column<WebhookDelivery>> = [
  { header: "ID", value: (row) => row.id },
  { header: "SEQ", value: (row) => row.sequence ?? "", right: true },
  { header: "EVENT", value: (row) => row.event },
  { header: "STATUS", value: (row) => row.status, colour: (row) => row.status === "failed" ? "red" : undefined },
  { header: "ATTEMPTS", value: (row) => row.attempts.length, right: true },
  { header: "LAST", value: (row) => lastOf(row)?.error ?? lastOf(row)?.status ?? "", shrinks: true },
  { header: "MS", value: (row) => lastOf(row)?.duration_ms ?? "", right: true },
  { header: "NEXT", value: (row) => row.next_attempt_at ?? "" }
]

/** `auspex webhooks deliveries`. */
export const listDeliveries = ((call: Invocation<DeliveriesFlags>) => {
  const { status } = call.flags
  const filter: Pick<DeliveryFilter, "status"> = status === undefined ? {} : { status }
  const path = { id: call.args[0]! }
  return withConnection(
    call,
    ({ api }) =>
      printList(
        call,
        "deliveries",
        deliveryColumns,
        (page) => api.webhooks.adminDeliveries({ path, urlParams: { ...filter, ...page } })
      )
  )
}) satisfies CommandHandler

/** `auspex webhooks test`. Ends as refused when the ping was not delivered. */
export const testWebhook =
  ((call: Invocation<TargetFlags>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const result = yield* api.webhooks.adminTestWebhook({ path: { id: call.args[0]! } })
        yield* printRecord(call, result, result)
        return result.delivered ? "ok" as const : "refused" as const
      }))) satisfies CommandHandler

/** `auspex webhooks redeliver`. */
export const redeliverDeliveries = ((call: Invocation<RedeliverFlags>) => {
  const { dryRun = false, from, status, to } = call.flags
  return withConnection(call, ({ api }) =>
    Effect.gen(function*() {
      const answer = yield* api.webhooks.adminRedeliver({
        path: { id: call.args[0]! },
        payload: {
          dry_run: dryRun,
          ...(status === undefined ? {} : { status }),
          ...(from === undefined ? {} : { from: new Date(from) }),
          ...(to === undefined ? {} : { to: new Date(to) })
        }
      })
      if (dryRun) yield* printNote(call, `would send ${answer.count} deliveries again; nothing was done`)
      yield* printRecord(call, answer, answer)
    }))
}) satisfies CommandHandler
