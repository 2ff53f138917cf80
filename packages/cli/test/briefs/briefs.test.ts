import { DailyInsights } from "@auspex/domain/briefs"
import { Changes } from "@auspex/domain/kernel"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex, withoutCache } from "../harness.ts"
import {
  draftQuestion,
  fresh,
  linkedAgent,
  openQuestion,
  predict,
  query,
  type TestAgent,
  verifiedHuman
} from "../people.ts"

/** A reasoning that passes every gate and contains the given sentence; the rest is unlike any other. */
const arguing = (sentence: string): string => {
  const number = fresh()
  const words = Array.from({ length: 40 }, (_, index) => `w${number}x${index}`).join(" ")
  return `EVIDENCE: see https://example.org/${number}/a and https://example.org/${number}/b ${words}

ANALYSIS: ${sentence}

COUNTER-EVIDENCE: Against it stands that 9 of 10 sources say the opposite, of which ${words} speaks.

BOTTOM LINE: maybe ${words}`
}

onServerDatabaseFirst("intel briefs", (db) => {
  let auspex: RunningAuspex
  const agents: Array<TestAgent & { readonly owner: { readonly id: string } }> = []
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    for (let count = 0; count < 6; count++) agents.push(await linkedAgent(auspex))
  })
  afterAll(() => auspex.stop())

  const brief = async (id: string) => {
    const answer = await auspex.call("GET", `/api/questions/${id}/intel-brief`)
    expect([answer.status, answer.status === 200 ? "" : answer.text]).toEqual([200, ""])
    return answer.body.brief
  }
  const resolve = async (id: string, body: object) => {
    const answer = await auspex.call("POST", `/api/admin/questions/${id}/resolve`, { as: auspex.adminKey, body })
    expect(answer.status).toBe(200)
  }

  it("of a question without predictions state that", async () => {
    const id = await openQuestion(auspex)
    const found = await brief(id)
    expect(found).toEqual({
      question_id: id,
      generated_by: "extractive",
      generated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      summary: expect.stringMatching(
        /^Nobody has predicted on this question yet\. The question takes predictions until \d+ \w+ \d{4}\.$/
      ),
      arguments_for: [],
      arguments_against: [],
      key_evidence: [],
      consensus: (await auspex.call("GET", `/api/questions/${id}/consensus`)).body
    })
  })

  it("do not exist for questions that are not public", async () => {
    const draft = await draftQuestion(auspex)
    for (const id of [draft, "01890000-0000-7000-8000-000000000000", "nothing", "%27"]) {
      const { body, status } = await auspex.call("GET", `/api/questions/${id}/intel-brief`)
      expect([id, status, body.code]).toEqual([id, 404, "QUESTION_NOT_FOUND"])
    }
  })

  it("quote both sides, rank by votes, and include each prediction in the next read", async () => {
    const id = await openQuestion(auspex)
    const say = (agent: number, prediction: boolean, confidence: number, sentence: string) =>
      predict(auspex, agents[agent]!, id, { prediction, confidence, reasoning: arguing(sentence) })
    const first = "Harvests in the delta fell by 12 % in each of the last four years."
    const second = "Insurers have raised their premiums by 31 % since the spring of 2025."
    const against = "A new canal carries 40 cubic metres of water a second since October."
    const { prediction } = await say(0, true, 70, first)
    expect((await brief(id)).summary).toContain("The only prediction says yes, with 70 % confidence.")
    await say(1, true, 90, second)
    await say(2, false, 60, against)
    const found = await brief(id)
    expect(found.arguments_for.map(({ text }: { text: string }) => text)).toEqual([second, first])
    expect(found.arguments_against).toEqual([{
      prediction_id: expect.any(String),
      user_name: agents[2]!.name,
      confidence: 60,
      text: against
    }])
    expect(found.summary).toContain(
      "2 of 3 predictions say yes (67 %) and 1 says no, at 73 % confidence on average."
    )
    expect(found.summary).toContain(
      `For yes, ${agents[1]!.name} argues: “${second}” For no, ${agents[2]!.name} argues: “${against}”`
    )
    expect(found.key_evidence).toHaveLength(6)

    for (const voter of [2, 3, 4]) {
      await auspex.call("POST", `/api/predictions/${prediction.id}/upvote`, { as: agents[voter]!.key })
    }
    const chosen = async () => (await brief(id)).arguments_for.map(({ text }: { text: string }) => text)
    expect(await chosen()).toEqual([first, second])
    // Five accounts of one owner count as one vote.
    const stranger = await linkedAgent(auspex)
    const farm = [stranger.key, stranger.owner.token]
    while (farm.length < 5) farm.push((await linkedAgent(auspex, { owner: stranger.owner })).key)
    for (const as of farm) await auspex.call("POST", `/api/predictions/${prediction.id}/downvote`, { as })
    expect(await chosen()).toEqual([first, second])

    await resolve(id, { outcome: true })
    expect((await brief(id)).summary).toMatch(
      /The question was resolved yes on \d+ \w+ \d{4}: 2 of 3 predictions were right \(67 %\)\./
    )
  })

  it("quote agents of one owner once while there are others to quote", async () => {
    const id = await openQuestion(auspex)
    const owner = await verifiedHuman(auspex)
    const sentences = [
      "Freight rates rose by 8 % in May.",
      "Two of 3 smelters are shut for repairs.",
      "Stocks last for 11 days."
    ]
    for (const sentence of sentences) {
      const agent = await linkedAgent(auspex, { owner })
      await predict(auspex, agent, id, { confidence: 95, reasoning: arguing(sentence) })
    }
    const stranger = "Ports in the north report 5 ships waiting outside."
    await predict(auspex, agents[0]!, id, { confidence: 51, reasoning: arguing(stranger) })
    const { arguments_for } = await brief(id)
    expect(arguments_for.map(({ text }: { text: string }) => text)[1]).toBe(stranger)
    expect(arguments_for).toHaveLength(4)
  })

  it("leave out suspended authors and predictions flagged as hallucinated", async () => {
    const id = await openQuestion(auspex)
    const sentences = [
      "The first of 3 pumps failed in June.",
      "A second of 3 pumps failed in July.",
      "All 3 dams are full since August."
    ]
    for (const [at, sentence] of sentences.entries()) {
      await predict(auspex, agents[at]!, id, { reasoning: arguing(sentence) })
    }
    const { id: suspended } = await linkedAgent(auspex)
    await query(
      auspex,
      "update predictions set account_id = $1::uuid where question_id = $2::uuid and account_id = $3::uuid",
      [
        suspended,
        id,
        agents[0]!.id
      ]
    )
    await auspex.call("POST", `/api/admin/accounts/${suspended}/suspend`, {
      as: auspex.adminKey,
      body: { reason: "by a test" }
    })
    await query(
      auspex,
      "update predictions set hallucination_flags = 'hallucination' where question_id = $1::uuid and account_id = $2::uuid",
      [
        id,
        agents[1]!.id
      ]
    )
    await auspex.run(Effect.flatMap(Changes, (changes) => changes.announce([`question:${id}`])))
    expect((await brief(id)).arguments_for.map(({ text }: { text: string }) => text)).toEqual([sentences[2]])
  })

  it("of multi questions compare the leading option with the others, by name", async () => {
    const id = await openQuestion(auspex, { question_type: "multi", options: ["Red", "Green", "Blue"] })
    const options = ["Green", "Blue", "Green", "Red"]
    for (const [at, selected_option] of options.entries()) {
      await predict(auspex, agents[at]!, id, {
        selected_option,
        reasoning: arguing(`${selected_option} was seen on ${at + 3} of the 12 flags at the harbour.`)
      })
    }
    const found = await brief(id)
    expect(found.arguments_for.map((argument: { selected_option: string }) => argument.selected_option)).toEqual([
      "Green",
      "Green"
    ])
    expect(found.arguments_against.map((argument: { selected_option: string }) => argument.selected_option).sort())
      .toEqual(["Blue", "Red"])
    expect(found.summary).toContain("2 of 4 predictions choose “Green” (50 %), ahead of “Red” with 1 (25 %)")
    await resolve(id, { correct_options: [] })
    expect((await brief(id)).summary).toMatch(
      /The question was resolved void on \d+ \w+ \d{4}, so nothing was scored\./
    )
  })

  it("treat hostile input as plain text", async () => {
    const id = await openQuestion(auspex)
    const sentence = "<script>alert(1)</script> \"7 of 9\" sources\tsay\u2028so; {{x}} ${y} %s \\u0000 ‮gnihton‬."
    await predict(auspex, agents[0]!, id, { reasoning: arguing(sentence) })
    const answer = await auspex.call("GET", `/api/questions/${id}/intel-brief`)
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/)
    expect(answer.body.brief.arguments_for[0].text.length).toBeGreaterThan(0)
    const { reasoning } =
      (await query<{ reasoning: string }>(auspex, "select reasoning from predictions where question_id = $1::uuid", [
        id
      ]))[0]!
    expect(reasoning.replace(/\s+/gu, " ")).toContain(answer.body.brief.arguments_for[0].text)
  })
})

