import { type AccountActor, anonymous } from "@auspex/domain/identity"
import { QuestionAdministration, QuestionClock, type QuestionListRequest, Questions } from "@auspex/domain/questions"
import { Resolutions } from "@auspex/domain/scoring"
import { SurveyAdministration } from "@auspex/domain/surveys"
import { Effect } from "effect"
import { expect, it } from "vitest"
import {
  contractAdmin,
  ContractHarness,
  type ContractWorld,
  dayAhead,
  nextMillisecond,
  openQuestion,
  predict
} from "./ContractWorld.ts"

const yes = { prediction: true, confidence: 70 } as const
const hoursAhead = (hours: number): Date => new Date(Date.now() + hours * 3_600_000)

/** The ids that a list shows an account. */
const listed = (viewer: AccountActor, request: Partial<QuestionListRequest>) =>
  Effect.gen(function*() {
    const { items, total } = yield* (yield* Questions).list(viewer, { limit: 50, offset: 0, ...request })
    expect(total).toBe(items.length)
    return items.map(({ id }) => id)
  })

const closesAt = (id: string) =>
  Effect.map(Effect.flatMap(Questions, (questions) => questions.detail(id, anonymous)), ({ closes_at }) => closes_at)

/** A survey with a question, opened. */
const openSurvey = (question: string) =>
  Effect.gen(function*() {
    const administration = yield* SurveyAdministration
    const { id } = yield* administration.create(contractAdmin, { title: "Rivers", question_ids: [question] })
    yield* administration.open(contractAdmin, id)
    return id
  })

const lists = ({ run }: ContractWorld): void => {
  it("lists an open question whose surveys are closed after those that take predictions, and not as a task", () =>
    run(Effect.gen(function*() {
      const surveys = yield* SurveyAdministration
      const harness = yield* ContractHarness
      const [human, other] = [yield* harness.addAccount({}), yield* harness.addAccount({})]
      const over = yield* openQuestion({ resolution_date: dayAhead(10) })
      const inSurvey = yield* openQuestion({ resolution_date: dayAhead(20) })
      const plain = yield* openQuestion({ resolution_date: dayAhead(30) })
      const closed = yield* openQuestion({ resolution_date: dayAhead(40) })
      yield* (yield* QuestionAdministration).close(contractAdmin, closed)
      for (const id of [inSurvey, plain]) yield* predict(other, id, yes)
      yield* nextMillisecond
      const survey = yield* openSurvey(over)
      yield* openSurvey(inSurvey)
      const heads = () =>
        Effect.all([
          listed(human, { sort: "closing", status: "open" }),
          listed(human, { sort: "least_predicted", status: "open" })
        ])
      expect(yield* heads()).toEqual([[over, inSurvey, plain], expect.arrayContaining([over])])
      yield* surveys.close(contractAdmin, survey)
      expect((yield* heads()).map((ids) => [ids.length, ids.at(-1)])).toEqual([[3, over], [3, over]])
      // The others follow in the order of the ends that they show.
      expect(yield* listed(human, { sort: "closing" })).toEqual([inSurvey, plain, closed, over])
      // A question that is closed is no task either, but whoever asks for it by its status is answered.
      expect(new Set(yield* listed(human, { predicted: false, status: "open" }))).toEqual(new Set([inSurvey, plain]))
      expect(yield* listed(human, { predicted: false, status: "closed" })).toEqual([closed])
      yield* openSurvey(over)
      expect((yield* listed(human, { predicted: false, sort: "closing" }))[0]).toBe(over)
      // What somebody has predicted on is listed whatever became of it.
      yield* predict(human, over, yes)
      expect(yield* listed(human, { predicted: true })).toEqual([over])
    })))
}

const ends = ({ run }: ContractWorld): void => {
  it("ends a window when the last survey closes, the question is closed, or resolved, whatever comes first", () =>
    run(Effect.gen(function*() {
      const surveys = yield* SurveyAdministration
      const questions = yield* QuestionAdministration
      const id = yield* openQuestion()
      const planned = yield* closesAt(id)
      const [first, second] = [yield* openSurvey(id), yield* openSurvey(id)]
      yield* surveys.close(contractAdmin, first)
      expect(yield* closesAt(id)).toEqual(planned)
      yield* nextMillisecond
      const { closed_at } = yield* surveys.close(contractAdmin, second)
      expect(yield* closesAt(id)).toEqual(closed_at)
      yield* nextMillisecond
      yield* surveys.archive(contractAdmin, first)
      yield* questions.close(contractAdmin, id)
      expect(yield* closesAt(id)).toEqual(closed_at)
      // Reopening gives back what the close took, and another survey the rest.
      yield* questions.reopen(contractAdmin, id)
      expect(yield* closesAt(id)).toEqual(closed_at)
      yield* openSurvey(id)
      expect(yield* closesAt(id)).toEqual(planned)

      const early = yield* openQuestion()
      const { closed_at: closedEarly } = yield* questions.close(contractAdmin, early)
      expect(yield* closesAt(early)).toEqual(closedEarly)
      yield* questions.reopen(contractAdmin, early)
      expect((yield* closesAt(early)).getTime()).toBeGreaterThan(Date.now())
      yield* (yield* Resolutions).resolve(contractAdmin, early, { outcome: true })
      expect((yield* closesAt(early)).getTime()).toBeLessThanOrEqual(Date.now())
      const { closes_at, window_ends_at } = yield* questions.show(contractAdmin, early)
      expect(window_ends_at).toEqual(closes_at)
    })))

  it("announces the end of a window that takes predictions only", () =>
    run(Effect.gen(function*() {
      const surveys = yield* SurveyAdministration
      const clock = yield* QuestionClock
      const id = yield* openQuestion()
      yield* surveys.close(contractAdmin, yield* openSurvey(id))
      yield* (yield* QuestionAdministration).patch(contractAdmin, id, { closes_at: hoursAhead(1) })
      expect(yield* clock.tick).toEqual({ opened: 0, warned: 0, closed: 0 })
      yield* openSurvey(id)
      expect(yield* clock.tick).toEqual({ opened: 0, warned: 1, closed: 0 })
    })))
}

/** Prediction windows that ended before their planned end, in lists, in `closes_at`, and for the clock. */
export const predictionWindowContract = (world: ContractWorld): void => {
  lists(world)
  ends(world)
}
