import { Leases } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../database/statementsOf.ts"

const until = (seconds: string): string => `auspex_clock() + make_interval(secs => ${seconds}::float8)`

/** $1 name, $2 holder, $3 seconds. */
const acquire = `
  insert into leases (name, holder, expires_at) values ($1, $2, ${until("$3")})
  on conflict (name) do update set holder = excluded.holder, expires_at = ${until("$3")}
  where leases.holder = excluded.holder or leases.expires_at <= auspex_clock()
  returning name`

/** $1 seconds, $2 name, $3 holder. */
const renew = `
  update leases set expires_at = ${until("$1")}
  where name = $2 and holder = $3 and expires_at > auspex_clock()
  returning name`

const layer: Layer.Layer<Leases, never, SqlClient> = Layer.effect(
  Leases,
  Effect.map(storeStatements("leases"), ({ first, run }) => ({
    acquire: (name, holder, seconds) =>
      Effect.map(first("acquire", acquire, [name, holder, seconds]), (row) => row !== undefined),
    renew: (name, holder, seconds) =>
      Effect.map(first("renew", renew, [seconds, name, holder]), (row) => row !== undefined),
    release: (name, holder) => run("release", "delete from leases where name = $1 and holder = $2", [name, holder])
  }))
)

/** Stores leases in `leases`, one row per name; they expire by `auspex_clock()`. */
export const LeasesPg = { layer }
