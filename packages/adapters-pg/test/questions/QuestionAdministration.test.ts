import { QuestionAdministration, QuestionChildren, Questions, windowEnd } from "@auspex/domain/questions"
import { UnitOfWork } from "@auspex/domain/kernel"
import { onEachDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { beforeEach, expect, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { anonymous } from "@auspex/domain/identity"
import {
  admin,
  announced,
  dayAhead,
  events,
  inWorld,
  questionIn,
  questionInput,
  type Reached,
  refusedWith
} from "./questionWorld.ts"

type Act = "approve" | "publish" | "close" | "reopen" | "remove"

// Rows: the status before. Columns: the status after each act; all other acts are INVALID_TRANSITION.
const table: Record<Reached, Partial<Record<Act, Reached | "gone">>> = {
  draft: { approve: "approved", remove: "gone" },
  approved: { publish: "open" },
  open: { close: "closed" },
  closed: { reopen: "open" },
  resolved: {}
}
const acts: ReadonlyArray<Act> = ["approve", "publish", "close", "reopen", "remove"]
const fired: Partial<Record<Act, string>> = { publish: "question.created", close: "question.closed" }

onEachDatabase("QuestionAdministration", (db) => {
  beforeEach(() => db.run(db.reset))

  for (const status of Object.keys(table) as Array<Reached>) {
    it.live(`applies the table's acts to a question that is ${status}, each with its audit entry and event`, () =>
      inWorld(
        db,
        Effect.gen(function*() {
          const administration = yield* QuestionAdministration
          const sql = yield* SqlClient
          for (const act of acts) {
            const id = yield* questionIn(status)
            const before = yield* events
            const audited = yield* sql`select 1 from audit_log where subject_id = ${id}`
            announced.length = 0
            const result = yield* Effect.either(administration[act](admin, id) as Effect.Effect<unknown, unknown>)
            const [row] = yield* sql<{ readonly status: string }>`select status from questions where id = ${id}`
            const later = (yield* events).slice(before.length)
            const entries = (yield* sql`select 1 from audit_log where subject_id = ${id}`).length - audited.length
            const to = table[status][act]
            if (to === undefined) {
              expect.soft(Either.isLeft(result) && result.left, `${act} from ${status}`).toMatchObject({
                code: "INVALID_TRANSITION"
              })
              expect.soft([row?.status, later, entries, announced], `${act} from ${status}`).toEqual([
                status,
                [],
                0,
                []
              ])
            } else {
              expect.soft(Either.isRight(result), `${act} from ${status}`).toBe(true)
              expect.soft(row?.status ?? "gone").toBe(to)
              expect.soft(later.map(({ event }) => event)).toEqual(fired[act] === undefined ? [] : [fired[act]])
              expect.soft(entries).toBe(1)
              expect.soft(announced).toEqual(["questions", `question:${id}`])
            }
          }
        })
      ))
  }

  it.live("finds no question for an unknown or malformed id", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const administration = yield* QuestionAdministration
        for (const id of ["01890000-0000-7000-8000-000000000000", "nonsense", "'; drop table questions", "", "\0"]) {
          for (const act of acts) {
            expect(yield* refusedWith(administration[act](admin, id) as Effect.Effect<unknown, unknown>)).toEqual([
              "QUESTION_NOT_FOUND"
            ])
          }
          expect(yield* refusedWith(administration.patch(admin, id, {}))).toEqual(["QUESTION_NOT_FOUND"])
        }
      })
    ))

  it.live("creates a draft with every writable field, and reports all failures together", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const administration = yield* QuestionAdministration
        const closes_at = `${dayAhead(10)}T12:00:00.000Z`
        const created = yield* administration.create(
          admin,
          questionInput({
            question: "  Which team wins the final of the cup?  ",
            options: [" Reds ", "Blues", "__proto__"],
            tag: "#Cup",
            context: "A final.",
            weight: 2.5,
            resolution_url: "https://example.org/final",
            evidence_urls: ["https://example.org/a"],
            closes_at
          })
        )
        expect(created).toMatchObject({
          status: "draft",
          question: "Which team wins the final of the cup?",
          question_type: "multi",
          options: ["Reds", "Blues", "__proto__"],
          tag: "#Cup",
          weight: 2.5,
          outcome: null,
          closes_at: new Date(closes_at),
          window_ends_at: new Date(closes_at),
          time_remaining: 0,
          prediction_window_open: false,
          consensus_summary: { total_agents: 0, avg_confidence: 0, model_count: 0 }
        })
        expect(Object.entries(created.option_counts ?? {})).toEqual([["Reds", 0], ["Blues", 0], ["__proto__", 0]])
        expect(
          yield* refusedWith(administration.create(admin, {
            question: "short",
            category: "sports",
            timeframe: "aeon",
            resolution_source: "x",
            resolution_date: "2026-02-30",
            weight: 9,
            parent_question_id: "none",
            tag: "no hash"
          }))
        ).toEqual([
          "INVALID_REQUEST question",
          "INVALID_REQUEST category",
          "INVALID_REQUEST timeframe",
          "INVALID_REQUEST resolution_source",
          "INVALID_REQUEST resolution_date",
          "INVALID_REQUEST tag",
          "INVALID_REQUEST weight",
          "INVALID_REQUEST parent_question_id"
        ])
      })
    ))

  it.live("changes drafts freely, published questions only where no prediction depends on it, and resolved ones never", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const administration = yield* QuestionAdministration
        const draft = yield* questionIn("draft", { options: ["A", "B"], closes_at: `${dayAhead(5)}T00:00:00Z` })
        const changed = yield* administration.patch(
          admin,
          draft,
          { options: ["A", "B", "C"], closes_at: null, weight: 3, status: "open" } as object
        )
        expect(changed).toMatchObject({
          status: "draft",
          options: ["A", "B", "C"],
          option_counts: { A: 0, B: 0, C: 0 },
          weight: 3
        })
        expect(changed.closes_at).toEqual(windowEnd({ ...changed, closes_at: null }))

        const open = yield* questionIn("open", { options: ["A", "B"] })
        const sql = yield* SqlClient
        yield* sql`update questions set option_counts = '{2,3}', prediction_count = 5 where id = ${open}`
        expect(yield* administration.patch(admin, open, { context: "Said more clearly.", tag: "#Clear" }))
          .toMatchObject({
            context: "Said more clearly.",
            option_counts: { A: 2, B: 3 }
          })
        expect(yield* refusedWith(administration.patch(admin, open, { weight: 5, options: ["A", "C"], context: "x" })))
          .toEqual(["INVALID_TRANSITION options", "INVALID_TRANSITION weight"])
        expect(yield* refusedWith(administration.patch(admin, yield* questionIn("resolved"), { context: "too late" })))
          .toEqual(["INVALID_TRANSITION context"])
        const [entry] =
          yield* sql`select before, after from audit_log where subject_id = ${open} and action = 'question.patch'`
        expect(entry).toEqual({
          before: { tag: null, context: null },
          after: { tag: "#Clear", context: "Said more clearly." }
        })
      })
    ))

  it.live("leaves a question with a future opening to the clock", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const administration = yield* QuestionAdministration
        const id = yield* questionIn("approved", { opens_at: `${dayAhead(2)}T00:00:00Z` })
        expect((yield* administration.publish(admin, id)).status).toBe("approved")
        expect(yield* events).toEqual([])
      })
    ))

  it.live("lists every status to administrators, and the public ones to others", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const administration = yield* QuestionAdministration
        const questions = yield* Questions
        for (const status of ["draft", "approved", "open", "closed", "resolved"] as const) yield* questionIn(status)
        const page = { limit: 100, offset: 0 }
        expect((yield* administration.list(admin, page)).total).toBe(5)
        expect((yield* administration.list(admin, { ...page, status: "draft" })).items.map(({ status }) => status))
          .toEqual(["draft"])
        expect((yield* questions.list(anonymous, page)).items.map(({ status }) => status)).toEqual([
          "resolved",
          "closed",
          "open"
        ])
        expect((yield* questions.list(anonymous, { ...page, status: "all" })).total).toBe(3)
        expect(yield* questions.list(anonymous, { ...page, status: "draft" })).toEqual({
          items: [],
          total: 0,
          next_cursor: null
        })
        expect((yield* questions.list(admin, { ...page, status: "approved" })).total).toBe(1)
      })
    ))

  const child = (parent: string, trigger: boolean) =>
    questionIn("approved", {
      parent_question_id: parent,
      parent_trigger: trigger,
      question: `And then, if ${trigger}, what comes of it?`
    })

  it.live("keeps a child closed until its parent resolves, then opens the triggered and voids the other", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const administration = yield* QuestionAdministration
        const children = yield* QuestionChildren
        const unit = yield* UnitOfWork
        const parent = yield* questionIn("approved")
        const [yes, no] = [yield* child(parent, true), yield* child(parent, false)]
        expect(yield* refusedWith(administration.publish(admin, yes))).toEqual([
          "INVALID_TRANSITION parent_question_id"
        ])
        yield* administration.publish(admin, parent)
        expect(yield* administration.publish(admin, yes)).toMatchObject({ status: "closed", waits_for_parent: true })
        yield* administration.publish(admin, no)
        expect(yield* refusedWith(administration.reopen(admin, yes))).toEqual(["INVALID_TRANSITION status"])

        const questions = yield* Questions
        expect((yield* questions.detail(parent, anonymous)).child_questions?.map(({ id, status }) => [id, status]))
          .toEqual([[yes, "closed"], [no, "closed"]])

        const before = (yield* events).length
        const released = yield* unit.transact(children.release(parent, { kind: "outcome", outcome: true }))
        expect([...released].sort()).toEqual([yes, no].sort())
        expect(yield* unit.transact(children.release(parent, { kind: "outcome", outcome: true }))).toEqual([])
        expect(yield* questions.detail(yes, anonymous)).toMatchObject({ status: "open", prediction_window_open: true })
        expect(yield* questions.detail(no, anonymous)).toMatchObject({ status: "resolved", outcome: null })
        expect((yield* events).slice(before)).toEqual([
          {
            event: "question.resolved",
            data: { question_id: no, question: "And then, if false, what comes of it?", outcome: null }
          }
        ])
      })
    ))

  it.live("opens or voids a child immediately when it is published after its parent resolved", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const administration = yield* QuestionAdministration
        const parent = yield* questionIn("resolved")
        expect((yield* administration.publish(admin, yield* child(parent, true))).status).toBe("open")
        expect((yield* administration.publish(admin, yield* child(parent, false))).status).toBe("resolved")
      })
    ))

  it.live("accepts children of binary questions only, one level deep, and keeps parents with children", () =>
    inWorld(
      db,
      Effect.gen(function*() {
        const administration = yield* QuestionAdministration
        const multi = yield* questionIn("draft", { options: ["A", "B"] })
        const parent = yield* questionIn("draft")
        const kid = yield* questionIn("draft", { parent_question_id: parent })
        const hang = (id: string) =>
          refusedWith(administration.create(admin, questionInput({ parent_question_id: id })))
        expect(yield* hang(multi)).toEqual(["INVALID_REQUEST parent_question_id"])
        expect(yield* hang(kid)).toEqual(["INVALID_REQUEST parent_question_id"])
        expect(yield* hang("01890000-0000-7000-8000-000000000000")).toEqual(["INVALID_REQUEST parent_question_id"])
        expect(yield* refusedWith(administration.remove(admin, parent))).toEqual(["INVALID_TRANSITION"])
        const other = yield* questionIn("draft")
        expect(yield* refusedWith(administration.patch(admin, parent, { parent_question_id: other }))).toEqual([
          "INVALID_REQUEST parent_question_id"
        ])
        expect(yield* refusedWith(administration.patch(admin, kid, { parent_question_id: kid }))).toEqual([
          "INVALID_REQUEST parent_question_id"
        ])
        expect(yield* refusedWith(administration.patch(admin, other, { parent_question_id: other.toUpperCase() })))
          .toEqual([
            "INVALID_REQUEST parent_question_id"
          ])
        yield* administration.remove(admin, kid)
        yield* administration.remove(admin, parent)
      })
    ))
})
