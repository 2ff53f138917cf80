import { voiceFamilyOf } from "@auspex/domain/consensus"
import { type AccountActor, modelFamilyOf } from "@auspex/domain/identity"
import { QuestionAdministration } from "@auspex/domain/questions"
import {
  SurveyAdministration,
  type SurveyAnswer,
  surveyPrecision,
  surveyResults,
  SurveyTallyStore,
  tallyOf
} from "@auspex/domain/surveys"
import { Effect } from "effect"
import { expect, it } from "vitest"
import {
  contractAdmin,
  ContractHarness,
  type ContractWorld,
  draftInput,
  nextMillisecond,
  openQuestion,
  predict
} from "./ContractWorld.ts"

const options = ["Red", "Green", "Blue"]

interface Member {
  readonly actor: AccountActor
  readonly model: string | null
}

/** Two people, and agents of three owners and three families, one of which has no name. */
const addPanel = Effect.gen(function*() {
  const { addAccount } = yield* ContractHarness
  const [ada, ben] = [yield* addAccount({}), yield* addAccount({})]
  const agents = yield* Effect.forEach(
    [["gpt-4o", ada], ["gpt-5", ben], ["claude-3", ada], ["phi3", yield* addAccount({})]] as const,
    ([model, owner]) => Effect.map(addAccount({ model, owner }), (actor): Member => ({ actor, model }))
  )
  return [{ actor: ada, model: null }, { actor: ben, model: null }, ...agents] as ReadonlyArray<Member>
})

/** Places a prediction for a side, and returns it as an answer. */
const answer = (questionId: string, { actor, model }: Member, side: number, multi: boolean) =>
  Effect.map(
    predict(actor, questionId, {
      confidence: 55 + 9 * side,
      ...(multi ? { selected_option: options[side]! } : { prediction: side === 1 })
    }),
    ({ prediction }): SurveyAnswer => {
      const family = modelFamilyOf(model ?? "")
      return {
        question_id: questionId,
        agent: {
          id: actor.id,
          owner_id: actor.owner_key,
          model_family: actor.type === "human" ? "human" : family,
          voice_family: voiceFamilyOf(model, family)
        },
        prediction: prediction.prediction,
        option_index: multi ? side : null,
        confidence: prediction.confidence,
        model,
        model_family: family,
        novelty: 100
      }
    }
  )

/** Opens a survey, of the agents when some are named; returns its id. */
const openSurvey = (question_ids: ReadonlyArray<string>, user_ids: ReadonlyArray<string> = []) =>
  Effect.gen(function*() {
    const administration = yield* SurveyAdministration
    const { id } = yield* administration.create(contractAdmin, { title: "Rivers", question_ids })
    if (user_ids.length > 0) yield* administration.assign(contractAdmin, id, user_ids)
    yield* administration.open(contractAdmin, id)
    return id
  })

const factsOf = (id: string) => Effect.flatMap(SurveyTallyStore, (store) => store.facts(id))

