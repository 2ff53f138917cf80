import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { operations } from "../contract/operations.ts"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"

/** The reads with `as_of`; a new one must be added to the replay test. */
const historic = [
  "boards.leaderboard",
  "consensus.chart",
  "consensus.consensus",
  "consensus.snapshots",
  "predictions.listPredictions",
  "questions.listQuestions",
  "questions.question"
]

onEmbeddedDatabase("as_of", (db) => {
  let auspex: RunningAuspex
  let question: string
  let before: string
  let earlier: string
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    before = new Date(Date.now() - 1_000).toISOString()
    question = await openQuestion(auspex)
    earlier = (await predict(auspex, await linkedAgent(auspex), question, distinctPrediction())).prediction.created_at
    await predict(auspex, await linkedAgent(auspex), question, distinctPrediction())
  })
  afterAll(() => auspex.stop())

  const get = (target: string, as_of: string) => {
    const separator = target.includes("?") ? "&" : "?"
    return auspex.call("GET", `${target}${separator}as_of=${encodeURIComponent(as_of)}`)
  }

  it("must be a valid time between the beginning of the record and now; the refusal names the parameter", async () => {
    const future = new Date(Date.now() + 60_000).toISOString()
    const bad = [future, before, "", "yesterday", "2026-02-30", "2026-11-20T12:00:00", "12:00", "2026-13-01", "1e99"]
    const targets = [
      "/api/leaderboard",
      "/api/questions",
      `/api/questions/${question}`,
      ...["predictions", "consensus", "snapshots", "chart"].map((part) => `/api/questions/${question}/${part}`)
    ]
    for (const target of targets) {
      for (const as_of of bad) {
        const { body, status } = await get(target, as_of)
        expect([target, as_of, status, body.code, body.failures?.[0]?.field ?? body.error])
          .toEqual([target, as_of, 400, "INVALID_REQUEST", expect.stringContaining("as_of")])
      }
      expect([target, (await get(target, earlier)).status]).toEqual([target, 200])
    }
  })

  it("may have a zone, and a day means its beginning", async () => {
    const { body } = await get(`/api/questions/${question}/consensus`, earlier.replace("Z", "+00:00"))
    expect([body.total_agents, body.as_of]).toEqual([1, earlier])
    const refused = await get("/api/leaderboard", before.slice(0, 10))
    expect(refused.body.error).toContain(`as_of must not be earlier than the first record`)
  })

  it("is exact to the millisecond", async () => {
    const { body } = await get(`/api/questions/${question}`, earlier)
    expect(body.question.consensus_summary.total_agents).toBe(1)
    expect(body.predictions).toHaveLength(1)
    const millisBefore = new Date(new Date(earlier).getTime() - 1).toISOString()
    expect((await get(`/api/questions/${question}`, millisBefore)).body.question.yes_count).toBe(0)
  })

  it("supports only orders that need no counters", async () => {
    for (const [sort, status] of [["newest", 200], ["closing", 200], ["contested", 400], ["least_predicted", 400]]) {
      expect([sort, (await get(`/api/questions?sort=${sort}`, earlier)).status]).toEqual([sort, status])
    }
  })

  it("is refused by every other read, even if its answer is in the cache", async () => {
    const gets = operations.filter(({ method }) => method === "GET")
    const known: Array<string> = []
    for (const { id, path } of gets) {
      const target = path.replace("{id}", question).replace(/\{\w+\}/g, "2026-11-20")
      const options = { as: auspex.adminKey }
      // Fills the cache: a cached answer must not be served for the past.
      await auspex.call("GET", target)
      for (const name of ["as_of", "as%5Fof"]) {
        const { body, status } = await auspex.call("GET", `${target}?${name}=${earlier}`)
        const refused = status === 400 && body.code === "INVALID_REQUEST" &&
          body.error.includes("returns current data only")
        if (!refused && (status === 401 || status === 403)) {
          // Callers without access get that refusal first.
          const answer = await auspex.call("GET", `${target}?${name}=${earlier}`, options)
          expect([id, answer.status === 400 || answer.status === 401 || answer.status === 403]).toEqual([id, true])
        } else if (!refused) known.push(id)
      }
    }
    expect([...new Set(known)].sort()).toEqual(historic)
  })
})
