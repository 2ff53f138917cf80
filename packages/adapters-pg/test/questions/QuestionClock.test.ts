import { anonymous } from "@auspex/domain/identity"
import { QuestionAdministration, QuestionClock, Questions } from "@auspex/domain/questions"
import { onEachDatabase, onServerDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { beforeEach, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import {
  admin,
  announced,
  dayAhead,
  events,
  inWorld,
  questionIn,
  questionInput,
  questionsLayer
} from "./questionWorld.ts"

const tick = Effect.flatMap(QuestionClock, (clock) => clock.tick)
const nothing = { opened: 0, warned: 0, closed: 0 }
const hoursAhead = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

onEachDatabase("QuestionClock", (db) => {
  beforeEach(() => db.run(db.reset))

  it.live("opens at opens_at, warns 24 hours before the end, closes at the end, each once and with its event", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const questions = yield* Questions
        const closes_at = new Date(hoursAhead(72))
        const { question } = questionInput()
        const times = { opens_at: hoursAhead(1), closes_at: closes_at.toISOString() }
        const id = yield* questionIn("approved", { question, ...times })
        const named = { question_id: id, question }
        const at = (shift: string) => Effect.zipRight(db.shiftClock(shift), Effect.zip(tick, tick))

        expect(yield* at("59 minutes")).toEqual([nothing, nothing])
        announced.length = 0
        expect(yield* at("61 minutes")).toEqual([{ ...nothing, opened: 1 }, nothing])
        expect(announced).toEqual(["questions", `question:${id}`])
        expect(yield* questions.detail(id, anonymous)).toMatchObject({
          status: "open",
          prediction_window_open: true,
          is_frozen: false,
          time_remaining: expect.closeTo(71 * 3_600 - 60, -2)
        })
        expect(yield* at("47 hours 59 minutes")).toEqual([nothing, nothing])
        expect(yield* at("48 hours 1 minute")).toEqual([{ ...nothing, warned: 1 }, nothing])
        expect(yield* at("71 hours 59 minutes")).toEqual([nothing, nothing])
        yield* db.shiftClock("72 hours 1 minute")
        expect(yield* questions.detail(id, anonymous)).toMatchObject({
          status: "open",
          prediction_window_open: false,
          time_remaining: 0
        })
        expect(yield* at("72 hours 1 minute")).toEqual([{ ...nothing, closed: 1 }, nothing])
        expect((yield* questions.detail(id, anonymous)).status).toBe("closed")
        expect(yield* events).toEqual([
          { event: "question.created", data: { ...named, category: "technology" } },
          { event: "question.closing_soon", data: { question_id: id, closes_at: closes_at.toISOString() } },
          { event: "question.closed", data: named }
        ])
      })
    ))

  // Today plus three days ends 72 hours after the end of today (UTC).
  const freezes = [["short", 2], ["mid", 24], ["long", 72]] as const
  for (const [timeframe, hours] of freezes) {
    it.live(`freezes a ${timeframe} question ${hours} hours before the end of its day`, () =>
      inWorld(
        db,
        Effect.gen(function*() {
          const questions = yield* Questions
          const id = yield* questionIn("open", { timeframe, resolution_date: dayAhead(5) })
          const freeze = new Date(`${dayAhead(6)}T00:00:00Z`).getTime() - hours * 3_600_000
          const atFreeze = (seconds: number) =>
            db.shiftClock(`${Math.round((freeze - Date.now()) / 1_000) + seconds} seconds`)
          yield* atFreeze(-30)
          expect(yield* tick).toMatchObject({ closed: 0 })
          expect(yield* questions.detail(id, anonymous)).toMatchObject({
            is_frozen: false,
            prediction_window_open: true
          })
          yield* atFreeze(30)
          expect(yield* questions.detail(id, anonymous)).toMatchObject({
            is_frozen: true,
            prediction_window_open: false,
            time_remaining: 0
          })
          expect(yield* tick).toMatchObject({ closed: 1 })
          expect(yield* questions.detail(id, anonymous)).toMatchObject({ status: "closed", is_frozen: true })
        })
      ))
  }

  it.live("warns once per question, at the start if the window is shorter than a day", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const administration = yield* QuestionAdministration
        const id = yield* questionIn("open", { closes_at: hoursAhead(3) })
        expect(yield* tick).toEqual({ ...nothing, warned: 1 })
        yield* administration.close(admin, id)
        yield* administration.reopen(admin, id)
        yield* administration.patch(admin, id, { closes_at: hoursAhead(200) })
        yield* db.shiftClock("180 hours")
        expect(yield* tick).toEqual(nothing)
      })
    ))

  it.live("does not open a question that is unapproved, has no opening, or whose window has ended", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        yield* questionIn("draft", { opens_at: hoursAhead(1) })
        yield* questionIn("approved")
        yield* questionIn("approved", { opens_at: hoursAhead(1), closes_at: hoursAhead(2) })
        yield* db.shiftClock("3 hours")
        expect(yield* tick).toEqual(nothing)
      })
    ))

  it.live("publishes a child at its opening, but waits until the parent is public", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const administration = yield* QuestionAdministration
        const parent = yield* questionIn("approved")
        const child = yield* questionIn("approved", { parent_question_id: parent, opens_at: hoursAhead(1) })
        yield* db.shiftClock("2 hours")
        expect(yield* tick).toEqual(nothing)
        yield* administration.publish(admin, parent)
        expect(yield* tick).toEqual({ ...nothing, opened: 1 })
        const questions = yield* Questions
        expect((yield* questions.detail(child, anonymous)).status).toBe("closed")
        expect((yield* events).map(({ data, event }) => [event, data["question_id"]])).toEqual([
          ["question.created", parent],
          ["question.created", child]
        ])
      })
    ))

  it.live("works through more than one batch", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const model = yield* questionIn("approved", { opens_at: hoursAhead(1) })
        yield* sql`insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type, opens_at)
        select gen_random_uuid(), question, category, timeframe, resolution_source, resolution_date, status, question_type, opens_at
        from questions, generate_series(1, 120) where id = ${model}`
        yield* db.shiftClock("2 hours")
        expect(yield* tick).toEqual({ ...nothing, opened: 121 })
        expect((yield* events).length).toBe(121)
      })
    ))
})

onServerDatabase("QuestionClock on several instances", (db) => {
  it.live("opens, warns and closes each question exactly once", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const model = yield* questionIn("approved", { opens_at: hoursAhead(1), closes_at: hoursAhead(10) })
        yield* sql`insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type, opens_at, closes_at)
        select gen_random_uuid(), question, category, timeframe, resolution_source, resolution_date, status, question_type, opens_at, closes_at
        from questions, generate_series(1, 199) where id = ${model}`
        const instance = <A, E>(effect: Effect.Effect<A, E, QuestionClock>) =>
          Effect.provide(effect, Layer.fresh(questionsLayer).pipe(Layer.provide(db.another)))
        const race = Effect.all([instance(tick), instance(tick), tick, instance(tick)], { concurrency: "unbounded" })
        yield* db.shiftClock("2 hours")
        yield* race
        yield* race
        yield* db.shiftClock("11 hours")
        yield* race
        yield* race
        const tally = yield* sql`select event, count(*)::int as events, count(distinct question_id)::int as questions
        from outbox_events group by event order by event`
        expect(tally).toEqual([
          { event: "question.closed", events: 200, questions: 200 },
          { event: "question.closing_soon", events: 200, questions: 200 },
          { event: "question.created", events: 200, questions: 200 }
        ])
        expect(yield* sql`select distinct status from questions`).toEqual([{ status: "closed" }])
      })
    ))
})
