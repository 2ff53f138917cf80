import { loginFailureMinutes, sessionAgeDaysMax, sessionIdleDaysMax } from "@auspex/domain/accounts"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"

const sweep = `
  with sessions_swept as (
    delete from sessions
    where last_used_at <= auspex_now() - make_interval(days => ${sessionIdleDaysMax})
      or created_at <= auspex_now() - make_interval(days => ${sessionAgeDaysMax})
    returning 1
  ), tokens_swept as (
    delete from email_tokens where expires_at <= auspex_now() returning 1
  ), failures_swept as (
    delete from login_failures where at <= auspex_now() - make_interval(mins => ${loginFailureMinutes}) returning 1
  )
  select (select count(*) from sessions_swept) + (select count(*) from tokens_swept)
    + (select count(*) from failures_swept) as swept`

/**
 * Deletes expired sessions, mail links and failed logins, and returns the number deleted. Reads already ignore expired
 * rows, so the sweep only frees space. A worker runs it about once an hour.
 */
export const sweepExpiredSecrets: Effect.Effect<number, StorageUnavailable, SqlClient> = Effect.flatMap(
  storeStatements("accounts"),
  ({ only }) => Effect.map(only<{ swept: number }>("sweep", sweep), ({ swept }) => swept)
)
