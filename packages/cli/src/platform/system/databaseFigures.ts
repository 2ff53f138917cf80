import { Migrations } from "@auspex/adapters-pg"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** The contents of a database in figures. */
interface DatabaseFigures {
  readonly version: string
  readonly agents: number
  readonly humans: number
  readonly suspended: number
  readonly questions: Readonly<Record<string, number>>
  readonly predictions: number
  readonly ledger_entries: number
  readonly points: number
  readonly events: number
  readonly admin_keys_live: number
  readonly jobs_running: number
  readonly jobs_running_since: Date | null
}

const figures = `
  select current_setting('server_version') as version,
    (select count(*)::int from accounts where type = 'agent') as agents,
    (select count(*)::int from accounts where type = 'human') as humans,
    (select count(*)::int from accounts where suspended_at is not null) as suspended,
    (select coalesce(jsonb_object_agg(status, n), '{}')
      from (select status, count(*)::int as n from questions group by status) as by_status) as questions,
    (select coalesce(sum(prediction_count), 0)::int from questions) as predictions,
    (select coalesce(sum(ledger_seq), 0)::int from accounts) as ledger_entries,
    (select coalesce(sum(points), 0)::float8 from accounts) as points,
    (select count(*)::int from outbox_events) as events,
    (select count(*)::int from admin_keys
      where revoked_at is null and (expires_at is null or expires_at > auspex_now())) as admin_keys_live,
    (select count(*)::int from resolution_jobs where status = 'running') as jobs_running,
    (select min(created_at) from resolution_jobs where status = 'running') as jobs_running_since`

/** All figures, in one round trip. */
export const databaseFigures = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.map(sql.unsafe<DatabaseFigures>(figures), (rows) => rows[0]!)
)

/** The version of the Postgres server. */
export const databaseVersion = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql.unsafe<{ readonly version: string }>("select current_setting('server_version') as version"),
    (rows) => rows[0]!.version
  ))

/** The migrations that are applied and pending. */
export const schemaState = Migrations.status()

// Each counts the rows that are wrong; none may change anything.
const ledgerBreaches = `
  select count(*)::int as n from accounts as a
  left join (select account_id, sum(amount) as points, count(*)::int as entries from ledger group by account_id) as l
    on l.account_id = a.id
  where a.points <> coalesce(l.points, 0) or a.ledger_seq <> coalesce(l.entries, 0)`

const tallyBreaches = `
  select count(*)::int as n from questions as q
  left join (
    select question_id, count(*)::int as predictions, sum(confidence)::int as confidence,
      count(*) filter (where prediction)::int as yes
    from predictions group by question_id) as p on p.question_id = q.id
  left join (
    select question_id, sum(count)::int as predictions, sum(confidence_sum)::int as confidence
    from consensus_tallies group by question_id) as t on t.question_id = q.id
  where q.prediction_count <> coalesce(p.predictions, 0)
    or q.confidence_sum <> coalesce(p.confidence, 0)
    or q.prediction_count <> coalesce(t.predictions, 0)
    or q.confidence_sum <> coalesce(t.confidence, 0)
    or (q.question_type = 'binary' and q.yes_count <> coalesce(p.yes, 0))`

const count = (text: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => Effect.map(sql.unsafe<{ readonly n: number }>(text), (rows) => rows[0]!.n)
  )

/** The number of accounts whose balance is not the sum of their ledger entries. */
export const accountsWithWrongBalance = count(ledgerBreaches)

/** The number of questions whose counters or consensus tallies differ from their predictions. */
export const questionsWithWrongTallies = count(tallyBreaches)

/** The database's wall clock, without any shift. */
export const databaseWallClock = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.map(sql.unsafe<{ readonly now: Date }>("select clock_timestamp() as now"), (rows) => rows[0]!.now)
)
