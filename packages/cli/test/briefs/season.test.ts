import { PgStores } from "@auspex/adapters-pg"
import { DailyInsights, daysKeptMax } from "@auspex/domain/briefs"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { testOutside } from "@auspex/testkit/outside"
import { planSeason, runSeason, seasonUseCases } from "@auspex/testkit/season"
import { demoAccounts } from "../../src/demo/DemoAccounts.ts"
import { demoQuestions } from "../../src/demo/DemoQuestions.ts"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex, withoutCache } from "../harness.ts"
import { query } from "../people.ts"

const msPerDay = 86_400_000
const days = 45
const startsAt = new Date(Date.UTC(2026, 2, 2, 9))
const endsAt = new Date(startsAt.getTime() + (days + 1) * msPerDay)
const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)

interface PlacedRow {
  readonly id: string
  readonly question_id: string
  readonly account_id: string
  readonly user_name: string
  readonly voice: string
  readonly prediction: boolean
  readonly confidence: number
  readonly selected_option: string | null
  readonly reasoning: string
  readonly correct: boolean | null
  readonly created_at: Date
}

interface QuestionRow {
  readonly id: string
  readonly question_type: "binary" | "multi"
  readonly options: ReadonlyArray<string> | null
  readonly status: string
  readonly published_at: Date | null
  readonly resolved_at: Date | null
}

const share = (rows: ReadonlyArray<PlacedRow>, is: (row: PlacedRow) => boolean): number =>
  rows.length === 0 ? 0 : Math.round((rows.filter(is).length * 10_000) / rows.length) / 100

