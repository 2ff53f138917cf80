import { jaccard } from "@auspex/domain/text"
import { noveltyOf } from "@auspex/domain/consensus"
import { ConsensusHistory } from "@auspex/domain/history"
import { parseReasoning } from "@auspex/domain/predictions"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { Array as Arrays, Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict, query, verifiedHuman } from "../people.ts"
import { distinctPrediction, reasoningCiting } from "../races/citing.ts"

const msPerDay = 86_400_000
// Midnight of the current day.
const today = Math.floor(Date.now() / msPerDay) * msPerDay
const at = (days: number, hours = 0): Date => new Date(today + days * msPerDay + hours * 3_600_000)

interface Snapshot {
  readonly taken_at: string
  readonly total_agents: number
  readonly yes_percent: number
  readonly avg_confidence: number
}

onServerDatabaseFirst("the history of a consensus", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
  })
  afterAll(async () => {
    await Effect.runPromise(db.shiftClock("0"))
    await auspex.stop()
  })

  const setClock = (instant: Date) => Effect.runPromise(db.freezeClock(instant))
  const takeAll = async (): Promise<number> => {
    let turns = 0
    while (await auspex.run(Effect.flatMap(ConsensusHistory, (history) => history.takeNext))) turns++
    return turns
  }
  const snapshotsOf = async (question: string): Promise<ReadonlyArray<Snapshot>> => {
    const { body } = await auspex.call("GET", `/api/questions/${question}/snapshots?limit=100`)
    expect(body.total).toBe(body.snapshots.length)
    return body.snapshots.toReversed()
  }
  const brief = (snapshots: ReadonlyArray<Snapshot>) =>
    snapshots.map(({ taken_at, total_agents, yes_percent }) => [taken_at, total_agents, yes_percent])

  it("has one point a day, also for missed days, and one for each move of five points", async () => {
    await setClock(at(1, 1))
    const owner = await verifiedHuman(auspex)
    const agents = await Promise.all(Array.from({ length: 5 }, () => linkedAgent(auspex, { owner })))
    const question = await openQuestion(auspex, { resolution_date: at(30).toISOString().slice(0, 10) })
    const unpredicted = await openQuestion(auspex, { resolution_date: at(30).toISOString().slice(0, 10) })
    const place = async (index: number, instant: Date, prediction: boolean) => {
      await setClock(instant)
      await predict(auspex, agents[index]!, question, distinctPrediction({ prediction, confidence: 60 + index }))
    }
    await place(0, at(1, 2), true)
    await place(1, at(1, 3), true)
    // For three days no snapshots are taken, while predictions continue.
    await place(2, at(3, 5), true)
    await place(3, new Date(at(4).getTime() + 1), false)
    await setClock(at(4, 6))
    expect(await takeAll()).toBe(3)
    expect(await takeAll()).toBe(0)
    expect(brief(await snapshotsOf(question))).toEqual([
      [at(1, 2).toISOString(), 1, 100],
      [at(2).toISOString(), 2, 100],
      [at(3).toISOString(), 2, 100],
      // Predictions after midnight belong to the next day, although they existed when the snapshot was taken.
      [at(4).toISOString(), 3, 100],
      [new Date(at(4).getTime() + 1).toISOString(), 4, 75]
    ])
    expect(await snapshotsOf(unpredicted)).toEqual([])

    // One more point on the day of its resolution, and none later.
    await setClock(at(5, 7))
    await takeAll()
    await auspex.call("POST", `/api/admin/questions/${question}/resolve`, {
      as: auspex.adminKey,
      body: { outcome: true }
    })
    await setClock(at(8, 1))
    await takeAll()
    expect(brief(await snapshotsOf(question)).slice(5)).toEqual([
      [at(5).toISOString(), 4, 75],
      [at(6).toISOString(), 4, 75]
    ])
    expect(await db.run(checkInvariants)).toEqual([])
  })

  it("waits a minute after midnight for predictions in progress, and measures moves from the last point", async () => {
    await setClock(at(10, 1))
    const owner = await verifiedHuman(auspex)
    const agents: Array<Awaited<ReturnType<typeof linkedAgent>>> = []
    // One after the other: links to one owner wait for one another, and on a busy machine the last would wait too long.
    for (let n = 0; n < 22; n++) agents.push(await linkedAgent(auspex, { owner }))
    const question = await openQuestion(auspex, { resolution_date: at(60).toISOString().slice(0, 10) })
    // Twenty yes and no other: one prediction of no moves it by 4.8 points, a second one by 9.1 in all.
    for (const agent of agents.slice(0, 20)) await predict(auspex, agent, question, distinctPrediction())
    await takeAll()
    const before = (await snapshotsOf(question)).length
    expect(before).toBe(1)
    await predict(auspex, agents[20]!, question, distinctPrediction({ prediction: false }))
    expect((await snapshotsOf(question)).length).toBe(before)
    await setClock(new Date(at(11).getTime() + 59_999))
    expect(await takeAll()).toBe(0)
    await setClock(new Date(at(11).getTime() + 60_000))
    expect(await takeAll()).toBe(1)
    // From the day's point it is 4.3 points.
    await predict(auspex, agents[21]!, question, distinctPrediction({ prediction: false }))
    expect(brief(await snapshotsOf(question))).toEqual([
      [at(10, 1).toISOString(), 1, 100],
      [at(11).toISOString(), 21, 95.24]
    ])
  })

  it("is paged from the newest snapshot, with the options of a multi question", async () => {
    await setClock(at(12, 1))
    const question = await openQuestion(auspex, {
      question_type: "multi",
      options: ["north", "south"],
      resolution_date: at(60).toISOString().slice(0, 10)
    })
    const one = await linkedAgent(auspex)
    const other = await linkedAgent(auspex)
    await predict(auspex, one, question, distinctPrediction({ selected_option: "south" }))
    await setClock(at(12, 2))
    await predict(auspex, other, question, distinctPrediction({ selected_option: "north" }))
    await setClock(at(13, 2))
    await takeAll()
    const seen: Array<unknown> = []
    let cursor: string | null = ""
    while (cursor !== null) {
      const target: string = `/api/questions/${question}/snapshots?limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`
      const { body } = await auspex.call("GET", target)
      expect(body.total).toBe(3)
      seen.push(...body.snapshots)
      cursor = body.next_cursor
    }
    const half = [{ option: "north", count: 1, percent: 50 }, { option: "south", count: 1, percent: 50 }]
    const common = { yes_percent: 100, yes_pct: 100, avg_confidence: 70 }
    expect(seen).toEqual([
      { ...common, taken_at: at(13).toISOString(), total_agents: 2, options: half },
      { ...common, taken_at: at(12, 2).toISOString(), total_agents: 2, options: half },
      {
        ...common,
        taken_at: at(12, 1).toISOString(),
        total_agents: 1,
        options: [{ option: "north", count: 0, percent: 0 }, { option: "south", count: 1, percent: 100 }]
      }
    ])
    const wrong = await auspex.call("GET", `/api/questions/${question}/snapshots?cursor=bm9uc2Vuc2U`)
    expect([wrong.status, wrong.body.code]).toEqual([400, "INVALID_REQUEST"])
    const nowhere = await auspex.call("GET", "/api/questions/nowhere/snapshots")
    expect([nowhere.status, nowhere.body.code]).toEqual([404, "QUESTION_NOT_FOUND"])
  })

  it("has a chart of at most 500 points that ends with the current consensus", async () => {
    await setClock(at(14, 1))
    const question = await openQuestion(auspex, { resolution_date: at(60).toISOString().slice(0, 10) })
    const target = `/api/questions/${question}/chart`
    const empty = (await auspex.call("GET", target)).body
    expect(empty).toEqual({
      question_id: question,
      from: at(14, 1).toISOString(),
      to: at(14, 1).toISOString(),
      points: []
    })
    await predict(auspex, await linkedAgent(auspex), question)
    await query(
      auspex,
      `insert into consensus_snapshots (id, question_id, taken_at, kind, total_agents, yes_count, confidence_sum)
      select gen_random_uuid(), $1::uuid, $2::timestamptz + n * interval '1 minute', 'moved', 100, n % 100, 7000
      from generate_series(1, 1200) n`,
      [question, at(14, 1)]
    )
    await setClock(at(16))
    const whole = (await auspex.call("GET", `${target}?to=${at(17).toISOString()}`)).body
    expect(whole.points).toHaveLength(500)
    expect([whole.points[0].taken_at, whole.points.at(-1)]).toEqual([
      at(14, 1).toISOString(),
      { taken_at: at(16).toISOString(), total_agents: 1, yes_percent: 100, yes_pct: 100, avg_confidence: 70 }
    ])
    const part =
      (await auspex.call("GET", `${target}?from=${at(14, 2).toISOString()}&to=${at(14, 3).toISOString()}`)).body
    expect([part.from, part.to, part.points.length]).toEqual([at(14, 2).toISOString(), at(14, 3).toISOString(), 61])
    await query(auspex, "delete from consensus_snapshots where question_id = $1::uuid and total_agents = 100", [
      question
    ])
    const backwards = await auspex.call("GET", `${target}?from=${at(15).toISOString()}&to=${at(14).toISOString()}`)
    expect([backwards.status, backwards.body.failures?.[0].field ?? backwards.body.error]).toEqual([
      400,
      expect.stringContaining("to")
    ])
  })

  it("has the chart as a picture without active content", async () => {
    await setClock(at(18, 1))
    const question = await openQuestion(auspex, {
      question: "Will <script>alert(1)</script> & \"quotes\" be drawn as what they are, by then?",
      resolution_date: at(60).toISOString().slice(0, 10)
    })
    await predict(auspex, await linkedAgent(auspex), question)
    for (const [parameters, width] of [["", 800], ["&width=320&theme=dark", 320], ["&theme=light", 800]] as const) {
      const { headers, status, text } = await auspex.call(
        "GET",
        `/api/questions/${question}/chart?format=svg${parameters}`
      )
      expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"])
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(text).toMatch(new RegExp(`^<svg [^>]*viewBox="0 0 ${width} `))
      expect(text).not.toContain("<script")
    }
    const sizes = await Promise.all(
      ["319", "1601", "x", "800.5"].map((width) =>
        auspex.call("GET", `/api/questions/${question}/chart?format=svg&width=${width}`)
      )
    )
    expect(sizes.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })

  it("counts predictions of one owner once, and of one model family in part", async () => {
    await setClock(at(20, 1))
    const question = await openQuestion(auspex, { resolution_date: at(60).toISOString().slice(0, 10) })
    const effective = async () => {
      const { body } = await auspex.call("GET", `/api/questions/${question}/consensus`)
      return [body.total_agents, body.effective_agents]
    }
    expect(await effective()).toEqual([0, 0])
    const owner = await verifiedHuman(auspex)
    for (const model of ["gpt-4o", "claude-sonnet-4", "gpt-5"]) {
      await predict(auspex, await linkedAgent(auspex, { owner, extra: { model } }), question, distinctPrediction())
    }
    expect(await effective()).toEqual([3, 1])
    const claude = await linkedAgent(auspex, { extra: { model: "claude-opus-4" } })
    await predict(auspex, claude, question, distinctPrediction())
    // The square of the voices' sum over nine and one, plus half of the pair's product: 16 / (10 + 1).
    expect(await effective()).toEqual([4, 1.45])
    const phi = await linkedAgent(auspex, { extra: { model: "phi3" } })
    await predict(auspex, phi, question, distinctPrediction())
    expect(await effective()).toEqual([5, 2.08])
    const { body } = await auspex.call("GET", `/api/questions/${question}/consensus`)
    expect(body.yes_interval.low).toBeLessThan(50)
    expect(body).toMatchObject({ model_family_version: 2, yes_percent: 100 })
    expect(await db.run(checkInvariants)).toEqual([])
  })

  it("counts predictions as one owner's from the link on, and as of an earlier time separately", async () => {
    await setClock(at(21, 1))
    const question = await openQuestion(auspex, { resolution_date: at(60).toISOString().slice(0, 10) })
    const consensus = async (parameters = "") =>
      (await auspex.call("GET", `/api/questions/${question}/consensus${parameters}`)).body
    const owner = await verifiedHuman(auspex)
    const [sibling, stranger, newcomer] = [
      await linkedAgent(auspex, { owner, extra: { model: "claude-opus-4" } }),
      await linkedAgent(auspex, { extra: { model: "gpt-4o" } }),
      await linkedAgent(auspex, { extra: { model: "gpt-5" } })
    ]
    for (const agent of [sibling, stranger, newcomer]) await predict(auspex, agent, question, distinctPrediction())
    // Simulates predictions without an owner: 9 / (3 + 1), as two of one family overlap by half.
    await query(auspex, "update accounts set owner_id = null, linked_at = null where id = $1::uuid", [newcomer.id])
    const apart = await consensus()
    expect(apart.effective_agents).toBe(2.25)
    await setClock(at(21, 2))
    const linked = await auspex.call("POST", "/api/me/agents", { as: owner.token, body: { api_key: newcomer.key } })
    expect(linked.status).toBe(200)
    // Nine over the square of one owner's two voices, one, and the overlap of newcomer and stranger: 9 / (4 + 1 + 1).
    const together = await consensus()
    expect([together.total_agents, together.effective_agents]).toEqual([3, 1.5])
    const as_of = at(21, 1).toISOString()
    expect(await consensus(`?as_of=${as_of}`)).toEqual({ ...apart, as_of })
    expect(await consensus(`?as_of=${at(21, 2).toISOString()}`)).toMatchObject({ effective_agents: 1.5 })
    expect(await db.run(checkInvariants)).toEqual([])
  })

  it("counts a near copy by its share of new words", async () => {
    await setClock(at(22, 1))
    const question = await openQuestion(auspex, { resolution_date: at(60).toISOString().slice(0, 10) })
    const pages = (who: string) => [1, 2, 3].map((page) => `https://example.org/${who}/${page}`)
    const original = reasoningCiting(pages("original"))
    // More and more common words are replaced with new ones, until the text counts as new.
    const copies = Arrays.makeBy(20, (twentieths) => {
      let count = 0
      const links = [...pages("copy")]
      return original
        .replace(/https:\S+?(?=[\s),.;]|$)/g, () => links.shift() ?? "https://example.org/copy/more")
        .replace(/(?<![\w/.:-])[a-z]{4,}(?![\w/:-])/g, (word) => ++count % 20 < twentieths ? `novel${count}` : word)
    })
    const similarity = (text: string): number =>
      jaccard(parseReasoning(original).originalityTokens, parseReasoning(text).originalityTokens)
    const copy = copies.find((text) => similarity(text) < 0.595)!
    const novelty = noveltyOf(similarity(copy))
    expect(novelty).toBeGreaterThan(0)
    expect(novelty).toBeLessThan(100)
    await predict(auspex, await linkedAgent(auspex), question, { reasoning: original })
    await predict(auspex, await linkedAgent(auspex, { extra: { model: "claude-opus-4" } }), question, {
      reasoning: copy
    })
    const { body } = await auspex.call("GET", `/api/questions/${question}/consensus`)
    expect(body.total_agents).toBe(2)
    expect(body.effective_agents).toBeCloseTo(1 + novelty / 100, 10)
    expect(await db.run(checkInvariants)).toEqual([])
  })
})
