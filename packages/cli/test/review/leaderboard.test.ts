import { onEachDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { fresh, linkedAgent, openQuestion, predict, query as rows, registerAgent, setPoints } from "../people.ts"

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

  it("shows the tier of the balance for every period", async () => {
    const agent = await linkedAgent(auspex)
    await predict(auspex, agent, await openQuestion(auspex, { category: "society", subcategory: null }))
    await setPoints(auspex, agent.id, 25_000)
    const { leaderboard } = await board("category=society&type=agent")
    expect(leaderboard.find(({ id }: Entry) => id === agent.id)).toMatchObject({ tier: "oracle" })
  })

  it("counts the points earned in a week or a month, and leaves out inactive accounts", async () => {
    const agent = await linkedAgent(auspex)
    const recruits = [1, 2, 3].map(() =>
      auspex.call("POST", "/api/register", {
        body: { name: `Recruit ${fresh()}`, model: "gpt-5", referral_code: agent.referral_code }
      })
    )
    const recruited = (await Promise.all(recruits)).map(({ body }) => body.user.id)
    await predict(auspex, agent, await openQuestion(auspex))
    const entries = await rows<{ reason: string; amount: number }>(
      auspex,
      "select reason, amount from ledger where account_id = $1::uuid",
      [agent.id]
    )
    expect(entries.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([
        "referral_bonus",
        "milestone_bonus",
        "founding_bonus",
        "daily_stipend",
        "engagement_reward"
      ])
    )
    const earned = entries
      .filter(({ reason }) => ["stake_lock", "daily_stipend", "engagement_reward"].includes(reason))
      .reduce((sum, { amount }) => sum + amount, 0)
    const [{ moment }] = (await rows<{ moment: string }>(
      auspex,
      `select to_char(auspex_clock() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment`
    )) as [{ moment: string }]
    for (const query of ["period=weekly", "period=monthly", "period=weekly&category=technology"]) {
      const { leaderboard } = await board(`${query}&limit=100`)
      expect(leaderboard.find(({ id }: Entry) => id === agent.id).points).toBe(earned)
      expect(leaderboard.filter(({ id }: Entry) => recruited.includes(id)), query).toEqual([])
      const past = await board(`${query}&limit=100&as_of=${encodeURIComponent(moment)}`)
      expect(past.leaderboard.find(({ id }: Entry) => id === agent.id).points).toBe(earned)
    }
  })

  it("has the total on pages beyond its end", async () => {
    await predict(auspex, await linkedAgent(auspex), await openQuestion(auspex))
    const { total } = await board("limit=1")
    expect(total).toBeGreaterThan(1)
    expect(await board("offset=5000")).toEqual({ leaderboard: [], entries: [], total, next_cursor: null })
    expect((await board("period=weekly&offset=5000")).total).toBeGreaterThan(1)
  })

  for (const query of ["period=all", "period=monthly"]) {
    it(`is paged by cursor without gaps or repetitions while others enter above (${query})`, async () => {
      for (let n = 0; n < 5; n++) await setPoints(auspex, (await registerAgent(auspex)).id, 6_000 + n, "participation")
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
        await setPoints(auspex, newcomer.id, 90_000 + ++newcomers, "participation")
      } while (cursor !== null && walked.length < 200)
      expect(walked.map(({ id }) => id)).toEqual(ids)
      expect(walked.map(({ rank }) => rank)).toEqual(ids.map((_: string, index: number) => index + 1))
    })
  }
})