onServerDatabaseFirst("briefs of a season", (db) => {
  let auspex: RunningAuspex
  let placed: ReadonlyArray<PlacedRow>
  let questions: ReadonlyArray<QuestionRow>
  const read = async (target: string) => {
    const answer = await auspex.call("GET", target)
    expect([target, answer.status, answer.status === 200 ? "" : answer.text]).toEqual([target, 200, ""])
    return answer
  }
  const dailyText = async (date: string): Promise<string> => (await read(`/api/insights/daily?date=${date}`)).text

  beforeAll(async () => {
    auspex = await startAuspex(db.layer, withoutCache)
    const season = seasonUseCases.pipe(
      Layer.provideMerge(PgStores.layer),
      Layer.provideMerge(testOutside),
      Layer.provideMerge(db.layer)
    )
    const acts = planSeason({
      seed: "briefs",
      starts_at: startsAt,
      days,
      accounts: demoAccounts.slice(0, 24),
      questions: demoQuestions,
      predictions: 300
    })
    await Effect.runPromise(
      runSeason({ acts, startsAt, endsAt, clock: { set: db.freezeClock } }).pipe(Effect.provide(season))
    )
    await Effect.runPromise(db.freezeClock(endsAt))
    placed = await query<PlacedRow>(
      auspex,
      `select p.id, p.question_id, p.account_id, a.name as user_name, a.owner_key as voice, p.prediction,
        p.confidence, p.selected_option, p.reasoning, p.correct, p.created_at
      from predictions p join accounts a on a.id = p.account_id order by p.question_id, p.seq`
    )
    questions = await query<QuestionRow>(
      auspex,
      "select id, question_type, options, status, published_at, resolved_at from questions order by id"
    )
  }, 300_000)
  afterAll(async () => {
    await Effect.runPromise(db.shiftClock("0"))
    await auspex.stop()
  })

  it("quote predictions of the respective side word for word, and list the cited addresses", async () => {
    const seen = { multi: 0, quoted: 0 }
    for (const { id, options, question_type, status } of questions) {
      if (!["open", "closed", "resolved"].includes(status)) continue
      const of = placed.filter(({ question_id }) => question_id === id)
      const { brief } = (await read(`/api/questions/${id}/intel-brief`)).body
      expect([brief.question_id, brief.generated_by, brief.generated_at]).toEqual([
        id,
        "extractive",
        endsAt.toISOString()
      ])
      expect(brief.consensus).toEqual((await read(`/api/questions/${id}/consensus`)).body)

      const counts = options?.map((option) => of.filter(({ selected_option }) => selected_option === option).length)
      const leading = counts === undefined ? undefined : options![counts.indexOf(Math.max(...counts))]
      const isFor = (row: PlacedRow): boolean =>
        question_type === "binary" ? row.prediction : row.selected_option === leading
      for (const [side, quotations] of [[true, brief.arguments_for], [false, brief.arguments_against]] as const) {
        const available = of.filter((row) => isFor(row) === side)
        expect(quotations.length > 0).toBe(available.length > 0)
        expect(quotations.length).toBeLessThanOrEqual(5)
        // No owner is quoted twice while others remain; similar sentences may leave fewer quotations than owners.
        const voices = quotations.map(({ prediction_id }: { prediction_id: string }) =>
          available.find((row) => row.id === prediction_id)!.voice
        )
        const distinct = new Set(voices).size
        expect(new Set(voices.slice(0, distinct)).size).toBe(distinct)
        for (const { text, ...argument } of quotations) {
          const row = available.find(({ id: prediction }) => prediction === argument.prediction_id)!
          expect(argument).toEqual({
            prediction_id: row.id,
            user_name: row.user_name,
            confidence: row.confidence,
            ...(row.selected_option === null ? {} : { selected_option: row.selected_option })
          })
          expect(row.reasoning.replace(/\s+/gu, " ")).toContain(text)
          seen.quoted++
        }
      }
      const cited = await query<{ url: string; cited_by: number }>(
        auspex,
        `select url, count(distinct account_id)::integer as cited_by from prediction_citations
        where question_id = $1::uuid group by url order by 2 desc, 1 limit 10`,
        [id]
      )
      expect(brief.key_evidence).toEqual(cited)
      expect(brief.summary).toContain(of.length === 0 ? "Nobody" : "prediction")
      expect(brief.summary).not.toMatch(/undefined|null|NaN|\s{2}|\.\.(?!\.)| ,/)
      if (question_type === "multi" && of.length > 0) seen.multi++
    }
    expect(seen.multi).toBeGreaterThan(0)
    expect(seen.quoted).toBeGreaterThan(50)
  })

  it("report what happened on each day", async () => {
    let moved = 0
    let called = 0
    for (let day = 0; day <= days + 1; day++) {
      const date = dayOf(new Date(startsAt.getTime() + day * msPerDay))
      const from = Date.parse(`${date}T00:00:00Z`)
      const isWithin = (instant: Date | null): boolean =>
        instant !== null && instant.getTime() >= from && instant.getTime() < from + msPerDay
      const { insights } = (await read(`/api/insights/daily?date=${date}`)).body
      const during = placed.filter(({ created_at }) => isWithin(created_at))
      expect([insights.date, insights.final, insights.generated_by]).toEqual([
        date,
        from + msPerDay < endsAt.getTime(),
        "extractive"
      ])
      expect(insights.figures).toEqual({
        predictions: during.length,
        agents: new Set(during.map(({ account_id }) => account_id)).size,
        questions_opened: questions.filter(({ published_at }) => isWithin(published_at)).length,
        questions_resolved: questions.filter(({ resolved_at }) => isWithin(resolved_at)).length
      })
      expect(insights.summary).not.toMatch(/undefined|null|NaN|\s{2}/)

      for (const { change, from_percent, option, predictions, question_id, to_percent } of insights.movers) {
        const of = placed.filter((row) => row.question_id === question_id)
        const before = of.filter(({ created_at }) => created_at.getTime() < from)
        const after = of.filter(({ created_at }) => created_at.getTime() < from + msPerDay)
        const is = (row: PlacedRow): boolean => option === undefined ? row.prediction : row.selected_option === option
        expect([from_percent, to_percent, predictions]).toEqual([
          share(before, is),
          share(after, is),
          after.length - before.length
        ])
        expect(change).toBeCloseTo(to_percent - from_percent, 6)
        moved++
      }
      for (const { question_id, predictions } of insights.most_predicted) {
        expect(during.filter((row) => row.question_id === question_id)).toHaveLength(predictions)
      }
      for (const { accuracy, question_id, yes_percent } of insights.resolved) {
        const of = placed.filter((row) => row.question_id === question_id)
        const scored = of.filter(({ correct }) => correct !== null)
        const right = scored.filter(({ correct }) => correct === true).length
        expect(accuracy).toBe(scored.length === 0 ? null : Math.round((right * 10_000) / scored.length) / 10_000)
        if (yes_percent !== undefined) expect(yes_percent).toBe(share(of, ({ prediction }) => prediction))
      }
      for (const { prediction_id, question_id } of insights.top_calls) {
        expect(placed.find(({ id }) => id === prediction_id)).toMatchObject({ question_id, correct: true })
        expect(isWithin(questions.find(({ id }) => id === question_id)!.resolved_at)).toBe(true)
        called++
      }
      for (const list of Object.values(insights)) if (Array.isArray(list)) expect(list.length).toBeLessThanOrEqual(5)
    }
    expect([moved > 0, called > 0]).toEqual([true, true])
  })

  it("of past days are stored once, by either instance, and never change", async () => {
    const other = await startAuspex(db.another)
    const keepAll = async (server: RunningAuspex): Promise<number> => {
      const keep = () => server.run(Effect.flatMap(DailyInsights, (insights) => insights.keepNext))
      let count = 0
      while (await keep()) count++
      return count
    }
    try {
      await Promise.all([keepAll(auspex), keepAll(other)])
      // One of them may have stopped because of the other's lease; the rest is done now.
      await keepAll(auspex)
    } finally {
      await other.stop()
    }
    const kept = await query<{ day: string }>(
      auspex,
      "select to_char(day, 'YYYY-MM-DD') as day from daily_insights order by day"
    )
    const yesterday = endsAt.getTime() - msPerDay
    const expected = Array.from({ length: daysKeptMax }, (_, back) => dayOf(new Date(yesterday - back * msPerDay)))
    expect(kept.map(({ day }) => day)).toEqual(expected.toReversed())

    expect(await db.run(checkInvariants)).toEqual([])
    const before = await Promise.all(expected.map(dailyText))
    await query(
      auspex,
      "update questions set published_at = published_at - interval '36 hours' where published_at is not null"
    )
    await query(
      auspex,
      "update questions set resolved_at = resolved_at - interval '36 hours' where resolved_at is not null"
    )
    expect(await Promise.all(expected.map(dailyText))).toEqual(before)
    const older = dayOf(new Date(yesterday - daysKeptMax * msPerDay))
    expect(JSON.parse(await dailyText(older)).insights.figures.questions_opened).toBeGreaterThan(0)
    await expect(query(auspex, "update daily_insights set insights = '{}'")).rejects.toThrow()
    await expect(query(auspex, "delete from daily_insights")).rejects.toThrow()
  })
})
