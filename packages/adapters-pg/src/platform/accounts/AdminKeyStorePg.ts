import { type AdminKey, adminKeyDaysMax, AdminKeyStore, adminKeyWarningDays } from "@auspex/domain/accounts"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storeStatements } from "../../database/statementsOf.ts"
import { statement } from "../../database/Statement.ts"
import { withoutNulls } from "@auspex/domain/kernel"
import { isUuid } from "../../kernel/isUuid.ts"

const columns = `
  id, name, last4, created_at, expires_at, last_used_at, revoked_at,
  revoked_at is null and (expires_at is null or expires_at > auspex_now()) as live,
  revoked_at is null and coalesce(expires_at > auspex_now(), false)
    and created_at <= auspex_now() - make_interval(days => ${adminKeyWarningDays}) as expires_soon`

interface Row {
  readonly id: string
  readonly name: string
  readonly last4: string
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
  readonly live: boolean
  readonly expires_soon: boolean
}

const retireExpired = `
  update admin_keys set revoked_at = auspex_now()
  where name = $1 and revoked_at is null and expires_at <= auspex_now()`

const add = statement<Row>()(
  { name: "text", id: "uuid", digest: "bytea", last4: "text", only_first: "boolean" },
  (params) => `
  insert into admin_keys (id, name, digest, last4, expires_at)
  select ${params.id}, ${params.name}, ${params.digest}, ${params.last4}, auspex_now() + make_interval(days => ${adminKeyDaysMax})
  where not ${params.only_first}
    or not exists (select 1 from admin_keys where revoked_at is null and (expires_at is null or expires_at > auspex_now()))
  on conflict (name) where revoked_at is null do nothing
  returning ${columns}`
)

const list = `select ${columns} from admin_keys order by created_at desc, id desc`

const revoke = `
  update admin_keys set revoked_at = auspex_now()
  where revoked_at is null and (id = $1::uuid or name = $2)
  returning ${columns}`

const keyOf = (row: Row): AdminKey => withoutNulls(row)

const layer: Layer.Layer<AdminKeyStore, never, SqlClient> = Layer.effect(
  AdminKeyStore,
  Effect.map(storeStatements("adminKeys"), ({ all, first, run }) => {
    const insert = (operation: string, onlyFirst: boolean): AdminKeyStore["Type"]["add"] => (name, key) =>
      run(operation, retireExpired, [name]).pipe(
        Effect.zipRight(first(operation, add, {
          name,
          id: uuidv7(),
          digest: key.digest,
          last4: key.last4,
          only_first: onlyFirst
        })),
        Effect.map((row) => row && keyOf(row))
      )
    return AdminKeyStore.of({
      add: insert("add", false),
      addFirst: insert("addFirst", true),
      list: Effect.map(all<Row>("list", list), (rows) => rows.map(keyOf)),
      revoke: (idOrName) =>
        Effect.map(
          first<Row>("revoke", revoke, [isUuid(idOrName) ? idOrName : null, idOrName]),
          (row) => row && keyOf(row)
        )
    })
  })
)

/** Stores administrators' keys in `admin_keys`. */
export const AdminKeyStorePg = { layer }
