import { DecayStore, type IdleAccount } from "@auspex/domain/scoring"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"

const idle = `
  select id as account_id, points,
    extract(epoch from auspex_now() - coalesce(last_prediction_at, created_at))::integer / 86400 as days_idle,
    to_char(auspex_now() at time zone 'UTC', 'YYYY-MM-DD') as today
  from accounts
  where points > 1000 and coalesce(last_prediction_at, created_at) <= auspex_now() - interval '7 days'
    and (last_decay_on is null or last_decay_on < (auspex_now() at time zone 'UTC')::date)
  order by id limit $1 for update skip locked`

const markDecayed = `
  update accounts set last_decay_on = (auspex_now() at time zone 'UTC')::date
  where id in (select value::uuid from jsonb_array_elements_text($1::text::jsonb))`

const layer: Layer.Layer<DecayStore, never, SqlClient> = Layer.effect(
  DecayStore,
  Effect.map(storeStatements("decay"), ({ all, run }) =>
    DecayStore.of({
      lockIdle: (limit) => all<IdleAccount>("lockIdle", idle, [limit]),
      markDecayed: (accountIds) => run("markDecayed", markDecayed, [JSON.stringify(accountIds)])
    }))
)

/** Finds the balances that are due to decay, by the database's calendar. */
export const DecayStorePg = { layer }
