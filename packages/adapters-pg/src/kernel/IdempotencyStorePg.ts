import {
  idempotencyClaimSeconds,
  type IdempotencyScope,
  IdempotencyStore,
  type IdempotencyVerdict
} from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"

interface Row {
  readonly body_hash: string
  readonly status: number | null
  readonly body: string | null
  readonly headers: Readonly<Record<string, string>> | null
  readonly withheld: boolean
  readonly done: boolean
}

const verdictOf = (row: Row | undefined, bodyHash: string): IdempotencyVerdict => {
  if (row === undefined) return { kind: "in_progress" }
  if (row.body_hash !== bodyHash) return { kind: "mismatch" }
  if (row.withheld) return { kind: "withheld" }
  if (row.status === null) return { kind: row.done ? "unanswered" : "in_progress" }
  return { kind: "replay", status: row.status, body: row.body ?? "", headers: row.headers ?? {} }
}

/** $1 principal, $2 route, $3 key, $4 digest of the body, $5 claim, $6 its seconds. One row, when it sees one. */
const claiming = `
  with claimed as (
    insert into idempotency_keys (principal, route, key, body_hash, claim, claimed_until)
    values ($1, $2, $3, $4, $5::uuid, auspex_now() + make_interval(secs => $6::integer))
    on conflict (principal, route, key) do update set body_hash = excluded.body_hash, status = null, body = null,
      headers = null, withheld = false, done = false, created_at = auspex_now(), claim = excluded.claim,
      claimed_until = excluded.claimed_until
    where idempotency_keys.created_at <= auspex_now() - interval '24 hours'
      or (idempotency_keys.claimed_until <= auspex_now() and not idempotency_keys.done)
    returning key
  )
  select k.body_hash, k.status, k.body, k.headers, k.withheld, k.done, exists (select from claimed) as is_new
  from (select) one left join idempotency_keys k on k.principal = $1 and k.route = $2 and k.key = $3`

const layer: Layer.Layer<IdempotencyStore, never, SqlClient> = Layer.effect(
  IdempotencyStore,
  Effect.map(SqlClient, (sql) => {
    const lock = ({ key, principal, route }: IdempotencyScope) =>
      sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(
        hashtextextended(${JSON.stringify([principal, route, key])}, 4175637002)) as mine`
    // In a statement of its own: it must see what the last holder of the lock committed.
    const claim = ({ key, principal, route }: IdempotencyScope, bodyHash: string) =>
      sql`insert into idempotency_keys (principal, route, key, body_hash)
        values (${principal}, ${route}, ${key}, ${bodyHash})
        on conflict (principal, route, key) do update set body_hash = excluded.body_hash, status = null, body = null,
          headers = null, withheld = false, done = false, claim = null, claimed_until = null, created_at = auspex_now()
        where idempotency_keys.created_at <= auspex_now() - interval '24 hours'
        returning key`
    const find = ({ key, principal, route }: IdempotencyScope) =>
      sql<Row>`select body_hash, status, body, headers, withheld, done from idempotency_keys
        where principal = ${principal} and route = ${route} and key = ${key}`

    return {
      begin: (scope, bodyHash) =>
        Effect.gen(function*() {
          const locked = yield* lock(scope)
          if (locked[0]?.mine !== true) return { kind: "in_progress" } as const
          const claimed = yield* claim(scope, bodyHash)
          if (claimed.length > 0) return { kind: "new" } as const
          const rows = yield* find(scope)
          return verdictOf(rows[0], bodyHash)
        }).pipe(storage("idempotency.begin")),
      claim: ({ key, principal, route }, bodyHash, claim) =>
        sql.unsafe<Row & { is_new: boolean; body_hash: string | null }>(claiming, [
          principal,
          route,
          key,
          bodyHash,
          claim,
          idempotencyClaimSeconds
        ]).pipe(
          Effect.map(([row]): IdempotencyVerdict =>
            row!.is_new ? { kind: "new" } : verdictOf(row!.body_hash === null ? undefined : row, bodyHash)
          ),
          storage("idempotency.claim")
        ),
      settle: ({ key, principal, route }, claim, withheld) =>
        sql<{ key: string }>`update idempotency_keys set done = true, withheld = ${withheld}
          where principal = ${principal} and route = ${route} and key = ${key} and claim = ${claim}::uuid
          returning key`.pipe(Effect.map((rows) => rows.length > 0), storage("idempotency.settle")),
      release: ({ key, principal, route }, claim) =>
        sql`delete from idempotency_keys
          where principal = ${principal} and route = ${route} and key = ${key} and claim = ${claim}::uuid
            and not done`.pipe(Effect.asVoid, storage("idempotency.release")),
      complete: ({ key, principal, route }, reply, claim) => {
        const saved = reply === "withheld" ? undefined : reply
        return sql`update idempotency_keys set status = ${saved?.status ?? null}, body = ${saved?.body ?? null},
            headers = ${saved === undefined ? null : JSON.stringify(saved.headers)}::jsonb,
            withheld = ${saved === undefined}, done = true
          where principal = ${principal} and route = ${route} and key = ${key}
            and claim is not distinct from ${claim ?? null}::uuid`.pipe(
          Effect.asVoid,
          storage("idempotency.complete")
        )
      },
      forget: sql<{ gone: number }>`with gone as (
          delete from idempotency_keys where created_at <= auspex_now() - interval '24 hours' returning 1)
        select count(*) as gone from gone`.pipe(Effect.map((rows) => rows[0]!.gone), storage("idempotency.forget"))
    }
  })
)

/**
 * `idempotency_keys`. The transaction that works on a key it has begun holds an advisory lock on it until it ends, which
 * others try and never wait for; the row itself commits with the effect. A claim is the row itself, committed at once.
 */
export const IdempotencyStorePg = { layer }
