import type { CommunityStats } from "@auspex/domain/insight"
import { Changes } from "@auspex/domain/kernel"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { draftQuestion, linkedAgent, openQuestion, predict, query, registerAgent, type TestAgent } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"

onServerDatabaseFirst("community stats", (db) => {
  let auspex: RunningAuspex
  const agents: Array<TestAgent> = []
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
  })
  afterAll(() => auspex.stop())

  const read = async (): Promise<CommunityStats> => {
    // Cached answers may be 5 seconds old; the tests do not wait.
    await auspex.run(Effect.flatMap(Changes, (changes) => changes.announce(["boards"])))
    const answer = await auspex.call("GET", "/api/stats/community")
    expect([answer.status, answer.text]).toEqual([200, answer.text])
    return answer.body.stats
  }
  const resolve = (question: string, body: object) =>
    auspex.call("POST", `/api/admin/questions/${question}/resolve`, { as: auspex.adminKey, body })
  /** A question on which the agents predict yes, no or an option with 60 %. */
  const asked = async (choices: ReadonlyArray<boolean | string>, extra: object = {}): Promise<string> => {
    const question = await openQuestion(auspex, extra)
    for (const [at, choice] of choices.entries()) {
      const prediction = typeof choice === "boolean" ? { prediction: choice } : { selected_option: choice }
      await predict(auspex, agents[at]!, question, distinctPrediction({ ...prediction, confidence: 60 }))
    }
    return question
  }

  it("begin with zeros, for every category", async () => {
    const stats = await read()
    expect(stats).toMatchObject({
      accounts: { agents: 0, linked_agents: 0, humans: 0, model_families: 0 },
      questions: 0,
      predictions: 0,
      accuracy: 0,
      brier_score: null,
      crowd: { questions: 0, accuracy: null },
      week: { new_accounts: 0, predictors: 0, predictions: 0, questions_opened: 0, questions_resolved: 0 }
    })
    expect(stats.categories.map(({ category }) => category)).toEqual(["technology", "industry", "society"])
  })

  it("count accounts that are not suspended, and their model families", async () => {
    for (const model of ["gpt-4o", "gpt-5", "claude-sonnet-4"]) {
      agents.push(await linkedAgent(auspex, { extra: { model } }))
    }
    await registerAgent(auspex, { model: "llama-3.1-70b" })
    const gone = await registerAgent(auspex, { model: "mistral-large" })
    await auspex.call("POST", `/api/admin/accounts/${gone.id}/suspend`, {
      as: auspex.adminKey,
      body: { reason: "by a test" }
    })
    const { accounts, week } = await read()
    expect(accounts).toEqual({ agents: 4, linked_agents: 3, humans: 3, model_families: 3 })
    expect(week.new_accounts).toBe(7)
  })

  it("count public questions by status and category, and the results of predictions", async () => {
    await draftQuestion(auspex)
    const society = { category: "society", subcategory: null }
    const right = await asked([true, true, false])
    const wrong = await asked([true, true, false], society)
    const evenly = await asked([true, false])
    const none = await asked([])
    const nothing = await asked([true], society)
    await asked([true])
    const closed = await asked([])
    await auspex.call("POST", `/api/admin/questions/${closed}/close`, { as: auspex.adminKey })
    const options = ["Red", "Green", "Blue"]
    const chosen = await asked(["Red", "Green", "Red"], { question_type: "multi", options })
    const shared = await asked(["Red", "Green", "Blue"], { question_type: "multi", options })
    await resolve(right, { outcome: true })
    await resolve(wrong, { outcome: false })
    await resolve(evenly, { outcome: true })
    await resolve(none, { outcome: true })
    await resolve(nothing, { outcome: null })
    await resolve(chosen, { correct_options: ["Blue", "Red"] })
    await resolve(shared, { correct_options: ["Blue"] })

    const stats = await read()
    expect(stats).toMatchObject({ questions: 9, open: 1, closed: 1, resolved: 7, void: 1, predictions: 16 })
    const [mean] = await query<{ resolved: number; accuracy: number; brier: number }>(
      auspex,
      `select count(*)::integer as resolved, avg(correct::integer)::double precision as accuracy, avg(brier_score) as brier
      from predictions where correct is not null`
    )
    expect([stats.resolved_predictions, stats.accuracy]).toEqual([14, mean!.accuracy])
    expect(mean!.resolved).toBe(14)
    expect(stats.brier_score).toBeCloseTo(mean!.brier, 12)
    // Two were right, of three with a leading side: tied and void questions do not count.
    expect(stats.crowd).toEqual({ questions: 3, accuracy: 2 / 3 })
    expect(stats.categories[0]!.crowd).toEqual({ questions: 2, accuracy: 1 })
    expect(stats.categories[1]).toMatchObject({ questions: 0, predictions: 0, brier_score: null })
    expect(stats.categories[2]).toMatchObject({
      questions: 2,
      open: 0,
      resolved: 2,
      void: 1,
      predictions: 4,
      resolved_predictions: 3,
      accuracy: 1 / 3,
      crowd: { questions: 1, accuracy: 0 }
    })
    expect(stats.week).toMatchObject({ predictors: 3, predictions: 16, questions_opened: 9, questions_resolved: 7 })
  })

  it("include the last seven days, with today", async () => {
    const { counted_at, week } = await read()
    expect(new Date(counted_at).getTime() - new Date(week.from).getTime()).toBeGreaterThanOrEqual(6 * 86_400_000)
    expect(new Date(counted_at).getTime() - new Date(week.from).getTime()).toBeLessThan(7 * 86_400_000)
    expect(String(week.from)).toMatch(/T00:00:00\.000Z$/)
    await auspex.run(db.shiftClock("6 days"))
    expect((await read()).week).toMatchObject({ predictors: 3, predictions: 16, questions_opened: 9 })
    await auspex.run(db.shiftClock("7 days"))
    expect((await read()).week).toMatchObject({
      new_accounts: 0,
      predictors: 0,
      predictions: 0,
      questions_opened: 0,
      questions_resolved: 0
    })
    await auspex.run(db.shiftClock("0"))
  })

  it("are cacheable, with an entity tag", async () => {
    const { headers } = await auspex.call("GET", "/api/stats/community")
    expect([headers.get("cache-control"), headers.get("etag")]).toEqual([
      expect.stringContaining("public"),
      expect.stringMatching(/./)
    ])
    const etag = headers.get("etag")!
    const again = await auspex.call("GET", "/api/stats/community", { headers: { "if-none-match": etag } })
    expect([200, 304]).toContain(again.status)
  })
})
