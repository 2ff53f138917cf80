import { discoveryScore, discoveryTerms } from "@auspex/domain/insight"
import { Changes } from "@auspex/domain/kernel"
import { onEachDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { draftQuestion, linkedAgent, openQuestion, predict, query } from "../people.ts"

const day = 86_400_000

onEachDatabase("discovering questions", (db) => {
  let auspex: RunningAuspex
  const ids: Record<string, string> = {}
  const forget = () => auspex.run(Effect.flatMap(Changes, (changes) => changes.announce(["questions"])))
  /** Sets the consensus of a question now, and at an earlier time. */
  const voices = async (id: string, now: readonly [yes: number, no: number], earlier?: {
    readonly days: number
    readonly counts: readonly [yes: number, no: number]
  }) => {
    await query(
      auspex,
      `update questions set yes_count = $2::integer, no_count = $3::integer, prediction_count = $2::integer + $3::integer,
        confidence_sum = 60 * ($2::integer + $3::integer) where id = $1::uuid`,
      [id, ...now]
    )
    if (earlier !== undefined) {
      await query(
        auspex,
        `insert into consensus_snapshots (id, question_id, taken_at, kind, total_agents, yes_count, confidence_sum)
        values (gen_random_uuid(), $1::uuid, date_trunc('day', auspex_now() - make_interval(days => $2::integer), 'UTC'), $5,
          $3::integer + $4::integer, $3::integer, 0)`,
        [id, earlier.days, ...earlier.counts, earlier.days > 6 ? "daily" : "moved"]
      )
    }
  }
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    ids["plain"] = await openQuestion(auspex)
    await voices(ids["plain"], [18, 2])
    ids["moving"] = await openQuestion(auspex, { category: "society", subcategory: null })
    await voices(ids["moving"], [18, 2], { days: 7, counts: [6, 6] })
    // A move older than a week, and a recent one.
    await voices(ids["moving"], [18, 2], { days: 20, counts: [0, 40] })
    await voices(ids["moving"], [18, 2], { days: 3, counts: [8, 4] })
    ids["contested"] = await openQuestion(auspex)
    // Too few predictions a week ago: the first consensus with enough counts instead.
    await voices(ids["contested"], [10, 10], { days: 7, counts: [0, 4] })
    await voices(ids["contested"], [10, 10], { days: 5, counts: [4, 6] })
    await voices(ids["contested"], [10, 10], { days: 2, counts: [9, 9] })
    ids["unpredicted"] = await openQuestion(auspex, { timeframe: "mid" })
    ids["closing"] = await openQuestion(auspex, { closes_at: new Date(Date.now() + day).toISOString() })
    await voices(ids["closing"], [18, 2])
    // None of these accepts predictions.
    await draftQuestion(auspex)
    const closed = await openQuestion(auspex)
    await auspex.call("POST", `/api/admin/questions/${closed}/close`, { as: auspex.adminKey })
    const over = await openQuestion(auspex)
    await query(auspex, "update questions set closes_at = auspex_now() where id = $1::uuid", [over])
    await forget()
  })
  afterAll(() => auspex.stop())

  interface Found {
    readonly question: { readonly id: string; readonly time_remaining: number }
    readonly score: number
    readonly terms: Record<string, number>
  }
  const list = async (search = ""): Promise<{ questions: Array<Found>; total: number; next_cursor: string | null }> => {
    const answer = await auspex.call("GET", `/api/discover${search}`)
    expect([answer.status, answer.text]).toEqual([200, answer.text])
    return answer.body
  }
  const nameOf = (id: string) => Object.entries(ids).find(([, known]) => known === id)?.[0]

  it("lists the open ones, each with the weighted terms of its score", async () => {
    const { next_cursor, questions, total } = await list()
    expect([total, next_cursor]).toEqual([5, null])
    const found = Object.fromEntries(questions.map((one) => [nameOf(one.question.id), one]))
    expect(found["plain"]!.terms).toEqual({ closing_soon: 0, contested: 13.3, under_predicted: 0, moving: 0 })
    // From 50 % to 90 % within the week; from 40 % to 50 %.
    expect(found["moving"]!.terms).toMatchObject({ contested: 13.3, moving: 100 })
    expect(found["contested"]!.terms).toMatchObject({ contested: 66.7, moving: 40 })
    expect(found["unpredicted"]!.terms).toMatchObject({ contested: 0, under_predicted: 100 })
    expect(found["closing"]!.terms["closing_soon"]).toBeCloseTo(100 * 2 ** (-24 / 72), 0)
    for (const { score, terms } of questions) expect(score).toBe(discoveryScore(terms as never))
    expect(questions.map(({ score }) => score)).toEqual(questions.map(({ score }) => score).sort((a, b) => b - a))
    expect(questions.at(-1)!.question.id).toBe(ids["plain"])
  })

  it("has filters that do not change scores", async () => {
    const all = (await list()).questions
    const named = async (search: string) => (await list(search)).questions.map(({ question }) => nameOf(question.id)!)
    expect(await named("?category=society")).toEqual(["moving"])
    expect(await named("?timeframe=mid")).toEqual(["unpredicted"])
    expect((await named("?subcategory=models_architectures")).sort()).toEqual([
      "closing",
      "contested",
      "plain",
      "unpredicted"
    ])
    const [moving] = (await list("?category=society")).questions
    expect(moving!.score).toBe(all.find(({ question }) => question.id === ids["moving"])!.score)
    expect((await auspex.call("GET", "/api/discover?category=sports")).status).toBe(400)
  })

  it("lists each once across pages, while new ones arrive and time passes", async () => {
    const before = (await list()).questions.map(({ question }) => question.id)
    const seen: Array<string> = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await list(`?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`)
      seen.push(...page.questions.map(({ question }) => question.id))
      cursor = page.next_cursor
      await openQuestion(auspex)
      await auspex.run(db.shiftClock(`${seen.length} hours`))
    }
    await auspex.run(db.shiftClock("0"))
    expect(seen.filter((id) => before.includes(id))).toEqual(before)
    await forget()
  })

  it("updates a question's score with each prediction", async () => {
    const question = ids["unpredicted"]!
    const termsOf = async () => (await list("?limit=100")).questions.find((one) => one.question.id === question)!.terms
    expect(await termsOf()).toMatchObject({ under_predicted: 100 })
    await predict(auspex, await linkedAgent(auspex), question)
    const median = 0
    expect((await termsOf())["under_predicted"]).toBe(
      discoveryTerms({ id: question, window_ends_ms: 0, counts: [1, 0], before: null }, { now_ms: 0, median })
        .under_predicted
    )
  })
})
