import { Leases } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"

const layer: Layer.Layer<Leases, never, SqlClient> = Layer.effect(
  Leases,
  Effect.map(SqlClient, (sql) => {
    const until = (seconds: number) => sql`auspex_clock() + make_interval(secs => ${seconds}::float8)`
    return {
      acquire: (name, holder, seconds) =>
        sql`insert into leases (name, holder, expires_at) values (${name}, ${holder}, ${until(seconds)})
          on conflict (name) do update set holder = excluded.holder, expires_at = ${until(seconds)}
          where leases.holder = excluded.holder or leases.expires_at <= auspex_clock()
          returning name`.pipe(Effect.map((rows) => rows.length > 0), storage("leases.acquire")),
      renew: (name, holder, seconds) =>
        sql`update leases set expires_at = ${until(seconds)}
          where name = ${name} and holder = ${holder} and expires_at > auspex_clock()
          returning name`.pipe(Effect.map((rows) => rows.length > 0), storage("leases.renew")),
      release: (name, holder) =>
        sql`delete from leases where name = ${name} and holder = ${holder}`.pipe(
          Effect.asVoid,
          storage("leases.release")
        )
    }
  })
)

/** Stores leases in `leases`, one row per name; they expire by `auspex_clock()`. */
export const LeasesPg = { layer }
