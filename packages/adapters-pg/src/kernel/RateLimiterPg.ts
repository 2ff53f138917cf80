import { RateLimiter, type StorageUnavailable } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"

const layer: Layer.Layer<RateLimiter, never, SqlClient> = Layer.effect(
  RateLimiter,
  Effect.map(SqlClient, (sql) => ({
    take: (rule, key) =>
      sql<{ admitted: boolean; used: number; reset_seconds: number }>`
        insert into rate_windows as w (rule, key, taken, admitted, decided_at, expires_at)
        select ${rule.name}, ${key}, array[c.now], true, c.now, c.now + c.span
        from (select auspex_clock() as now, make_interval(secs => ${rule.windowSeconds}::float8) as span offset 0) c
        on conflict (rule, key) do update set (taken, admitted, decided_at, expires_at) = (
          select case when cardinality(live.taken) < ${rule.max}::int
              then live.taken || greatest(c.now, w.taken[cardinality(w.taken)]) else live.taken end,
            cardinality(live.taken) < ${rule.max}::int, c.now, greatest(c.now + c.span, w.expires_at)
          from (select auspex_clock() as now, make_interval(secs => ${rule.windowSeconds}::float8) as span offset 0) c,
            lateral (select array(select t from unnest(w.taken) t where t > c.now - c.span order by t) as taken) live)
        returning admitted, cardinality(taken) as used,
          extract(epoch from taken[greatest(1, cardinality(taken) - ${rule.max}::int + 1)]
            + make_interval(secs => ${rule.windowSeconds}::float8) - decided_at)::float8 as reset_seconds`.pipe(
        Effect.map((rows) => {
          const { admitted, reset_seconds, used } = rows[0]!
          return { admitted, remaining: Math.max(0, rule.max - used), resetSeconds: Math.max(0, reset_seconds) }
        }),
        storage("rates.take")
      )
  }))
)

/**
 * An exact sliding log in one round trip: a row per rule and key holds the instants of the admitted takes. The conflict
 * branch runs on the newest version of the row, under its lock, and reads the clock there, so that racing takes of any
 * number of instances are decided one after the other. Call it outside a unit of work: a rollback would forget the take.
 */
export const RateLimiterPg = { layer }

/** Deletes the windows in which nothing counts any more; the number deleted. For a worker, every minute or so. */
export const sweepRateWindows: Effect.Effect<number, StorageUnavailable, SqlClient> = Effect.flatMap(
  SqlClient,
  (sql) =>
    sql`with swept as (delete from rate_windows where expires_at < auspex_clock() returning 1)
      select count(*) as swept from swept`.pipe(
      Effect.map((rows) => (rows[0] as { swept: number }).swept),
      storage("rates.sweep")
    )
)
