import { RateLimiter, type StorageUnavailable } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../database/statementsOf.ts"
import { statement } from "../database/Statement.ts"
import { statementTime } from "./statementTime.ts"

interface TakeRow {
  readonly admitted: boolean
  readonly used: number
  readonly reset_seconds: number
}

const take = statement<TakeRow>()(
  { rule: "text", key: "text", max: "integer", window_seconds: "double precision" },
  (params) => `
  insert into rate_windows as w (rule, key, taken, admitted, decided_at, expires_at)
  select ${params.rule}, ${params.key}, array[c.now], true, c.now, c.now + c.span
  from (select auspex_clock() as now, make_interval(secs => ${params.window_seconds}) as span offset 0) c
  on conflict (rule, key) do update set (taken, admitted, decided_at, expires_at) = (
    select case when cardinality(live.taken) < ${params.max}
        then live.taken || greatest(c.now, w.taken[cardinality(w.taken)]) else live.taken end,
      cardinality(live.taken) < ${params.max}, c.now, greatest(c.now + c.span, w.expires_at)
    from (select auspex_clock() as now, make_interval(secs => ${params.window_seconds}) as span offset 0) c,
      lateral (select array(select t from unnest(w.taken) t where t > c.now - c.span order by t) as taken) live)
  returning admitted, cardinality(taken) as used,
    extract(epoch from taken[greatest(1, cardinality(taken) - ${params.max} + 1)]
      + make_interval(secs => ${params.window_seconds}) - decided_at)::float8 as reset_seconds`
)

const sweep = `with swept as (delete from rate_windows where expires_at < ${statementTime} returning 1)
      select count(*) as swept from swept`

const layer: Layer.Layer<RateLimiter, never, SqlClient> = Layer.effect(
  RateLimiter,
  Effect.map(storeStatements("rates"), ({ only }) => ({
    take: (rule, key) =>
      Effect.map(
        only("take", take, { rule: rule.name, key, max: rule.max, window_seconds: rule.windowSeconds }),
        ({ admitted, reset_seconds, used }) => ({
          admitted,
          remaining: Math.max(0, rule.max - used),
          resetSeconds: Math.max(0, reset_seconds)
        })
      )
  }))
)

/**
 * An exact sliding log in one round trip: a row per rule and key holds the instants of the admitted takes. The conflict
 * branch runs on the newest version of the row, under its lock, and reads the clock there, so that concurrent takes of
 * any number of instances are decided one after the other. Call it outside a unit of work, whose rollback would undo
 * the take.
 */
export const RateLimiterPg = { layer }

/** Deletes the windows that have expired and returns their number. A worker runs it about once a minute. */
export const sweepRateWindows: Effect.Effect<number, StorageUnavailable, SqlClient> = Effect.flatMap(
  storeStatements("rates"),
  ({ only }) => Effect.map(only<{ swept: number }>("sweep", sweep), ({ swept }) => swept)
)
