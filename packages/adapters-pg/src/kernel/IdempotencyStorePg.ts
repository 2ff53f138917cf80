import { idempotencyClaimSeconds, IdempotencyStore, type IdempotencyVerdict } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../database/statementsOf.ts"
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

/** Always yields one row; its columns are null when the statement does not see the row of the key. */
const claimKey = statement<ClaimRow>()(
  { principal: "text", route: "text", key: "text", body_hash: "text", claim: "uuid", seconds: "integer" },
  (params) => `
  with claimed as (
    insert into idempotency_keys (principal, route, key, body_hash, claim, claimed_until)
    values (${params.principal}, ${params.route}, ${params.key}, ${params.body_hash}, ${params.claim}, auspex_now() + make_interval(secs => ${params.seconds}))
    on conflict (principal, route, key) do update set body_hash = excluded.body_hash, status = null, body = null,
      headers = null, withheld = false, done = false, created_at = auspex_now(), claim = excluded.claim,
      claimed_until = excluded.claimed_until
    where idempotency_keys.created_at <= auspex_now() - interval '24 hours'
      or (idempotency_keys.claimed_until <= auspex_now() and not idempotency_keys.done)
    returning key
  )
  select k.body_hash, k.status, k.body, k.headers, k.withheld, k.done, exists (select from claimed) as is_new
  from (select) one left join idempotency_keys k on k.principal = ${params.principal} and k.route = ${params.route} and k.key = ${params.key}`
)

/** The row that a claim saw, if any. */
const existingRowOf = ({ body_hash, ...row }: ClaimRow): Row | undefined =>
  body_hash === null ? undefined : { ...row, body_hash }

/** $1 the scope as JSON. */
const tryLock = `select pg_try_advisory_xact_lock(
        hashtextextended($1, 4175637002)) as mine`

/** $1 principal, $2 route, $3 key. */
const find = `select body_hash, status, body, headers, withheld, done from idempotency_keys
        where principal = $1 and route = $2 and key = $3`

// A separate statement, because it must see what the last holder of the lock committed.
const begin = statement()(
  { principal: "text", route: "text", key: "text", body_hash: "text" },
  (params) => `
  insert into idempotency_keys (principal, route, key, body_hash)
  values (${params.principal}, ${params.route}, ${params.key}, ${params.body_hash})
  on conflict (principal, route, key) do update set body_hash = excluded.body_hash, status = null, body = null,
    headers = null, withheld = false, done = false, claim = null, claimed_until = null, created_at = auspex_now()
  where idempotency_keys.created_at <= auspex_now() - interval '24 hours'
  returning key`
)

const settle = statement<{ readonly key: string }>()(
  { principal: "text", route: "text", key: "text", claim: "uuid", withheld: "boolean" },
  (params) => `
  update idempotency_keys set done = true, withheld = ${params.withheld}
  where principal = ${params.principal} and route = ${params.route} and key = ${params.key} and claim = ${params.claim}
  returning key`
)

const release = statement()(
  { principal: "text", route: "text", key: "text", claim: "uuid" },
  (params) => `
  delete from idempotency_keys
  where principal = ${params.principal} and route = ${params.route} and key = ${params.key} and claim = ${params.claim}
    and not done`
)

/** `claim` is null for a key that `begin` inserted. */
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
  (params) => `
  update idempotency_keys set status = ${params.status}, body = ${params.body}, headers = ${params.headers},
    withheld = ${params.withheld}, done = true
  where principal = ${params.principal} and route = ${params.route} and key = ${params.key}
    and claim is not distinct from ${params.claim}`
)

const forget = `with deleted as (
          delete from idempotency_keys where created_at <= auspex_now() - interval '24 hours' returning 1)
        select count(*) as deleted from deleted`

const layer: Layer.Layer<IdempotencyStore, never, SqlClient> = Layer.effect(
  IdempotencyStore,
  Effect.map(storeStatements("idempotency"), ({ first, only, run }) => ({
    begin: (scope, bodyHash) =>
      Effect.gen(function*() {
        const { key, principal, route } = scope
        const { mine } = yield* only<{ mine: boolean }>("begin", tryLock, [JSON.stringify([principal, route, key])])
        if (!mine) return { kind: "in_progress" } as const
        const claimed = yield* first("begin", begin, { ...scope, body_hash: bodyHash })
        if (claimed !== undefined) return { kind: "new" } as const
        return verdictOf(yield* first<Row>("begin", find, [principal, route, key]), bodyHash)
      }),
    claim: (scope, bodyHash, claim) =>
      Effect.map(
        only("claim", claimKey, { ...scope, body_hash: bodyHash, claim, seconds: idempotencyClaimSeconds }),
        (row): IdempotencyVerdict => row.is_new ? { kind: "new" } : verdictOf(existingRowOf(row), bodyHash)
      ),
    settle: (scope, claim, withheld) =>
      Effect.map(first("settle", settle, { ...scope, claim, withheld }), (row) => row !== undefined),
    release: (scope, claim) => run("release", release, { ...scope, claim }),
    complete: (scope, reply, claim) => {
      const saved = reply === "withheld" ? undefined : reply
      return run("complete", complete, {
        ...scope,
        claim: claim ?? null,
        status: saved?.status ?? null,
        body: saved?.body ?? null,
        headers: saved === undefined ? null : JSON.stringify(saved.headers),
        withheld: saved === undefined
      })
    },
    forget: Effect.map(only<{ deleted: number }>("forget", forget), ({ deleted }) => deleted)
  }))
)

/**
 * Stores keys in `idempotency_keys`. A transaction that has begun a key holds an advisory lock on it until it ends;
 * others try the lock and never wait for it. The key's row commits with the effect. A claim is the row itself,
 * committed immediately.
 */
export const IdempotencyStorePg = { layer }
