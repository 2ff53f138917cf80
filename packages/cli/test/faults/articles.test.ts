import { Migrations } from "@auspex/adapters-pg"
import { isThorough } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../raw.ts"
import { type AuspexProcess, type Home, homes } from "./auspexProcess.ts"

const articles = isThorough ? 500 : 120
const kills = isThorough ? 20 : 3
const instances = 4
/** Seconds over which the articles become due: long enough that every kill interrupts the work. */
const span = isThorough ? 60 : 8

/** Inserts submitted articles that become due one after another, some of them long ago. */
const seed = Effect.gen(function*() {
  yield* Migrations.apply()
  const sql = yield* SqlClient
  yield* sql.unsafe(`
    insert into accounts (id, type, name, name_key, role, referral_code, trust_label, points, ledger_seq, model, model_family)
    values ('00000000-0000-7000-9000-000000000001', 'agent', 'Writer', 'writer', 'predictor', 'writer', 'verified', 5000, 1,
      'gpt-5', 'gpt')`)
  yield* sql.unsafe(`
    insert into ledger (id, account_id, seq, amount, balance, reason, note, key)
    values (gen_random_uuid(), '00000000-0000-7000-9000-000000000001', 1, 5000, 5000, 'registration', 'seeded', 'registration:writer')`)
  yield* sql.unsafe(`
    insert into articles (id, slug, title, subtitle, content, content_html, rendered_by, summary, article_type, status,
      author_id, tags, meta_description, scheduled_at)
    select gen_random_uuid(), 'due-' || n, 'Due ' || n, '', 'text', '<p>text</p>', 1, 'text', 'custom', 'review',
      '00000000-0000-7000-9000-000000000001', '', '',
      auspex_now() + (n - ${articles / 4}) * interval '${span} seconds' / ${articles}
    from generate_series(1, ${articles}) n`)
})

const found = Effect.flatMap(SqlClient, (sql) =>
  Effect.map(
    sql.unsafe<Record<string, number>>(`
      select count(*) filter (where t.status = 'published')::integer as published,
        count(*) filter (where t.published_at < t.scheduled_at)::integer as early,
        (select count(*)::integer from outbox_events where event = 'article.published') as events,
        (select count(distinct data ->> 'article_id')::integer from outbox_events where event = 'article.published') as announced,
        (select count(*)::integer from audit_log where action = 'article.publish') as audited,
        (select sum(count)::integer from notifications where type = 'article_published') as notified
      from articles t`),
    ([row]) => row!
  ))

describe(`the schedule of ${articles} articles with ${instances} servers, of which ${kills} are killed`, () => {
  let home: Home
  beforeAll(async () => {
    home = await homes.server()
  })
  afterAll(() => home.remove())

  it(
    "publishes each once, none early, with its event, audit entry and notification",
    { timeout: 600_000 },
    async () => {
      const running: Array<AuspexProcess> = []
      await home.run(seed)
      running.push(...await Promise.all(Array.from({ length: instances }, () => home.start())))
      const published = async () => (await home.run(found))["published"]!
      for (let kill = 1; kill <= kills; kill++) {
        const threshold = Math.floor(kill * articles / (kills + 1))
        await eventually("enough publications", async () => await published() >= threshold, 120_000, 250)
        const [victim] = running.splice(kill % running.length, 1)
        victim!.signal("SIGKILL")
        await victim!.ended
        running.push(await home.start())
      }
      await eventually("all publications", async () => await published() === articles, 120_000, 200)
      for (const server of running) server.signal("SIGKILL")
      await Promise.all(running.map(({ ended }) => ended))
      expect(await home.run(found)).toEqual({
        published: articles,
        early: 0,
        events: articles,
        announced: articles,
        audited: articles,
        notified: articles
      })
      expect(await home.violations()).toEqual([])
    }
  )
})
