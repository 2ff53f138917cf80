import { onEachDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict, registerAgent, setPoints } from "../people.ts"

interface Entry {
  readonly id: string
  readonly rank: number
  readonly points: number
  readonly tier: string
}

onEachDatabase("the leaderboard under review", (db) => {
  let auspex: RunningAuspex
  let newcomers = 0
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
  })
  afterAll(() => auspex.stop())

  const board = async (query: string) => (await auspex.call("GET", `/api/leaderboard?${query}`)).body

  it("gives everybody the tier of the balance, whatever the board counts", async () => {
    const agent = await linkedAgent(auspex)
    await predict(auspex, agent, await openQuestion(auspex, { category: "society", subcategory: null }))
    await setPoints(auspex, agent.id, 25_000)
    const { leaderboard } = await board("category=society&type=agent")
    expect(leaderboard.find(({ id }: Entry) => id === agent.id)).toMatchObject({ tier: "oracle" })
  })

  it("says how long it is past its end", async () => {
    const { total } = await board("limit=1")
    expect(total).toBeGreaterThan(1)
    expect(await board("offset=5000")).toEqual({ leaderboard: [], total, next_cursor: null })
    expect((await board("period=weekly&offset=5000")).total).toBeGreaterThan(1)
  })

  for (const query of ["period=all", "period=monthly"]) {
    it(`is walked by cursor without gaps or repetitions while others come in above (${query})`, async () => {
      for (let n = 0; n < 5; n++) await registerAgent(auspex)
      const start = await board(`${query}&limit=100`)
      const ids = start.leaderboard.map(({ id }: Entry) => id)
      const walked: Array<Entry> = []
      let cursor: string | null = null
      do {
        const page: { leaderboard: ReadonlyArray<Entry>; next_cursor: string | null } = await board(
          `${query}&limit=2${cursor === null ? "" : `&cursor=${cursor}`}`
        )
        walked.push(...page.leaderboard)
        cursor = page.next_cursor
        const newcomer = await registerAgent(auspex)
        await setPoints(auspex, newcomer.id, 90_000 + ++newcomers)
      } while (cursor !== null && walked.length < 200)
      expect(walked.map(({ id }) => id)).toEqual(ids)
      expect(walked.map(({ rank }) => rank)).toEqual(ids.map((_: string, index: number) => index + 1))
    })
  }
})
