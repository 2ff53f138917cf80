import {
  battleStandings,
  isoWeekEnd,
  isoWeekOf,
  isoWeekStart,
  isoWeekText,
  WeeklyBattles
} from "@auspex/domain/insight"
import { Changes } from "@auspex/domain/kernel"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict, query, type TestAgent } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"

const hour = 3_600_000

onServerDatabaseFirst("weekly battles", (db) => {
  let auspex: RunningAuspex
  const agents: Array<TestAgent> = []
  // Two days into the next week after the real time.
  const monday = isoWeekEnd(isoWeekOf(new Date()))
  const week = isoWeekText(isoWeekOf(monday))
  const later = (weeks: number) => isoWeekText(isoWeekOf(new Date(monday.getTime() + weeks * 7 * 24 * hour)))
  const goTo = (instant: number) => auspex.run(db.shiftClock(`${Math.round((instant - Date.now()) / 1_000)} seconds`))

  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    for (let count = 0; count < 4; count++) agents.push(await linkedAgent(auspex))
    await goTo(monday.getTime() + 48 * hour)
  })
  afterAll(() => auspex.stop())

  const read = async (search = "") => {
    // Cached answers may be 5 seconds old; the tests do not wait.
    await auspex.run(Effect.flatMap(Changes, (changes) => changes.announce(["boards"])))
    const answer = await auspex.call("GET", `/api/events/weekly-battle${search}`)
    expect([answer.status, answer.text]).toEqual([200, answer.text])
    return answer.body.battle
  }
  const finalise = () => auspex.run(Effect.flatMap(WeeklyBattles, (battles) => battles.finaliseNext))
  const resolve = (question: string, outcome: boolean | null) =>
    auspex.call("POST", `/api/admin/questions/${question}/resolve`, { as: auspex.adminKey, body: { outcome } })
  /** A resolved question on which the agents predicted yes with these confidences. */
  const played = async (confidences: ReadonlyArray<number>, outcome: boolean | null = true): Promise<string> => {
    const question = await openQuestion(auspex)
    for (const [at, confidence] of confidences.entries()) {
      if (confidence > 0) await predict(auspex, agents[at]!, question, distinctPrediction({ confidence }))
    }
    expect((await resolve(question, outcome)).status).toBe(200)
    return question
  }
  const questions: Array<string> = []

  it("of a week without questions have no standings, and are live until the week is over", async () => {
    expect(await read()).toEqual({
      week,
      starts_at: monday.toISOString(),
      ends_at: isoWeekEnd(isoWeekOf(monday)).toISOString(),
      status: "live",
      minimum_questions: 3,
      questions: 0,
      participants: 0,
      standings: []
    })
    const before = await read(`?week=${later(-5)}`)
    expect([before.status, before.standings, before.next_week]).toEqual(["final", [], undefined])
  })

  it.each(["2026", "2026-W00", "2025-W53", "2026-W7", "W07-2026", "%20", "2026-W07'", later(1), later(300)])(
    "are refused for %s",
    async (text) => {
      const { body, status } = await auspex.call("GET", `/api/events/weekly-battle?week=${text}`)
      expect([status, body.code, body.failures[0].field]).toEqual([400, "INVALID_REQUEST", "week"])
    }
  )

  it("rank accounts with three scored questions by mean peer score during the week", async () => {
    questions.push(await played([90, 60, 60, 99]), await played([80, 70, 70]))
    expect((await read()).standings).toEqual([])
    questions.push(await played([70, 80, 80]))
    // Neither counts: one has a single prediction, the other is void.
    await played([99])
    await played([50, 99, 99, 99], null)
    const battle = await read()
    expect([battle.status, battle.questions, battle.participants, battle.winner]).toEqual(["live", 4, 3, undefined])
    const rows = battle.standings.map((row: Record<string, unknown>) => [row["rank"], row["id"], row["questions"]])
    expect(rows).toEqual([[1, agents[0]!.id, 3], [2, agents[1]!.id, 3], [2, agents[2]!.id, 3]])
    expect(battle.standings[0]).toMatchObject({ name: agents[0]!.name, type: "agent", model: "gpt-4o" })
    // By hand: the natural logarithm of the stated probability minus the mean of the others, times 100.
    const mean = (logs: ReadonlyArray<number>) => logs.reduce((sum, log) => sum + log, 0) / logs.length
    const ln = (...percents: ReadonlyArray<number>) => percents.map((percent) => Math.log(percent / 100))
    const byHand = mean([
      100 * (Math.log(0.9) - mean(ln(60, 60, 99))),
      100 * (Math.log(0.8) - mean(ln(70, 70))),
      100 * (Math.log(0.7) - mean(ln(80, 80)))
    ])
    expect(battle.standings[0].peer_score).toBeCloseTo(byHand, 4)
  })

  it("rank in the database like the rule of the domain", async () => {
    for (let count = 0; count < 4; count++) {
      questions.push(await played([55 + count * 7, 90 - count, 60, count % 2 === 0 ? 75 : 0]))
    }
    const scores = await query<{ account_id: string; log_score: number; scored: number; log_sum: number }>(
      auspex,
      `select p.account_id, p.log_score, s.scored, s.log_sum
      from predictions p join question_scores s on s.question_id = p.question_id where p.log_score is not null`
    )
    const ruled = battleStandings(
      scores.map(({ account_id, log_score, log_sum, scored }) => ({
        account_id,
        log_score,
        question: { scored, log_sum }
      }))
    )
    const { standings } = await read()
    expect(standings.length).toBe(4)
    expect(
      standings.map((row: { id: string; rank: number; peer_score: number; questions: number }) => ({
        account_id: row.id,
        peer_score: row.peer_score,
        questions: row.questions,
        rank: row.rank
      }))
    ).toEqual(ruled)
  })

  it("are not finalised during the week, within a minute of its end, or while payouts are pending", async () => {
    expect(await finalise()).toBe(false)
    const end = isoWeekEnd(isoWeekOf(monday)).getTime()
    await goTo(end + 5_000)
    expect(await finalise()).toBe(false)
    await goTo(end + 2 * hour)
    await query(auspex, "update resolution_jobs set status = 'running' where question_id = $1::uuid", [questions[0]])
    expect(await finalise()).toBe(false)
    expect((await read(`?week=${week}`)).status).toBe("live")
    await query(auspex, "update resolution_jobs set status = 'done' where question_id = $1::uuid", [questions[0]])
  })

  it("are finalised once, by one instance", async () => {
    const live = await read(`?week=${week}`)
    await query(auspex, "insert into leases values ('weekly-battles', 'another', auspex_clock() + interval '1 minute')")
    expect(await finalise()).toBe(false)
    await query(auspex, "delete from leases")
    expect(await finalise()).toBe(true)
    expect(await finalise()).toBe(false)
    const final = await read(`?week=${week}`)
    expect(final).toEqual({ ...live, status: "final", winner: live.standings[0] })
    expect((await read()).previous_week).toBe(week)
    expect(await query(auspex, "select week from weekly_battles")).toEqual([{ week }])
  })

  it("do not change when a question is resolved again later, which counts in that week", async () => {
    const final = await read(`?week=${week}`)
    // Like an overturned dispute: other results, at a later time.
    await query(
      auspex,
      "update questions set outcome = false, resolved_at = auspex_clock() where id = any ($1::text::uuid[])",
      [`{${questions.slice(0, 3).join(",")}}`]
    )
    await query(
      auspex,
      `update predictions set correct = false, log_score = ln((100 - confidence) / 100.0)
      where question_id = any ($1::text::uuid[])`,
      [`{${questions.slice(0, 3).join(",")}}`]
    )
    await query(
      auspex,
      `update question_scores s set resolved_at = q.resolved_at, correct = 0,
        log_sum = (select sum(p.log_score) from predictions p where p.question_id = q.id)
      from questions q where q.id = s.question_id and q.id = any ($1::text::uuid[])`,
      [`{${questions.slice(0, 3).join(",")}}`]
    )
    expect(await finalise()).toBe(false)
    expect(await read(`?week=${week}`)).toEqual({ ...final, next_week: later(1) })
    const now = await read()
    expect([now.week, now.status, now.questions, now.previous_week]).toEqual([later(1), "live", 3, week])
    expect(now.standings[0].id).not.toBe(final.standings[0].id)
    await expect(query(auspex, "update weekly_battle_standings set rank = 1")).rejects.toThrow()
    await expect(query(auspex, "delete from weekly_battles")).rejects.toThrow()
  })

  it("leave out accounts suspended since, without moving others up", async () => {
    const [first, ...others] = (await read(`?week=${week}`)).standings
    const path = `/api/admin/accounts/${first.id}`
    await auspex.call("POST", `${path}/suspend`, { as: auspex.adminKey, body: { reason: "by a test" } })
    const battle = await read(`?week=${week}`)
    expect([battle.standings, battle.winner, battle.participants]).toEqual([others, undefined, others.length])
    await auspex.call("POST", `${path}/restore`, { as: auspex.adminKey })
    expect((await read(`?week=${week}`)).winner).toEqual(first)
  })

  it("cover resolutions from Monday's first instant to Sunday's last", async () => {
    const begin = isoWeekEnd(isoWeekOf(new Date(monday.getTime() + 21 * 24 * hour)))
    await goTo(begin.getTime() + hour)
    const [last, first] = questions.slice(3)
    for (const [question, microseconds] of [[last, -1], [first, 0]] as const) {
      await query(
        auspex,
        `with moved as (
          update questions set resolved_at = $2::timestamptz + $3::integer * interval '1 microsecond' where id = $1::uuid
          returning id, resolved_at
        ) update question_scores s set resolved_at = moved.resolved_at from moved where s.question_id = moved.id`,
        [question, begin, microseconds]
      )
    }
    const [before, after] = [await read(`?week=${later(3)}`), await read(`?week=${later(4)}`)]
    expect([before.ends_at, before.questions]).toEqual([begin.toISOString(), 1])
    expect([after.starts_at, after.questions, after.previous_week]).toEqual([begin.toISOString(), 1, later(3)])
    expect([(await read()).week, before.next_week]).toEqual([later(4), later(4)])
  })

  it("have the same calendar as the database, also around the ends of years", async () => {
    const days = await query<{ at: Date; week: string; monday: Date }>(
      auspex,
      `select at, to_char(at at time zone 'UTC', 'IYYY-"W"IW') as week,
        date_trunc('week', at at time zone 'UTC') at time zone 'UTC' as monday
      from generate_series(timestamptz '1970-01-01T00:00:00Z', '2120-01-01T00:00:00Z', interval '35 hours') at`
    )
    expect(days.length).toBeGreaterThan(30_000)
    const wrong = days.filter(({ at, monday, week }) =>
      isoWeekText(isoWeekOf(at)) !== week || isoWeekStart(isoWeekOf(at)).getTime() !== monday.getTime()
    )
    expect(wrong).toEqual([])
  })
})
