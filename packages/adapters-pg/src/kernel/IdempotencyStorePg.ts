import {
  idempotencyClaimSeconds,
  type IdempotencyScope,
  IdempotencyStore,
  type IdempotencyVerdict
} from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"
import { statement } from "../database/Statement.ts"

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

interface ClaimRow extends Omit<Row, "body_hash"> {
  readonly body_hash: string | null
  readonly is_new: boolean
}

/** Always one row, of nulls when it does not see that of the key. */
const claiming = statement<ClaimRow>()(
  { principal: "text", route: "text", key: "text", body_hash: "text", claim: "uuid", seconds: "integer" },
  (given) => `
  with claimed as (
    insert into idempotency_keys (principal, route, key, body_hash, claim, claimed_until)
    values (${given.principal}, ${given.route}, ${given.key}, ${given.body_hash}, ${given.claim}, auspex_now() + make_interval(secs => ${given.seconds}))
    on conflict (principal, route, key) do update set body_hash = excluded.body_hash, status = null, body = null,
      headers = null, withheld = false, done = false, created_at = auspex_now(), claim = excluded.claim,
      claimed_until = excluded.claimed_until
    where idempotency_keys.created_at <= auspex_now() - interval '24 hours'
      or (idempotency_keys.claimed_until <= auspex_now() and not idempotency_keys.done)
    returning key
  )
  select k.body_hash, k.status, k.body, k.headers, k.withheld, k.done, exists (select from claimed) as is_new
  from (select) one left join idempotency_keys k on k.principal = ${given.principal} and k.route = ${given.route} and k.key = ${given.key}`
)

/** The row that a claim saw, if it did. */
const seenOf = ({ body_hash, ...row }: ClaimRow): Row | undefined =>
  body_hash === null ? undefined : { ...row, body_hash }

// In a statement of its own: it must see what the last holder of the lock committed.
const begin = statement()(
  { principal: "text", route: "text", key: "text", body_hash: "text" },
  (given) => `
  insert into idempotency_keys (principal, route, key, body_hash)
  values (${given.principal}, ${given.route}, ${given.key}, ${given.body_hash})
  on conflict (principal, route, key) do update set body_hash = excluded.body_hash, status = null, body = null,
    headers = null, withheld = false, done = false, claim = null, claimed_until = null, created_at = auspex_now()
  where idempotency_keys.created_at <= auspex_now() - interval '24 hours'
  returning key`
)

const settle = statement<{ readonly key: string }>()(
  { principal: "text", route: "text", key: "text", claim: "uuid", withheld: "boolean" },
  (given) => `
  update idempotency_keys set done = true, withheld = ${given.withheld}
  where principal = ${given.principal} and route = ${given.route} and key = ${given.key} and claim = ${given.claim}
  returning key`
)

const release = statement()(
  { principal: "text", route: "text", key: "text", claim: "uuid" },
  (given) => `
  delete from idempotency_keys
  where principal = ${given.principal} and route = ${given.route} and key = ${given.key} and claim = ${given.claim}
    and not done`
)

/** The claim is null for a key that was begun. */
const complete = statement()(
  {
    principal: "text",
    route: "text",
    key: "text",
    claim: "uuid",
    status: "integer",
    body: "text",
    headers: "text::jsonb",
    withheld: "boolean"
  },
  (given) => `
  update idempotency_keys set status = ${given.status}, body = ${given.body}, headers = ${given.headers},
    withheld = ${given.withheld}, done = true
  where principal = ${given.principal} and route = ${given.route} and key = ${given.key}
    and claim is not distinct from ${given.claim}`
)

const layer: Layer.Layer<IdempotencyStore, never, SqlClient> = Layer.effect(
  IdempotencyStore,
  Effect.map(SqlClient, (sql) => {
    const lock = ({ key, principal, route }: IdempotencyScope) =>
      sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(
        hashtextextended(${JSON.stringify([principal, route, key])}, 4175637002)) as mine`
    const find = ({ key, principal, route }: IdempotencyScope) =>
      sql<Row>`select body_hash, status, body, headers, withheld, done from idempotency_keys
        where principal = ${principal} and route = ${route} and key = ${key}`

    return {
      begin: (scope, bodyHash) =>
        Effect.gen(function*() {
          const locked = yield* lock(scope)
          if (locked[0]?.mine !== true) return { kind: "in_progress" } as const
          const claimed = yield* begin.run(sql, { ...scope, body_hash: bodyHash })
          if (claimed.length > 0) return { kind: "new" } as const
          const rows = yield* find(scope)
          return verdictOf(rows[0], bodyHash)
        }).pipe(storage("idempotency.begin")),
      claim: (scope, bodyHash, claim) =>
        claiming.run(sql, { ...scope, body_hash: bodyHash, claim, seconds: idempotencyClaimSeconds }).pipe(
          Effect.map(([row]): IdempotencyVerdict => row!.is_new ? { kind: "new" } : verdictOf(seenOf(row!), bodyHash)),
          storage("idempotency.claim")
        ),
      settle: (scope, claim, withheld) =>
        settle.run(sql, { ...scope, claim, withheld }).pipe(
          Effect.map((rows) => rows.length > 0),
          storage("idempotency.settle")
        ),
      release: (scope, claim) =>
        release.run(sql, { ...scope, claim }).pipe(Effect.asVoid, storage("idempotency.release")),
      complete: (scope, reply, claim) => {
        const saved = reply === "withheld" ? undefined : reply
        return complete.run(sql, {
          ...scope,
          claim: claim ?? null,
          status: saved?.status ?? null,
          body: saved?.body ?? null,
          headers: saved === undefined ? null : JSON.stringify(saved.headers),
          withheld: saved === undefined
        }).pipe(Effect.asVoid, storage("idempotency.complete"))
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
