import { type DisabledWebhook, toWebhook, type WebhookRow, WebhookStore } from "@auspex/domain/webhooks"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { type Statements, storeStatements } from "../../database/statementsOf.ts"
import { idCursor } from "../../kernel/Cursor.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { paged, pageOf } from "../../kernel/PageRow.ts"
import { deliveryMethods } from "./WebhookDeliveriesPg.ts"
import { type SecretJson, secretOf } from "./secretOf.ts"
import {
  addSecret,
  type AdministeredRow,
  disable,
  find,
  insert,
  list,
  lockWebhook,
  newestVersion,
  ofOwner,
  remove,
  secrets,
  update
} from "./webhookSql.ts"

const cursor = idCursor("webhooks")

const secretMethods = ({ only, run }: Statements): Pick<
  typeof WebhookStore.Service,
  "addSecret" | "lockSecrets" | "secrets"
> => ({
  lockSecrets: (webhookId) =>
    Effect.zipRight(
      run("lockSecrets", lockWebhook, [webhookId]),
      Effect.map(only<{ readonly version: number }>("lockSecrets", newestVersion, [webhookId]), (row) => row.version)
    ),
  addSecret: (webhook_id, { sealed, version }, kept_hours) =>
    Effect.map(
      only("addSecret", addSecret, { webhook_id, version, sealed, kept_hours }),
      (row) => row.expires_at
    ),
  secrets: (webhookId) =>
    Effect.map(
      only<{ readonly secrets: ReadonlyArray<SecretJson> }>("secrets", secrets, [webhookId]),
      (row) => row.secrets.map(secretOf)
    )
})

const layer: Layer.Layer<WebhookStore, never, SqlClient> = Layer.effect(
  WebhookStore,
  Effect.map(storeStatements("webhooks"), (statements) => {
    const { all, first, only, run } = statements
    return WebhookStore.of({
      ...secretMethods(statements),
      ...deliveryMethods(statements),
      lockOwner: ({ id, kind }) =>
        Effect.zipRight(
          run("lockOwner", ofOwner[kind].lock, [id]),
          only<{ readonly existing: number; readonly id: string }>("lockOwner", ofOwner[kind].count, [id])
        ),
      insert: ({ events, id, owner, url }, { sealed }) =>
        only("insert", insert, {
          id,
          account_id: owner.kind === "account" ? owner.id : null,
          workspace_id: owner.kind === "workspace" ? owner.id : null,
          url,
          events: JSON.stringify(events),
          sealed
        }),
      ofOwner: ({ id, kind }) => all<WebhookRow>("ofOwner", ofOwner[kind].list, [id]),
      list: ({ account, active }, page) =>
        Effect.gen(function*() {
          const parameters = yield* paged(page, cursor)
          const rows = yield* all("list", list, { account: account ?? null, active: active ?? null, ...parameters })
          const found = pageOf<AdministeredRow, string>(rows, "id", page, cursor, ({ id }) => id)
          return {
            ...found,
            items: found.items.map(({ pending, user_name, ...row }) => ({
              ...toWebhook(row),
              user_id: row.owner.id,
              user_name,
              pending
            }))
          }
        }),
      find: (id) => ifUuid(id, first<WebhookRow>("find", find, [id])),
      update: (id, { active, events, url }) =>
        ifUuid(
          id,
          first("update", update, {
            id,
            url: url ?? null,
            events: events === undefined ? null : JSON.stringify(events),
            active: active ?? null
          })
        ),
      disable: (id, reason) => first<DisabledWebhook>("disable", disable, [id, reason]),
      remove: (id) => run("remove", remove, [id])
    })
  })
)

/** Stores webhooks, their secrets and their deliveries. */
export const WebhookStorePg = { layer }
