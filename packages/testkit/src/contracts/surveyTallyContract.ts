import { voiceFamilyOf } from "@auspex/domain/consensus"
import { type AccountActor, modelFamilyOf } from "@auspex/domain/identity"
import { QuestionAdministration } from "@auspex/domain/questions"
import { type SurveyAnswer, surveyPrecision, surveyResults, SurveyTallyStore, tallyOf } from "@auspex/domain/surveys"
import { Effect } from "effect"
import { expect, it } from "vitest"
import {
  contractAdmin,
  ContractHarness,
  type ContractWorld,
  draftInput,
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

/** Places a prediction for a side, and returns it as an answer with its time. */
const answer = (questionId: string, { actor, model }: Member, side: number, multi: boolean) =>
  Effect.map(
    predict(actor, questionId, {
      confidence: 55 + 9 * side,
      ...(multi ? { selected_option: options[side]! } : { prediction: side === 1 })
    }),
    ({ prediction }): SurveyAnswer & { readonly at: Date } => {
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
        novelty: 100,
        at: prediction.created_at
      }
    }
  )

/** A binary and a multi question with answers of the panel; the last member answers only the first. */
const answeredSurvey = Effect.gen(function*() {
  const panel = yield* addPanel
  const [binary, multi] = [yield* openQuestion(), yield* openQuestion({ question_type: "multi", options })]
  const first = yield* Effect.forEach(panel, (member, n) => answer(binary, member, n % 2, false))
  const second = yield* Effect.forEach(panel.slice(1), (member, n) => answer(multi, member, n % 3, true))
  return {
    panel,
    answers: [...first, ...second],
    questions: [{ id: multi, options }, { id: binary, options: null }]
  }
})

/** What every implementation of `SurveyTallyStore` promises. */
export const surveyTallyContract = ({ run }: ContractWorld): void => {
  it("tallies the predictions on the questions, as if counted one by one", () =>
    run(Effect.gen(function*() {
      const { answers, panel, questions } = yield* answeredSurvey
      const assigned = [panel[1]!.actor.id, panel[0]!.actor.id]
      const request = { question_ids: questions.map(({ id }) => id), until: null }
      const store = yield* SurveyTallyStore
      const facts = yield* store.facts({ ...request, assigned_ids: assigned })
      expect(facts.tallies).toEqual(tallyOf({ questions, assigned }, answers))
      expect(facts.questions.map(({ id, options }) => ({ id, options }))).toEqual(questions)
      const precise = yield* store.precisionFacts(request)
      expect(precise).toEqual({
        questions: facts.questions.map(({ id, options, question }) => ({ id, question, options })),
        tallies: { questions: facts.tallies.questions }
      })
      expect(surveyPrecision(precise, 50)).toEqual(surveyPrecision(facts, 50))
      const all = yield* store.facts({ ...request, assigned_ids: [] })
      expect(all.tallies.panel).toEqual(tallyOf({ questions, assigned: [] }, answers).panel)
      expect(surveyResults(all, false)).toMatchObject({ total_agents: 6, completed_agents: 5, completed_rate: 83.33 })
    })))

  it("counts what was placed until a time, that time included", () =>
    run(Effect.gen(function*() {
      const { answers, questions } = yield* answeredSurvey
      const store = yield* SurveyTallyStore
      const question_ids = questions.map(({ id }) => id)
      for (const { at } of answers) {
        const { tallies } = yield* store.facts({ question_ids, assigned_ids: [], until: at })
        expect(tallies).toEqual(tallyOf({ questions, assigned: [] }, answers.filter((placed) => placed.at <= at)))
        const precise = yield* store.precisionFacts({ question_ids, until: at })
        expect(precise.tallies.questions).toEqual(tallies.questions)
      }
      const before = new Date(answers[0]!.at.getTime() - 1)
      const { tallies } = yield* store.facts({ question_ids, assigned_ids: [], until: before })
      expect(tallies).toEqual(tallyOf({ questions, assigned: [] }, []))
    })))

  it("names the strongest argument of each side among the counted predictions", () =>
    run(Effect.gen(function*() {
      const { addAccount } = yield* ContractHarness
      const id = yield* openQuestion()
      const [weak, strong, against] = [
        yield* predict(yield* addAccount({}), id, { prediction: true, confidence: 60 }),
        yield* predict(yield* addAccount({}), id, { prediction: true, confidence: 90 }),
        yield* predict(yield* addAccount({}), id, { prediction: false, confidence: 70 })
      ]
      const { questions: [question] } = yield* (yield* SurveyTallyStore).facts({
        question_ids: [id],
        assigned_ids: [],
        until: null
      })
      expect(question!.strongest_for?.prediction_id).toBe(strong.prediction.id)
      expect(question!.strongest_for?.prediction_id).not.toBe(weak.prediction.id)
      expect(question!.strongest_against).toMatchObject({ prediction_id: against.prediction.id, confidence: 70 })
    })))

  it("keeps the order that was asked for, has drafts and questions without answers, and leaves out unknown ids", () =>
    run(Effect.gen(function*() {
      const draft = yield* (yield* QuestionAdministration).create(contractAdmin, draftInput())
      const open = yield* openQuestion()
      const { questions, tallies } = yield* (yield* SurveyTallyStore).facts({
        question_ids: [open, "no uuid", "01890000-0000-7000-8000-000000000000", draft.id],
        assigned_ids: [],
        until: new Date(0)
      })
      expect(questions.map(({ id }) => id)).toEqual([open, draft.id])
      expect(questions.map(({ strongest_for }) => strongest_for)).toEqual([null, null])
      expect(tallies).toEqual(tallyOf({ questions, assigned: [] }, []))
    })))

  it("reads no questions as no answers", () =>
    run(Effect.gen(function*() {
      const { addAccount } = yield* ContractHarness
      const { id } = yield* addAccount({})
      const facts = yield* (yield* SurveyTallyStore).facts({ question_ids: [], assigned_ids: [id, id], until: null })
      expect(facts).toEqual({ questions: [], tallies: tallyOf({ questions: [], assigned: [id] }, []) })
      const precise = yield* (yield* SurveyTallyStore).precisionFacts({ question_ids: ["no uuid"], until: null })
      expect(precise).toEqual({ questions: [], tallies: { questions: [] } })
    })))
}
