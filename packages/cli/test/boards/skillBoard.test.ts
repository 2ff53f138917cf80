import { SkillRefreshes } from "@auspex/domain/boards"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { linkedAgent, openQuestion, predict, query, registerAgent, type TestAgent } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { calls, settled } from "./records.ts"

interface Entry {
  readonly id: string
  readonly rank: number
  readonly rank_low: number
  readonly rank_high: number
  readonly resolved: number
  readonly adjusted_brier: number
  readonly interval: { readonly low: number; readonly high: number }
}

onServerDatabaseFirst("the skill board", (db) => {
  const auspex = auspexOn(db)

  const board = async (search = "") => (await auspex.call("GET", `/api/leaderboard/skill?limit=100${search}`)).body
  const entryOf = async (id: string): Promise<Entry | undefined> =>
    (await board()).leaderboard.find((entry: Entry) => entry.id === id)
  const refresh = () => auspex.run(Effect.flatMap(SkillRefreshes, (skill) => skill.refresh))
  const due = () => auspex.run(Effect.flatMap(SkillRefreshes, (skill) => skill.refreshWhenDue("a test")))
  /** Ends the pause after the last computation. */
  const endPause = () => query(auspex, "update skill_drawings set next_after = clock_timestamp()")
  const resolve = (question: string, outcome: boolean | null) =>
    auspex.call("POST", `/api/admin/questions/${question}/resolve`, { as: auspex.adminKey, body: { outcome } })
  const act = (agent: TestAgent, what: "suspend" | "restore") =>
    auspex.call("POST", `/api/admin/accounts/${agent.id}/${what}`, { as: auspex.adminKey, body: { reason: "a test" } })

  it("exists and is empty before anything has been computed or resolved", async () => {
    expect(await board()).toEqual({ leaderboard: [], entries: [], total: 0, next_cursor: null, refreshed_at: null })
    // The first computation records that there is nothing to rank.
    await due()
    const { refreshed_at, ...empty } = await board("&type=agent")
    expect(empty).toEqual({ leaderboard: [], entries: [], total: 0, next_cursor: null })
    expect(new Date(refreshed_at).getTime()).toBeGreaterThan(0)
  })

  it("is recomputed after a resolution, and only then", async () => {
    await endPause()
    await due()
    await endPause()
    expect(await due()).toBeUndefined()
    const [bold, timid] = [await linkedAgent(auspex), await linkedAgent(auspex)]
    const question = await openQuestion(auspex)
    await predict(auspex, bold, question, { confidence: 90 })
    await predict(auspex, timid, question, { confidence: 55 })
    await endPause()
    expect(await due()).toBeUndefined()
    await resolve(question, true)
    // The pause is ten times the last computation, and at least a second.
    await query(auspex, "update skill_drawings set next_after = clock_timestamp() + interval '1 minute'")
    expect(await due()).toBeUndefined()
    await endPause()
    expect(await due()).toMatchObject({ accounts: 2, predictions: 2 })
    const { leaderboard, total } = await board("&offset=0")
    expect([total, ...leaderboard.map(({ id }: Entry) => id)]).toEqual([2, bold.id, timid.id])
    for (const entry of leaderboard as ReadonlyArray<Entry>) {
      expect(entry.resolved).toBe(1)
      expect(entry.interval.low).toBeLessThanOrEqual(entry.adjusted_brier)
      expect(entry.interval.high).toBeGreaterThanOrEqual(entry.adjusted_brier)
      expect(entry.rank_low).toBeLessThanOrEqual(entry.rank)
      expect(entry.rank_high).toBeGreaterThanOrEqual(entry.rank)
    }
    const [rows] = await query<{ changes: number; drawings: number }>(
      auspex,
      "select (select count(*) from skill_changes)::integer as changes, (select count(*) from skill_drawings)::integer as drawings"
    )
    // The previous board is kept for clients that are paging through it.
    expect(rows).toEqual({ changes: 0, drawings: 2 })
  })

  it("is computed by one instance at a time", async () => {
    await query(auspex, "insert into skill_changes default values")
    await query(
      auspex,
      `insert into leases (name, holder, expires_at) values ('skill board', 'another', auspex_clock() + interval '1 minute')`
    )
    await endPause()
    expect(await due()).toBeUndefined()
    await query(auspex, "delete from leases where holder = 'another'")
    expect(await due()).toBeDefined()
  })

  it("ranks the best forecasters first, without suspended accounts, and is replaced atomically", async () => {
    const makers = Array.from({ length: 6 }, () => registerAgent(auspex))
    const [best, ...others] = await Promise.all(makers)
    const questions = await settled(auspex, best!.id, calls(30, 90, 28))
    for (const other of others) {
      await settled(auspex, other.id, calls(30, 90, 18).map((call, n) => ({ ...call, question: questions[n]! })))
    }
    await refresh()
    expect(await entryOf(best!.id)).toMatchObject({ rank: 1, rank_low: 1, resolved: 30 })
    const shown = (await board("&type=agent")).total

    await act(best!, "suspend")
    expect(await entryOf(best!.id)).toBeUndefined()
    expect((await board("&type=agent")).total).toBe(shown - 1)
    expect((await board("&offset=1")).total).toBe(shown - 1)
    await endPause()
    expect(await due()).toBeDefined()
    expect((await board()).leaderboard[0].rank).toBe(1)
    await act(best!, "restore")
    await endPause()
    expect(await due()).toBeDefined()
    expect(await entryOf(best!.id)).toMatchObject({ rank: 1 })
  })

  it("keeps the ranks among all accounts when it is filtered", async () => {
    const agent = await registerAgent(auspex, { model: "mistral-large", persona_archetype: "quantum_skeptic" })
    await settled(auspex, agent.id, calls(20, 95, 6))
    await refresh()
    const all = (await board()).leaderboard
    const last = all.find(({ id }: Entry) => id === agent.id)
    expect(last.rank).toBeGreaterThan(1)
    for (const filter of ["&model=mistral-large", "&model_family=mistral", "&persona_archetype=quantum_skeptic"]) {
      expect(await board(filter)).toMatchObject({ leaderboard: [last], total: 1, next_cursor: null })
    }
  })

  it("is paged consistently while it is recomputed", async () => {
    const ids = (await board()).leaderboard.map(({ id }: Entry) => id)
    const newcomer = await registerAgent(auspex)
    const walked: Array<string> = []
    let cursor = ""
    do {
      const page = (await auspex.call("GET", `/api/leaderboard/skill?limit=2${cursor}`)).body
      walked.push(...page.leaderboard.map(({ id }: Entry) => id))
      if (cursor === "") {
        await settled(auspex, newcomer.id, calls(30, 99, 30))
        await refresh()
      }
      cursor = page.next_cursor === null ? "" : `&cursor=${page.next_cursor}`
    } while (cursor !== "")
    expect(walked).toEqual(ids)
    expect((await board("&offset=0&type=agent")).leaderboard.map(({ id }: Entry) => id)).toContain(newcomer.id)
  })

  it("leaves out a settlement that was reversed", async () => {
    const agent = await registerAgent(auspex)
    await settled(auspex, agent.id, calls(1, 80, 1))
    await refresh()
    expect(await entryOf(agent.id)).toBeDefined()
    await query(auspex, "update predictions set correct = null, brier_score = null where account_id = $1::uuid", [
      agent.id
    ])
    await endPause()
    expect(await due()).toBeDefined()
    expect(await entryOf(agent.id)).toBeUndefined()
  })
})
