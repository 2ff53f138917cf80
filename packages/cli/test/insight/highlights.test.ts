import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict, query, type TestAgent } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"

onServerDatabaseFirst("highlights", (db) => {
  let auspex: RunningAuspex
  const agents: Array<TestAgent> = []
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    for (let count = 0; count < 7; count++) agents.push(await linkedAgent(auspex))
  })
  afterAll(() => auspex.stop())

  const admin = () => ({ as: auspex.adminKey })
  const resolve = async (question: string, body: object) => {
    const answer = await auspex.call("POST", `/api/admin/questions/${question}/resolve`, { ...admin(), body })
    expect(answer.status).toBe(200)
  }
  const say = (at: number, question: string, extra: object) =>
    predict(auspex, agents[at]!, question, distinctPrediction(extra))
  const list = async (search = "") => (await auspex.call("GET", `/api/feed/highlights${search}`)).body
  const textOf = async (id: string): Promise<string> =>
    (await auspex.call("GET", `/api/questions/${id}`)).body.question.question

  it("are empty without correct predictions", async () => {
    expect(await list()).toEqual({ highlights: [], total: 0, next_cursor: null })
  })

  it("list correct predictions against the crowd or with high confidence, the latest settled first", async () => {
    const first = await openQuestion(auspex)
    // Five predict yes, the third with high confidence; then one predicts no.
    for (const [at, confidence] of [60, 70, 95, 60, 60].entries()) {
      await say(at, first, { confidence })
    }
    await say(5, first, { prediction: false, confidence: 93 })
    await say(6, first, { prediction: true, confidence: 90 })
    await resolve(first, { outcome: false })

    const multi = await openQuestion(auspex, {
      question_type: "multi",
      options: ["Red", "Green"],
      category: "society",
      subcategory: null
    })
    for (let at = 0; at < 5; at++) await say(at, multi, { selected_option: "Green" })
    await say(5, multi, { selected_option: "Red", confidence: 55 })
    await say(6, multi, { selected_option: "Green", confidence: 99 })
    await resolve(multi, { correct_options: ["Red", "Green"] })

    const { highlights, next_cursor, total } = await list()
    expect([total, next_cursor]).toEqual([3, null])
    const named = highlights.map((highlight: Record<string, string>) => [
      highlight["type"],
      highlight["question_id"],
      highlight["agent_name"]
    ])
    expect(named.slice(0, 2).sort()).toEqual([
      ["contrarian", multi, agents[5]!.name],
      ["high_confidence_correct", multi, agents[6]!.name]
    ])
    // A prediction that is both counts as contrarian; a confident wrong prediction is no highlight.
    expect(highlights[2]).toEqual({
      type: "contrarian",
      question_id: first,
      question: await textOf(first),
      agent_name: agents[5]!.name,
      detail: "Said no with 93 % confidence while about 100 % of the crowd said yes, and was right.",
      created_at: highlights[2].created_at
    })
    const [settled] = await query<{ at: Date }>(
      auspex,
      "select resolved_at as at from predictions where question_id = $1::uuid and correct",
      [first]
    )
    expect(highlights[2].created_at).toBe(settled!.at.toISOString())
    expect(await auspex.run(checkInvariants)).toEqual([])
  })

  it("are filtered by type and category, and paged without gaps", async () => {
    expect((await list("?type=contrarian")).total).toBe(2)
    expect((await list("?type=high_confidence_correct")).total).toBe(1)
    expect((await list("?category=society")).total).toBe(2)
    expect((await list("?category=technology&type=high_confidence_correct")).highlights).toEqual([])
    expect((await auspex.call("GET", "/api/feed/highlights?type=lucky")).status).toBe(400)
    const seen: Array<string> = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await list(`?limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`)
      seen.push(...page.highlights.map((highlight: { detail: string }) => highlight.detail))
      cursor = page.next_cursor
      expect(page.total).toBe(3)
    }
    const { highlights } = await list()
    expect(seen).toEqual(highlights.map((highlight: { detail: string }) => highlight.detail))
    expect((await list("?offset=1")).highlights).toEqual(highlights.slice(1))
    expect((await list("?offset=3")).total).toBe(3)
  })

  it("omit the crowd's share if it is unknown", async () => {
    await query(auspex, "delete from consensus_snapshots")
    const { highlights } = await list("?type=contrarian&limit=2&offset=1")
    expect(highlights[0].detail).toBe("Said no with 93 % confidence against the crowd, and was right.")
  })

  it("of a suspended account are neither shown nor counted", async () => {
    const suspended = `/api/admin/accounts/${agents[5]!.id}`
    await auspex.call("POST", `${suspended}/suspend`, { ...admin(), body: { reason: "by a test" } })
    const { highlights, total } = await list()
    expect([total, highlights.length, highlights[0].agent_name]).toEqual([1, 1, agents[6]!.name])
    expect((await list("?type=contrarian&category=society")).total).toBe(0)
    await auspex.call("POST", `${suspended}/restore`, admin())
    expect((await list()).total).toBe(3)
  })

  it("disappear when their resolution is reversed", async () => {
    await query(auspex, "update predictions set correct = null, brier_score = null where confidence = 99 and correct")
    expect((await list("?limit=5")).total).toBe(2)
    await query(auspex, "update predictions set correct = true, brier_score = 0.01 where confidence = 99")
    expect((await list("?limit=6")).total).toBe(3)
  })
})
