import { PgStores } from "@auspex/adapters-pg"
import { SourceStore } from "@auspex/domain/projects"
import { ForecastStore } from "@auspex/domain/projectForecasts"
import { PanelRunStore } from "@auspex/domain/panelRuns"
import { RetrievalStore } from "@auspex/domain/retrieval"
import { DeliveryQueue, EventLog } from "@auspex/domain/webhooks"
import { onServerDatabase } from "@auspex/testkit/databases"
import { testOutside } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, Record } from "effect"
import { randomUUID } from "node:crypto"
import { beforeEach, expect, it } from "vitest"
import { addProject } from "../panelRuns/researchWorld.ts"
import { subscribed } from "../webhooks/queueWorld.ts"

const later = 2_000

const laterSources = `
  insert into sources (id, project_id, uri, due_at)
  select auspex_uuid_v7(auspex_clock()), $1::uuid, 'https://example.org/' || n, auspex_clock() + interval '1 day'
  from generate_series(1, ${later}) n`

const laterEndpoints = `
  with hooks as (
    insert into webhooks (id, account_id, url, events)
    select gen_random_uuid(), (select id from accounts limit 1), 'https://example.org/' || n, array['survey.opened']
    from generate_series(1, ${later}) n returning id
  )
  insert into webhook_queues (webhook_id, due_at) select id, auspex_clock() + interval '1 day' from hooks`

const laterEntries = [
  "insert into retrieval_corpora (corpus, changes) values ('later', 0)",
  `insert into retrieval_entries (corpus, id, change, kind, at, analysis, removed_at)
    select 'later', n::text, n, 'source', auspex_clock(), 1, auspex_clock() from generate_series(1, ${later}) n`
]

const endedRuns = `
  insert into panel_runs (id, project_id, method, prompt_version, status, calls_max, tokens_max, seconds_max, began_at,
    ended_at)
  select auspex_uuid_v7(auspex_clock()), $1::uuid, 'specialists', 1, 'completed', 1, 1, 1, auspex_clock(), auspex_clock()
  from generate_series(1, ${later}) n`

const openForecasts = `
  with asked as (
    insert into questions (id, question, category, tag, timeframe, resolution_source, resolution_date, status, question_type)
    select gen_random_uuid(), 'Will measure ' || n || ' rise?', 'society', '#measure', 'long', 'The statistics office',
      current_date + 200, 'open', 'binary'
    from generate_series(1, ${later}) n returning id
  ), of_project as (
    insert into project_questions (id, project_id, text, kind, fingerprint, framing)
    select id, $1::uuid, 'Will it?', 'binary', id::text, '{}' from asked
  )
  insert into project_forecasts (question_id, platform_question_id) select id, id from asked`

const newDeliveries = `
  insert into webhook_deliveries (id, webhook_id, message_id, sequence, status, due_at)
  select auspex_uuid_v7(auspex_clock()), (select id from webhooks limit 1), gen_random_uuid(), n, 'delivered', auspex_clock()
  from generate_series(1, ${later}) n`

const oldEvents = `
  insert into outbox_events (id, event, data)
  select auspex_uuid_v7(auspex_clock() - interval '90 days'), 'survey.opened', '{}' from generate_series(1, ${later})`

onServerDatabase("looking for work", (db) => {
  beforeEach(() => db.run(db.reset))

  /** The rows that a transaction reads while it runs `work`. */
  const rowsRead = (work: Effect.Effect<unknown, unknown>) =>
    Effect.flatMap(SqlClient, (sql) => {
      const touched = sql.unsafe<{ readonly n: number }>(
        "select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as n from pg_stat_xact_user_tables"
      )
      return sql.withTransaction(Effect.gen(function*() {
        const [before] = yield* touched
        yield* work
        const [after] = yield* touched
        return after!.n - before!.n
      }))
    })

  it("reads nothing that is done or becomes due later", () =>
    Effect.runPromise(Effect.provide(
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const sources = yield* SourceStore
        const queue = yield* DeliveryQueue
        const log = yield* EventLog
        const retrieval = yield* RetrievalStore
        const runs = yield* PanelRunStore
        const forecasts = yield* ForecastStore
        const { project_id } = yield* addProject()
        yield* subscribed
        for (const text of [laterSources, endedRuns, openForecasts]) yield* sql.unsafe(text, [project_id])
        for (const text of [laterEndpoints, newDeliveries, oldEvents, ...laterEntries]) yield* sql.unsafe(text)
        yield* sql.unsafe("analyze")
        const looks = {
          sources: sources.claim("reader", 60),
          endpoints: queue.lease({ holder: randomUUID(), healthy: 10, failing: 10, deliveries: 10 }),
          entries: retrieval.sweep,
          deliveries: queue.sweep,
          events: log.after(randomUUID(), { limit: 10 }),
          runs: runs.exhausted,
          forecasts: forecasts.claimSettled
        }
        const read = yield* Effect.all(Record.map(looks, rowsRead))
        for (const [of, rows] of Object.entries(read)) expect(rows, of).toBeLessThan(50)
      }),
      Layer.provideMerge(PgStores.layer.pipe(Layer.provide(testOutside)), db.layer)
    )))
})
