import type { AdministeredWebhook, DeliveryFilter, DeliveryStatus } from "@auspex/domain/webhooks"
import { Effect } from "effect"
import { withConnection } from "../../kit/connection/connect.ts"
import { instantFlag } from "../../kit/invocation/instantFlag.ts"
import type { ChangeFlags, CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { printNote, printRecord } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"
import { printList, type PageFlags } from "../../kit/connection/pages.ts"
import { deliveryColumns, stateColumn, subscriptionColumns } from "./webhookColumns.ts"

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
  stateColumn,
  { header: "PENDING", value: (row) => row.pending, right: true },
  { header: "OF", value: (row) => row.user_name, shrinks: true },
  ...subscriptionColumns
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
  const { dryRun = false, status } = call.flags
  return withConnection(call, ({ api }) =>
    Effect.gen(function*() {
      const from = yield* instantFlag("--from", call.flags.from)
      const to = yield* instantFlag("--to", call.flags.to)
      const answer = yield* api.webhooks.adminRedeliver({
        path: { id: call.args[0]! },
        payload: {
          dry_run: dryRun,
          ...(status === undefined ? {} : { status }),
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to })
        }
      })
      if (dryRun) yield* printNote(call, `would send ${answer.count} deliveries again; nothing was done`)
      yield* printRecord(call, answer, answer)
    }))
}) satisfies CommandHandler