onServerDatabaseFirst("daily insights", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    auspex = await startAuspex(db.layer, withoutCache)
  })
  afterEach(() => auspex.run(db.shiftClock("0")))
  afterAll(() => auspex.stop())

  const read = (search = "") => auspex.call("GET", `/api/insights/daily${search}`)
  const today = async (): Promise<string> =>
    (await query<{ day: string }>(auspex, "select to_char(auspex_now() at time zone 'UTC', 'YYYY-MM-DD') as day"))[0]!
      .day
  const keepNext = () => auspex.run(Effect.flatMap(DailyInsights, (days) => days.keepNext))

  describe("before the first event", () => {
    it("state that, and store no day", async () => {
      expect(await keepNext()).toBe(false)
      const { body, status } = await read()
      expect([status, body.insights.date, body.insights.final]).toEqual([200, await today(), false])
      expect(body.insights.summary).toMatch(
        /^Nothing has been predicted, opened or resolved on \d+ \w+ \d{4} so far\.$/
      )
      const past = (await read("?date=2001-02-03")).body.insights
      expect([past.date, past.final, past.summary]).toEqual([
        "2001-02-03",
        true,
        "Nothing was predicted, opened or resolved on 3 February 2001."
      ])
    })

    it.each([
      "2027-02-29",
      "2027-13-01",
      "27-01-01",
      "2027-1-1",
      "today",
      "",
      "0999-01-01",
      "2027-01-01T00:00:00Z",
      "%27"
    ])(
      "refuse the date %j",
      async (date) => {
        const { body, status } = await read(`?date=${date}`)
        expect([status, body.code, body.failures[0].field]).toEqual([400, "INVALID_REQUEST", "date"])
      }
    )

    it("refuse a future date, by the database's clock", async () => {
      const { body, status } = await read("?date=9999-12-31")
      expect([status, body.code, body.failures[0]]).toEqual([400, "INVALID_REQUEST", {
        code: "INVALID_REQUEST",
        message: `date is 9999-12-31; today is ${await today()} (UTC), and later days have not happened.`,
        field: "date",
        measured: "9999-12-31",
        limit: await today()
      }])
      const tomorrow = new Date(Date.parse(await today()) + 86_400_000).toISOString().slice(0, 10)
      expect((await read(`?date=${tomorrow}`)).status).toBe(400)
      await auspex.run(db.shiftClock("24 hours"))
      expect((await read(`?date=${tomorrow}`)).status).toBe(200)
    })
  })

  it("are stored ten minutes after the end of the day, by the database's clock, and then do not change", async () => {
    // A near day, because keys and sessions expire, but one without any events.
    const day = (Math.floor(Date.now() / 86_400_000) + 2) * 86_400_000
    const date = new Date(day).toISOString().slice(0, 10)
    const at = (minutes: number) => auspex.run(db.freezeClock(new Date(day + minutes * 60_000)))
    const insights = async () => (await read(`?date=${date}`)).body.insights
    await at(12 * 60)
    const agents = [await linkedAgent(auspex), await linkedAgent(auspex), await linkedAgent(auspex)]
    const question = await openQuestion(auspex)
    for (const [index, agent] of agents.entries()) {
      const reasoning = arguing(`Source ${index} of 3 has published by now.`)
      await predict(auspex, agent, question, { prediction: index !== 2, confidence: [95, 80, 70][index], reasoning })
    }
    await auspex.call("POST", `/api/admin/questions/${question}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: true }
    })
    const during = await insights()
    expect([during.final, during.figures]).toEqual([
      false,
      { predictions: 3, agents: 3, questions_opened: 1, questions_resolved: 1 }
    ])
    expect(during.resolved).toMatchObject([{
      question_id: question,
      outcome: true,
      accuracy: 0.6667,
      yes_percent: 66.67
    }])
    expect(during.top_calls).toMatchObject([{ user_id: agents[0]!.id, confidence: 95, question_id: question }])
    expect(during.generated_at).toBe(`${date}T12:00:00.000Z`)

    // No day before this one is stored, because there was no question yet.
    await at(24 * 60 + 9)
    expect([(await insights()).final, await keepNext()]).toEqual([false, false])
    await at(24 * 60 + 10)
    expect(await keepNext()).toBe(true)
    expect(await keepNext()).toBe(false)
    const kept = await insights()
    expect([kept.final, kept.generated_at, kept.figures]).toEqual([
      true,
      new Date(day + (24 * 60 + 10) * 60_000).toISOString(),
      during.figures
    ])
    await at(60 * 24 * 60)
    expect(await insights()).toEqual(kept)
  })
})
