import {
  SurveyAdministration,
  SurveyAutoClose,
  surveyPrecision,
  SurveyStore,
  SurveyTallyStore
} from "@auspex/domain/surveys"
import { Effect } from "effect"
import { expect, it } from "vitest"
import {
  codesOf,
  contractAdmin,
  ContractHarness,
  type ContractWorld,
  newAgent,
  openQuestion,
  predict
} from "./ContractWorld.ts"

const page = { limit: 20, offset: 0 }
const yes = { prediction: true, confidence: 70 } as const

/** One run of the worker: how many surveys it closed. */
const closing = Effect.flatMap(SurveyAutoClose, ({ closeSettled }) => closeSettled)

/** An open survey with one question that closes by itself at this width. */
const closingSurvey = (target_width: number) =>
  Effect.gen(function*() {
    const administration = yield* SurveyAdministration
    const question = yield* openQuestion()
    const input = { title: "Rivers", question_ids: [question], target_width, auto_close: true }
    const { id } = yield* administration.create(contractAdmin, input)
    yield* administration.open(contractAdmin, id)
    return { id, question }
  })

/** The target of a survey's precision, and the close of a survey whose questions are all settled. */
export const surveyPrecisionContract = ({ run }: ContractWorld): void => {
  it("keeps a target that can change until the close, and not after it", () =>
    run(Effect.gen(function*() {
      const administration = yield* SurveyAdministration
      const question = yield* openQuestion()
      const { auto_close, id, target_width } = yield* administration.create(contractAdmin, {
        title: "Rivers",
        question_ids: [question],
        target_width: 10.5
      })
      expect([target_width, auto_close]).toEqual([10.5, false])
      const edit = (fields: Parameters<typeof administration.edit>[2]) => administration.edit(contractAdmin, id, fields)
      expect(yield* edit({ auto_close: true })).toMatchObject({ target_width: 10.5, auto_close: true })
      expect(yield* codesOf(edit({ target_width: null }))).toEqual(["INVALID_REQUEST"])
      yield* administration.open(contractAdmin, id)
      expect(yield* edit({ target_width: null, auto_close: false })).toMatchObject({ target_width: null })
      expect(yield* edit({ target_width: 20 })).toMatchObject({ target_width: 20, auto_close: false })
      yield* administration.close(contractAdmin, id)
      expect(yield* codesOf(edit({ target_width: 21 }))).toEqual(["INVALID_TRANSITION"])
      expect(yield* codesOf(edit({ title: "Streams", auto_close: true }))).toEqual(["INVALID_TRANSITION"])
      // The target that it has is no change.
      expect(yield* edit({ title: "Streams", target_width: 20 })).toMatchObject({ title: "Streams", target_width: 20 })
    })))

  it("shows which questions are settled, as computed from the tallies", () =>
    run(Effect.gen(function*() {
      const administration = yield* SurveyAdministration
      const { id, question } = yield* closingSurvey(80)
      const before = yield* administration.progress(contractAdmin, id, page)
      expect(before.precision).toMatchObject({ target_width: 80, settled_count: 0, question_count: 1, reached: false })
      yield* predict(yield* newAgent, question, yes)
      const { items, precision, survey } = yield* administration.progress(contractAdmin, id, page)
      expect([items.length, survey.id, survey.response_count]).toEqual([1, id, 1])
      const facts = yield* (yield* SurveyTallyStore).precisionFacts(id)
      expect(precision).toEqual(surveyPrecision(facts, 80))
      expect(precision).toMatchObject({ settled_count: 1, reached: true, questions: [{ settled: true }] })
    })))

  it("closes a survey once all its questions are settled, with one event", () =>
    run(Effect.gen(function*() {
      const administration = yield* SurveyAdministration
      const show = (id: string) => Effect.map(administration.show(contractAdmin, id), ({ survey }) => survey)
      const [wide, narrow] = [yield* closingSurvey(80), yield* closingSurvey(20)]
      expect(yield* closing).toBe(0)
      yield* predict(yield* newAgent, wide.question, yes)
      yield* predict(yield* newAgent, narrow.question, yes)
      expect([yield* closing, yield* closing]).toEqual([1, 0])
      expect(yield* show(wide.id)).toMatchObject({ status: "closed", closed_at: expect.any(Date), response_count: 1 })
      expect((yield* show(narrow.id)).status).toBe("open")
      expect((yield* (yield* ContractHarness).events).filter((event) => event === "survey.closed")).toHaveLength(1)
      expect(yield* codesOf(predict(yield* newAgent, wide.question, yes))).toEqual(["SURVEY_CLOSED"])
      // A wider target is another reason to look.
      yield* administration.edit(contractAdmin, narrow.id, { target_width: 80 })
      expect(yield* closing).toBe(1)
    })))

  it("judges a survey again only when something has changed since", () =>
    run(Effect.gen(function*() {
      const administration = yield* SurveyAdministration
      const store = yield* SurveyStore
      const claimed = Effect.map(store.claimChanged(undefined), (claim) => claim?.id)
      const [first, second] = [yield* closingSurvey(20), yield* closingSurvey(20)]
      expect(yield* claimed).toBe(first.id)
      expect((yield* store.claimChanged(first.id))?.id).toBe(second.id)
      expect(yield* store.claimChanged(second.id)).toBeUndefined()
      yield* closing
      expect(yield* claimed).toBeUndefined()
      yield* predict(yield* newAgent, second.question, yes)
      expect(yield* claimed).toBe(second.id)
      yield* closing
      expect(yield* claimed).toBeUndefined()
      yield* administration.edit(contractAdmin, first.id, { target_width: 21 })
      expect(yield* claimed).toBe(first.id)
      yield* administration.edit(contractAdmin, first.id, { auto_close: false })
      expect(yield* claimed).toBeUndefined()
    })))
}
