import { anonymous } from "@auspex/domain/identity"
import { QuestionAdministration, QuestionClock, Questions, QuestionStore } from "@auspex/domain/questions"
import { Resolutions } from "@auspex/domain/scoring"
import { Effect } from "effect"
import { expect, it } from "vitest"
import {
  codesOf,
  contractAdmin,
  ContractHarness,
  type ContractWorld,
  dayAhead,
  draftInput,
  openQuestion,
  predict
} from "./ContractWorld.ts"

const lifeCycle = ({ run }: ContractWorld): void => {
  it("moves a question from draft to open and fires its events", () =>
    run(Effect.gen(function*() {
      const administration = yield* QuestionAdministration
      const questions = yield* Questions
      const draft = yield* administration.create(contractAdmin, draftInput({ context: "A note.", options: null }))
      expect(draft).toMatchObject({ status: "draft", weight: 1, context: "A note." })
      expect(yield* codesOf(questions.detail(draft.id, anonymous))).toEqual(["QUESTION_NOT_FOUND"])
      yield* administration.approve(contractAdmin, draft.id)
      const opened = yield* administration.publish(contractAdmin, draft.id.toUpperCase())
      expect(opened).toMatchObject({ status: "open", published_at: expect.any(Date) })
      yield* administration.close(contractAdmin, draft.id)
      const closed = yield* questions.detail(draft.id, anonymous)
      expect(closed).toMatchObject({ status: "closed", prediction_window_open: false })
      expect((yield* administration.reopen(contractAdmin, draft.id)).status).toBe("open")
      expect(yield* (yield* ContractHarness).events).toEqual(["question.created", "question.closed"])
    })))

  it("refuses the same text for the same date, until the first question is resolved", () =>
    run(Effect.gen(function*() {
      const administration = yield* QuestionAdministration
      const input = draftInput()
      const id = yield* openQuestion(input)
      const again = { ...input, question: `  ${String(input.question).toUpperCase()}` }
      expect(yield* codesOf(administration.create(contractAdmin, again))).toEqual(["DUPLICATE_QUESTION"])
      yield* administration.create(contractAdmin, { ...again, resolution_date: dayAhead(31) })
      yield* (yield* Resolutions).resolve(contractAdmin, id, { outcome: true })
      yield* administration.create(contractAdmin, again)
    })))

  it("replaces the fields of a draft, and removes it", () =>
    run(Effect.gen(function*() {
      const administration = yield* QuestionAdministration
      const { id } = yield* administration.create(contractAdmin, draftInput())
      const changed = yield* administration.patch(contractAdmin, id, { weight: 2, tag: "#reports" })
      expect(changed).toMatchObject({ weight: 2, tag: "#reports", status: "draft" })
      yield* administration.remove(contractAdmin, id)
      expect(yield* codesOf(administration.show(contractAdmin, id))).toEqual(["QUESTION_NOT_FOUND"])
      expect(yield* (yield* QuestionStore).detail("no uuid")).toBeUndefined()
    })))

  it("opens the children that the outcome triggers and voids the others", () =>
    run(Effect.gen(function*() {
      const questions = yield* Questions
      const parent = yield* openQuestion()
      const onYes = yield* openQuestion({ parent_question_id: parent, parent_trigger: true })
      const onNo = yield* openQuestion({ parent_question_id: parent, parent_trigger: false })
      expect((yield* questions.detail(onYes, anonymous)).status).toBe("closed")
      expect((yield* questions.detail(parent, anonymous)).child_questions?.map(({ id }) => id)).toEqual([onYes, onNo])
      yield* (yield* Resolutions).resolve(contractAdmin, parent, { outcome: true })
      expect((yield* questions.detail(onYes, anonymous)).status).toBe("open")
      expect(yield* questions.detail(onNo, anonymous)).toMatchObject({ status: "resolved", outcome: null })
    })))

  it("claims what the clock has to do once", () =>
    run(Effect.gen(function*() {
      const administration = yield* QuestionAdministration
      const clock = yield* QuestionClock
      const { id } = yield* administration.create(contractAdmin, draftInput({ resolution_date: dayAhead(1) }))
      yield* administration.approve(contractAdmin, id)
      yield* administration.publish(contractAdmin, id)
      const soon = new Date(Date.now() + 3_600_000)
      yield* administration.patch(contractAdmin, id, { closes_at: soon })
      expect(yield* clock.tick).toEqual({ opened: 0, warned: 1, closed: 0 })
      expect(yield* clock.tick).toEqual({ opened: 0, warned: 0, closed: 0 })
      expect(yield* (yield* ContractHarness).events).toEqual(["question.created", "question.closing_soon"])
    })))
}

