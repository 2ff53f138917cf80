import { ArticleClock } from "@auspex/domain/articles"
import { onServerDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { act, articleFields, submitted } from "../articles/writing.ts"
import { linkedAgent, query } from "../people.ts"
import { rounds, roundsTimeout } from "./rounds.ts"
import { atOnce, tally, twoInstances } from "./twoInstances.ts"

onServerDatabase("racing articles on two instances", (db) => {
  const instances = twoInstances(db)

  it("are limited to five an hour per account, however many are submitted concurrently", roundsTimeout, async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, key } = await linkedAgent(instances.first)
      const answers = await atOnce(
        50,
        (turn) => instances.either(turn).call("POST", "/api/articles", { as: key, body: articleFields() })
      )
      expect(tally(answers)).toEqual({ 201: 5, "429 RATE_LIMITED": 45 })
      for (const { headers } of answers.filter(({ status }) => status === 429)) {
        expect(Number(headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
      }
      const rows = await query(
        instances.first,
        "select count(*)::integer as n from articles where author_id = $1::uuid",
        [
          id
        ]
      )
      expect(rows).toEqual([{ n: 5 }])
    }
  })

  it("get different slugs for one title", roundsTimeout, async () => {
    for (let round = 0; round < rounds; round++) {
      const title = `The same title in round ${round}`
      const authors = await atOnce(8, () => linkedAgent(instances.first))
      const articles = await atOnce(8, (turn) => submitted(instances.either(turn), authors[turn]!.key, { title }))
      const base = `the-same-title-in-round-${round}`
      expect(articles.map(({ slug }) => String(slug)).sort()).toEqual([
        base,
        ...Array.from({ length: 7 }, (_, at) => `${base}-${at + 2}`)
      ])
    }
  })

  it("are published by one of several administrators and clocks", roundsTimeout, async () => {
    for (let round = 0; round < rounds; round++) {
      const { key } = await linkedAgent(instances.first)
      const { id } = await submitted(instances.first, key)
      await act(instances.first, id, "schedule", { scheduled_at: "2020-01-01T00:00:00Z" })
      const clocks = atOnce(
        4,
        (turn) => instances.either(turn).run(Effect.flatMap(ArticleClock, ({ publishNext }) => publishNext))
      )
      const answers = await atOnce(6, (turn) => act(instances.either(turn), id, turn % 3 === 0 ? "archive" : "publish"))
      const published = (await clocks).reduce((sum, count) => sum + count, 0)
      const [{ events, publications, status }] = await query<{ status: string; events: number; publications: number }>(
        instances.first,
        `select status,
          (select count(*)::integer from outbox_events where data ->> 'article_id' = $1) as events,
          (select count(*)::integer from audit_log where subject_id = $1 and action = 'article.publish') as publications
        from articles where id = $1::uuid`,
        [id]
      ) as [{ status: string; events: number; publications: number }]
      const won = answers.filter((answer) => answer.status === 200)
      // An archive may follow a publication, and nothing follows an archive.
      const archived = won.filter(({ body }) => body.article.status === "archived").length
      expect([events, publications]).toEqual([published + won.length - archived, published + won.length - archived])
      expect(events).toBeLessThanOrEqual(1)
      expect([archived, status]).toEqual([1, "archived"])
      expect(Object.keys(tally(answers)).sort()).toEqual(["200", "409 INVALID_TRANSITION"])
    }
  })

  it("are published once each by clocks that run side by side", roundsTimeout, async () => {
    const { id } = await linkedAgent(instances.first)
    const count = 100
    await query(
      instances.first,
      `insert into articles (id, slug, title, subtitle, content, content_html, rendered_by, summary, article_type, status,
        author_id, tags, meta_description, scheduled_at)
      select gen_random_uuid(), 'due-' || n, 'Due ' || n, '', 'text', '<p>text</p>', 1, 'text', 'custom',
        case n % 2 when 0 then 'review' else 'draft' end, $1::uuid, '', '', auspex_now() - n * interval '1 second'
      from generate_series(1, ${count}) n`,
      [id]
    )
    const turns = await atOnce(8, async (turn) => {
      let [all, last] = [0, 1]
      while (last > 0) {
        last = await instances.either(turn).run(Effect.flatMap(ArticleClock, ({ publishNext }) => publishNext))
        all += last
      }
      return all
    })
    expect(turns.reduce((sum, published) => sum + published, 0)).toBe(count)
    const [found] = await query(
      instances.first,
      `select count(*)::integer as published, count(distinct e.data ->> 'article_id')::integer as announced,
        count(e.id)::integer as events, bool_and(late_seconds >= 1) as late
      from articles t left join outbox_events e on e.data ->> 'article_id' = t.id::text
      where t.author_id = $1::uuid and t.status = 'published'`,
      [id]
    )
    expect(found).toEqual({ published: count, announced: count, events: count, late: true })
  })
})
