import { type ProjectEventName, projectEventNames } from "@auspex/domain/events"
import type { DeliveryStatus, Webhook } from "@auspex/domain/webhooks"
import { Effect } from "effect"
import { confirm } from "../../kit/connection/confirm.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import type { ChangeFlags, CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { printNote, printOnce, printRecord, printRows } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"
import { type PageFlags, printList } from "../../kit/connection/pages.ts"
import { deliveryColumns, stateColumn, subscriptionColumns } from "../../platform/webhooks/webhookColumns.ts"

interface SubscriptionFlags extends TargetFlags {
  readonly event?: ReadonlyArray<ProjectEventName>
}

interface UpdateFlags extends SubscriptionFlags {
  readonly url?: string
  readonly active?: boolean
}

interface DeliveriesFlags extends TargetFlags, PageFlags {
  readonly status?: DeliveryStatus
}

const columns: ReadonlyArray<Column<Webhook>> = [
  { header: "ID", value: (row) => row.id },
  stateColumn,
  ...subscriptionColumns
]

const secretNote = "The secret is shown this once. Receivers verify signatures with it."
const lostNote = "The secret has been made, but nobody has seen it: rotate it."

const ofWorkspace = (call: Invocation<TargetFlags>) => ({ workspace_id: call.args[0]! })

const ofWebhook = (call: Invocation<TargetFlags>) => ({ ...ofWorkspace(call), webhook_id: call.args[1]! })

const fieldsOf = (webhook: Webhook) => ({ ...webhook, events: webhook.events.join(" ") })

/** `auspex research webhooks list`. */
export const listWorkspaceWebhooks = ((call: Invocation<TargetFlags>) =>
  withConnection(
    call,
    ({ api }) =>
      Effect.flatMap(
        api.workspaceWebhooks.webhooks({ path: ofWorkspace(call) }),
        (found) => printRows(call, found.webhooks, columns, found)
      )
  )) satisfies CommandHandler

/** `auspex research webhooks add`. */
export const addWorkspaceWebhook =
  ((call: Invocation<SubscriptionFlags>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const made = yield* api.workspaceWebhooks.createWebhook({
          path: ofWorkspace(call),
          payload: { url: call.args[1]!, events: call.flags.event ?? projectEventNames }
        })
        yield* printOnce(call, { ...made }, fieldsOf(made), lostNote)
        yield* printNote(call, secretNote)
      }))) satisfies CommandHandler

/** `auspex research webhooks update`. */
export const updateWorkspaceWebhook =
  ((call: Invocation<UpdateFlags>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const { active, event, url } = call.flags
        if (active === undefined && event === undefined && url === undefined) {
          return yield* new WrongUsage({
            message: "nothing to change: give --url, --event, --active or --no-active"
          })
        }
        const webhook = yield* api.workspaceWebhooks.updateWebhook({
          path: ofWebhook(call),
          payload: {
            ...(url === undefined ? {} : { url }),
            ...(event === undefined ? {} : { events: event }),
            ...(active === undefined ? {} : { active })
          }
        })
        yield* printRecord(call, { ...webhook }, fieldsOf(webhook))
      }))) satisfies CommandHandler

/** `auspex research webhooks remove`. */
export const removeWorkspaceWebhook =
  ((call: Invocation<ChangeFlags>) =>
    withConnection(call, ({ api, target }) =>
      Effect.gen(function*() {
        const path = ofWebhook(call)
        const sentence =
          `delete the webhook ${path.webhook_id} of the workspace ${path.workspace_id} with its deliveries`
        if (yield* isDryRun(call, target, sentence)) return yield* printRecord(call, path, path)
        yield* confirm(call, target, sentence)
        const deleted = yield* api.workspaceWebhooks.deleteWebhook({ path })
        yield* printRecord(call, { ...deleted }, deleted)
      }))) satisfies CommandHandler

/** `auspex research webhooks test`. Ends as refused when the ping was not delivered. */
export const testWorkspaceWebhook =
  ((call: Invocation<TargetFlags>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const result = yield* api.workspaceWebhooks.testWebhook({ path: ofWebhook(call) })
        yield* printRecord(call, { ...result }, result)
        return result.delivered ? "ok" as const : "refused" as const
      }))) satisfies CommandHandler

/** `auspex research webhooks rotate`. */
export const rotateWorkspaceWebhook =
  ((call: Invocation<TargetFlags>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const rotated = yield* api.workspaceWebhooks.rotateSecret({ path: ofWebhook(call) })
        yield* printOnce(call, { ...rotated }, rotated, lostNote)
        yield* printNote(call, secretNote)
      }))) satisfies CommandHandler

/** `auspex research webhooks deliveries`. */
export const listWorkspaceDeliveries = ((call: Invocation<DeliveriesFlags>) => {
  const { status } = call.flags
  const filter = status === undefined ? {} : { status }
  const path = ofWebhook(call)
  return withConnection(
    call,
    ({ api }) =>
      printList(
        call,
        "deliveries",
        deliveryColumns,
        (page) => api.workspaceWebhooks.deliveries({ path, urlParams: { ...filter, ...page } })
      )
  )
}) satisfies CommandHandler

/** `auspex research webhooks redeliver`. */
export const redeliverToWorkspace =
  ((call: Invocation<TargetFlags>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const delivery = yield* api.workspaceWebhooks.redeliver({
          path: { ...ofWebhook(call), delivery_id: call.args[2]! }
        })
        const { attempts, ...shown } = delivery
        yield* printRecord(call, { ...delivery }, { ...shown, attempts: attempts.length })
      }))) satisfies CommandHandler