const lists = ({ run }: ContractWorld): void => {
  it("lists questions by filter, sort and cursor, each exactly once", () =>
    run(Effect.gen(function*() {
      const questions = yield* Questions
      const harness = yield* ContractHarness
      const human = yield* harness.addAccount({})
      const ids: Array<string> = []
      for (let n = 0; n < 5; n++) {
        ids.push(yield* openQuestion({ tag: n === 2 ? "#Odd" : null, resolution_date: dayAhead(40 - n) }))
      }
      yield* predict(human, ids[3]!, { prediction: true, confidence: 70 })
      const walk = (sort: "newest" | "closing" | "least_predicted" | "contested") =>
        Effect.gen(function*() {
          const seen: Array<string> = []
          let cursor: string | null | undefined
          while (cursor !== null) {
            const page = yield* questions.list(anonymous, { limit: 2, offset: 0, sort, ...(cursor ? { cursor } : {}) })
            expect(page.total).toBe(5)
            seen.push(...page.items.map(({ id }) => id))
            cursor = page.next_cursor
          }
          return seen
        })
      expect(yield* walk("newest")).toEqual(ids.toReversed())
      expect(yield* walk("closing")).toEqual(ids.toReversed())
      expect((yield* walk("least_predicted")).at(-1)).toBe(ids[3])
      expect(yield* walk("contested")).toHaveLength(5)
      const found = (request: object) =>
        Effect.map(questions.list(human, { limit: 9, offset: 0, ...request }), ({ items }) => items.map(({ id }) => id))
      expect(yield* found({ tag: "odd" })).toEqual([ids[2]])
      expect(yield* found({ predicted: true })).toEqual([ids[3]])
      expect(yield* found({ q: "deadline report", limit: 1, offset: 4 })).toEqual([ids[0]])
      expect(yield* found({ q: "volcano" })).toEqual([])
      expect(yield* found({ category: "society" })).toEqual([])
    })))

  it("counts votes and watches of accounts, but no votes of the suggester's owner", () =>
    run(Effect.gen(function*() {
      const questions = yield* Questions
      const administration = yield* QuestionAdministration
      const harness = yield* ContractHarness
      const human = yield* harness.addAccount({})
      const agent = yield* harness.addAccount({ owner: human })
      const voter = yield* harness.addAccount({})
      const { id } = yield* questions.suggest(agent, draftInput())
      yield* administration.approve(contractAdmin, id)
      expect(yield* codesOf(questions.upvote(voter, id))).toEqual(["QUESTION_NOT_FOUND"])
      yield* administration.publish(contractAdmin, id)
      expect(yield* questions.upvote(voter, id)).toEqual({ upvotes: 1, has_upvoted: true })
      expect(yield* questions.upvote(voter, id)).toEqual({ upvotes: 1, has_upvoted: true })
      expect(yield* codesOf(questions.upvote(human, id))).toEqual(["SAME_OWNER_VOTE"])
      yield* questions.watch(voter, id)
      expect(yield* questions.detail(id, voter)).toMatchObject({ watching: true, has_upvoted: true, upvotes: 1 })
      expect(yield* questions.withdrawUpvote(voter, id)).toEqual({ upvotes: 0, has_upvoted: false })
      yield* questions.unwatch(voter, id)
      expect(yield* questions.detail(id, voter)).toMatchObject({ watching: false, has_upvoted: false })
    })))
}

/** What every implementation of `QuestionStore` promises. */
export const questionContract = (world: ContractWorld): void => {
  lifeCycle(world)
  lists(world)
}