const tallies = ({ run }: ContractWorld): void => {
  it("tallies the predictions on the questions, as if counted one by one, those from before the survey opened too", () =>
    run(Effect.gen(function*() {
      const panel = yield* addPanel
      const assigned = [panel[5]!.actor.id, panel[2]!.actor.id]
      const [binary, multi] = [yield* openQuestion(), yield* openQuestion({ question_type: "multi", options })]
      const questions = [{ id: multi, options }, { id: binary, options: null }]
      const ids = questions.map(({ id }) => id)
      const first = yield* Effect.forEach(panel, (member, n) => answer(binary, member, n % 2, false))
      const [asked, open] = [yield* openSurvey(ids, assigned), yield* openSurvey(ids)]
      const second = yield* Effect.forEach(panel.slice(1), (member, n) => answer(multi, member, n % 3, true))
      const answers = [...first, ...second]
      const facts = yield* factsOf(asked)
      expect(facts.tallies).toEqual(tallyOf({ questions, assigned }, answers))
      expect(facts.questions.map(({ id, options }) => ({ id, options }))).toEqual(questions)
      const precise = yield* (yield* SurveyTallyStore).precisionFacts(asked)
      expect(precise).toEqual({
        questions: facts.questions.map(({ id, options, question }) => ({ id, question, options })),
        tallies: { questions: facts.tallies.questions }
      })
      expect(surveyPrecision(precise, 50)).toEqual(surveyPrecision(facts, 50))
      const all = yield* factsOf(open)
      expect(all.tallies.panel).toEqual(tallyOf({ questions, assigned: [] }, answers).panel)
      expect(surveyResults(all, false)).toMatchObject({ total_agents: 6, completed_agents: 5, completed_rate: 83.33 })
    })))

  it("counts what was placed before the survey closed, and in the one that is still open everything", () =>
    run(Effect.gen(function*() {
      const panel = yield* addPanel
      const [binary, multi] = [yield* openQuestion(), yield* openQuestion({ question_type: "multi", options })]
      const questions = [{ id: binary, options: null }, { id: multi, options }]
      const ids = questions.map(({ id }) => id)
      const [closed, open] = [yield* openSurvey(ids), yield* openSurvey(ids)]
      const half = (members: ReadonlyArray<Member>) =>
        Effect.forEach(
          members,
          (member, n) => Effect.all([answer(binary, member, n % 2, false), answer(multi, member, n % 3, true)])
        )
      const early = (yield* half(panel.slice(0, 3))).flat()
      yield* nextMillisecond
      yield* (yield* SurveyAdministration).close(contractAdmin, closed)
      yield* nextMillisecond
      const late = (yield* half(panel.slice(3))).flat()
      expect((yield* factsOf(closed)).tallies).toEqual(tallyOf({ questions, assigned: [] }, early))
      expect((yield* factsOf(open)).tallies).toEqual(tallyOf({ questions, assigned: [] }, [...early, ...late]))
      const precise = yield* (yield* SurveyTallyStore).precisionFacts(closed)
      expect(precise.tallies.questions).toEqual((yield* factsOf(closed)).tallies.questions)
    })))
}

const strongestArguments = ({ run }: ContractWorld): void => {
  it("names the strongest argument of each side among the counted predictions", () =>
    run(Effect.gen(function*() {
      const { addAccount } = yield* ContractHarness
      const id = yield* openQuestion()
      const survey = yield* openSurvey([id])
      const [weak, strong, against] = [
        yield* predict(yield* addAccount({}), id, { prediction: true, confidence: 60 }),
        yield* predict(yield* addAccount({}), id, { prediction: true, confidence: 90 }),
        yield* predict(yield* addAccount({}), id, { prediction: false, confidence: 70 })
      ]
      const { questions: [question] } = yield* factsOf(survey)
      expect(question!.strongest_for?.prediction_id).toBe(strong.prediction.id)
      expect(question!.strongest_for?.prediction_id).not.toBe(weak.prediction.id)
      expect(question!.strongest_against).toMatchObject({ prediction_id: against.prediction.id, confidence: 70 })
    })))
}

const unansweredSurveys = ({ run }: ContractWorld): void => {
  it("keeps the order of the survey, and has drafts and questions without answers", () =>
    run(Effect.gen(function*() {
      const draft = yield* (yield* QuestionAdministration).create(contractAdmin, draftInput())
      const open = yield* openQuestion()
      const { questions, tallies } = yield* factsOf(yield* openSurvey([open, draft.id]))
      expect(questions.map(({ id }) => id)).toEqual([open, draft.id])
      expect(questions.map(({ strongest_for }) => strongest_for)).toEqual([null, null])
      expect(tallies).toEqual(tallyOf({ questions, assigned: [] }, []))
    })))

  it("has nothing of a draft, nor of a survey that does not exist", () =>
    run(Effect.gen(function*() {
      const question = yield* openQuestion()
      const draft = yield* (yield* SurveyAdministration).create(contractAdmin, {
        title: "Rivers",
        question_ids: [question]
      })
      const nothing = { questions: [], tallies: tallyOf({ questions: [], assigned: [] }, []) }
      for (const id of [draft.id, question, "no uuid"]) expect(yield* factsOf(id)).toEqual(nothing)
      const { precisionFacts } = yield* SurveyTallyStore
      expect((yield* precisionFacts(draft.id)).questions.map(({ id }) => id)).toEqual([question])
      expect(yield* precisionFacts("no uuid")).toEqual({ questions: [], tallies: { questions: [] } })
    })))
}

/** What every implementation of `SurveyTallyStore` promises. */
export const surveyTallyContract = (world: ContractWorld): void => {
  tallies(world)
  strongestArguments(world)
  unansweredSurveys(world)
}
