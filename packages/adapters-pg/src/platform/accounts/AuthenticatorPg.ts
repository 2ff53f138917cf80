import {
  Authenticator,
  ConfiguredAdminKey,
  configuredAdminKeyName,
  sessionAgeDaysMax,
  sessionIdleDaysMax
} from "@auspex/domain/accounts"
import { Secrets, type WorkspaceKeyHolder } from "@auspex/domain/identity"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, Redacted } from "effect"
import { timingSafeEqual } from "node:crypto"
import { storeStatements } from "../../database/statementsOf.ts"
import { actorColumns, actorOf, type ActorRow } from "./actorRow.ts"

// Written at most once a minute; skips a row that another transaction has locked.
const touchAccount = `
  update accounts set last_active_at = auspex_now() where id = (
    select a.id from accounts a join found f on f.id = a.id
    where f.last_active_at is null or f.last_active_at < auspex_now() - interval '1 minute'
    for no key update of a skip locked)`

const byKey = `
  with found as (
    select ${actorColumns}, k.id as key_id
    from account_keys k join accounts a on a.id = k.account_id
    where k.digest = $1::bytea and k.revoked_at is null
  ), seen as (${touchAccount})
  select * from found`

const byToken = `
  with found as (
    select ${actorColumns}, s.id as key_id, s.last_used_at
    from sessions s join accounts a on a.id = s.account_id
    where s.digest = $1::bytea
      and s.last_used_at > auspex_now() - make_interval(days => ${sessionIdleDaysMax})
      and s.created_at > auspex_now() - make_interval(days => ${sessionAgeDaysMax})
  ), renewed as (
    update sessions s set last_used_at = auspex_now() from found f
    where s.id = f.key_id and f.last_used_at < auspex_now() - interval '1 minute'
  ), seen as (${touchAccount})
  select * from found`

const byAdminKey = `
  with found as (
    select id, name, last_used_at from admin_keys
    where digest = $1::bytea and revoked_at is null and (expires_at is null or expires_at > auspex_now())
  ), seen as (
    update admin_keys k set last_used_at = auspex_now() from found f
    where k.id = f.id and (f.last_used_at is null or f.last_used_at < auspex_now() - interval '1 minute')
  )
  select id, name from found`

const byWorkspaceKey = `
  with found as (
    select k.id as key_id, k.workspace_id, k.account_id, k.last_used_at, m.role, w.tier
    from workspace_keys k
    join workspace_members m on m.workspace_id = k.workspace_id and m.account_id = k.account_id
    join workspaces w on w.id = k.workspace_id
    join accounts a on a.id = k.account_id
    where k.digest = $1::bytea and k.revoked_at is null and k.expires_at > auspex_now() and a.suspended_at is null
  ), seen as (
    update workspace_keys k set last_used_at = auspex_now() from found f
    where k.id = f.key_id and (f.last_used_at is null or f.last_used_at < auspex_now() - interval '1 minute')
  )
  select 'workspace' as kind, workspace_id, tier, account_id, role, key_id from found`

const layer: Layer.Layer<Authenticator, never, SqlClient | Secrets | ConfiguredAdminKey> = Layer
  .effect(
    Authenticator,
    Effect.gen(function*() {
      const { first } = yield* storeStatements("authenticator")
      const { digestOf } = yield* Secrets
      const { key } = yield* ConfiguredAdminKey
      const configuredDigest = key === undefined ? undefined : digestOf(Redacted.value(key))

      const account = (operation: string, statement: string, credential: "key" | "token") => (secret: string) =>
        Effect.map(
          first<ActorRow>(operation, statement, [digestOf(secret)]),
          (row) => row && actorOf(row, credential)
        )

      return Authenticator.of({
        byKey: account("byKey", byKey, "key"),
        byToken: account("byToken", byToken, "token"),
        byAdminKey: (secret) => {
          const digest = digestOf(secret)
          if (configuredDigest !== undefined && timingSafeEqual(digest, configuredDigest)) {
            return Effect.succeed({ kind: "admin", name: configuredAdminKeyName, key_id: configuredAdminKeyName })
          }
          return Effect.map(
            first<{ id: string; name: string }>("byAdminKey", byAdminKey, [digest]),
            (row) => row && { kind: "admin" as const, name: row.name, key_id: row.id }
          )
        },
        byWorkspaceKey: (secret) => first<WorkspaceKeyHolder>("byWorkspaceKey", byWorkspaceKey, [digestOf(secret)])
      })
    })
  )

/** Looks secrets up by digest. `last_active_at` and `last_used_at` are accurate to the minute. */
export const AuthenticatorPg = { layer }
