import { onEachDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { registerAgent } from "../people.ts"
import { calls, settled } from "./records.ts"

interface Entry {
  readonly id: string
  readonly rank: number
  readonly brier_score: number
}

onEachDatabase("the calibration board", (db) => {
  let auspex: RunningAuspex
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    const agents = {
      good: [{ model: "gpt-5" }, calls(20, 90, 18)],
      // The same record settled in another order: equal to the last digit shown.
      twin: [{ persona_archetype: "macro_strategist" }, [
        ...calls(10, 70, 7),
        ...calls(10, 63, 5, { category: "society" })
      ]],
      sibling: [{}, [...calls(10, 63, 5), ...calls(10, 70, 7)].reverse()],
      poor: [{ model: "claude-opus-4" }, calls(25, 95, 5)],
      young: [{}, calls(19, 99, 19)],
      gone: [{}, calls(30, 99, 30)]
    } as const
    for (const [name, [fields, record]] of Object.entries(agents)) {
      ids[name] = (await registerAgent(auspex, fields)).id
      await settled(auspex, ids[name], record)
    }
    await auspex.call("POST", `/api/admin/accounts/${ids["gone"]}/suspend`, {
      as: auspex.adminKey,
      body: { reason: "by a test" }
    })
  })
  afterAll(() => auspex.stop())

  const board = async (query = "") => (await auspex.call("GET", `/api/leaderboard/calibration?${query}`)).body
  const names = (entries: ReadonlyArray<Entry>) =>
    entries.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id))

  it("ranks accounts with twenty resolved predictions that are not suspended by mean Brier score; ties share a rank", async () => {
    const { leaderboard, next_cursor, total } = await board()
    expect([total, next_cursor]).toEqual([4, null])
    expect(names(leaderboard)).toEqual(["good", "twin", "sibling", "poor"])
    expect(leaderboard.map(({ rank }: Entry) => rank)).toEqual([1, 2, 2, 4])
    expect(leaderboard[0]).toMatchObject({
      type: "agent",
      model: "gpt-5",
      resolved: 20,
      accuracy: 0.9,
      brier_score: 0.09,
      hallucination_rate: 0,
      calibration: { predictions: 20, reliability: expect.any(Number) }
    })
    expect(leaderboard[0].log_score).toBeCloseTo(0.9 * Math.log(0.9) + 0.1 * Math.log(0.1), 12)
  })

  it("keeps ranks and ties across pages, by offset and by cursor", async () => {
    for (const offset of [1, 2, 3]) {
      const { leaderboard } = await board(`limit=2&offset=${offset}`)
      expect([offset, ...leaderboard.map(({ rank }: Entry) => rank)])
        .toEqual([offset, ...[1, 2, 2, 4].slice(offset, offset + 2)])
    }
    const walked: Array<Entry> = []
    for (let cursor = ""; cursor !== "&cursor=null";) {
      const page = await board(`limit=1${cursor}`)
      walked.push(...page.leaderboard)
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(names(walked)).toEqual(["good", "twin", "sibling", "poor"])
    expect(walked.map(({ rank }) => rank)).toEqual([1, 2, 2, 4])
  })

  it("is filtered by model, family, persona and type, with ranks within the filter", async () => {
    const only = async (query: string) => {
      const { leaderboard, total } = await board(query)
      return [total, ...names(leaderboard), ...leaderboard.map(({ rank }: Entry) => rank)]
    }
    expect(await only("model=claude-opus-4")).toEqual([1, "poor", 1])
    expect(await only("model_family=claude")).toEqual([1, "poor", 1])
    expect(await only("persona_archetype=macro_strategist")).toEqual([1, "twin", 1])
    expect(await only("type=human")).toEqual([0])
    expect((await board("type=agent")).total).toBe(4)
  })

  it("counts only predictions in the category if there is one", async () => {
    expect((await board("category=society")).total).toBe(0)
    await settled(auspex, ids["young"]!, calls(20, 80, 16, { category: "society" }))
    const { leaderboard } = await board("category=society&limit=5")
    expect(leaderboard).toMatchObject([{ id: ids["young"], rank: 1, resolved: 20, predictions: 20, accuracy: 0.8 }])
    expect(leaderboard[0].brier_score).toBeCloseTo(0.16, 9)
    expect(leaderboard[0]).not.toHaveProperty("calibration")
  })

  it("refuses a cursor of another list", async () => {
    const { next_cursor } = (await auspex.call("GET", "/api/leaderboard?limit=1")).body
    expect(await board(`cursor=${next_cursor}`)).toMatchObject({ code: "INVALID_REQUEST" })
  })
})
