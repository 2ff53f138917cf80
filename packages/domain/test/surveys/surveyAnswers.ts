import * as fc from "effect/FastCheck"
import { modelFamilyOf } from "../../src/platform/identity/ModelFamily.ts"
import { voiceFamilyOf } from "../../src/forecasting/consensus/EffectiveAgents.ts"
import { type SurveyFacts } from "../../src/surveys/surveys/SurveyResults.ts"
import type { SurveyedQuestion } from "../../src/surveys/surveys/MeasuredQuestion.ts"
import { type PanelAgent, type SurveyAnswer, tallyOf } from "../../src/surveys/surveys/SurveyTallies.ts"

/** An agent of an owner, with a model; a person when the model is null. */
export const panelAgent = (id: string, owner_id: string, model: string | null): PanelAgent => ({
  id,
  owner_id,
  model_family: model === null ? "human" : modelFamilyOf(model),
  voice_family: voiceFamilyOf(model, modelFamilyOf(model ?? ""))
})

/** The answer of an agent with this model, for a side: no and yes are 0 and 1, on a `multi` question the option. */
export const surveyAnswer = (
  question: Pick<SurveyedQuestion, "id" | "options">,
  agent: PanelAgent,
  model: string | null,
  { confidence = 70, novelty = 100, side }: {
    readonly side: number
    readonly confidence?: number
    readonly novelty?: number
  }
): SurveyAnswer => ({
  question_id: question.id,
  agent,
  prediction: question.options === null ? side === 1 : true,
  option_index: question.options === null ? null : side,
  confidence,
  model,
  model_family: modelFamilyOf(model ?? ""),
  novelty
})

export const binary = (id: string): SurveyedQuestion => ({ id, question: `Will ${id} happen?`, options: null })
export const multi = (id: string, options: ReadonlyArray<string> = ["Red", "Green", "Blue"]): SurveyedQuestion => ({
  id,
  question: `Which of ${id}?`,
  options
})

/** Answers by model: `[gpt-4o, 3, 1]` are three agents of that model for side 1, each with an owner of its own. */
export type Votes = ReadonlyArray<readonly [model: string | null, count: number, side: number]>

/** The answers of `votes` to a question, by agents that are new with each call of a different `panel`. */
export const votesOn = (question: SurveyedQuestion, votes: Votes, panel = "p"): ReadonlyArray<SurveyAnswer> =>
  votes.flatMap(([model, count, side], row) =>
    Array.from({ length: count }, (_, n) => {
      const id = `${panel}-${row}-${n}`
      return surveyAnswer(question, panelAgent(id, `owner of ${id}`, model), model, { side })
    })
  )

/** The facts of a survey from its answers. */
export const factsOf = (
  questions: ReadonlyArray<SurveyedQuestion>,
  answers: ReadonlyArray<SurveyAnswer>,
  assigned: ReadonlyArray<string> = []
): SurveyFacts => ({ questions, tallies: tallyOf({ questions, assigned }, answers) })

/** A panel, questions, and at most one answer of each agent to each question, in any order. */
export const anySurvey = fc.record({
  agents: fc.array(
    fc.record({
      owner: fc.constantFrom("a", "b", "c", "d"),
      model: fc.constantFrom(null, "gpt-4o", "gpt-5", "claude-3", "llama-3", "phi3", "yi")
    }),
    { minLength: 1, maxLength: 8 }
  ),
  kinds: fc.array(fc.boolean(), { maxLength: 5 }),
  placed: fc.array(
    fc.record({
      question: fc.nat(),
      agent: fc.nat(),
      side: fc.nat({ max: 2 }),
      confidence: fc.integer({ min: 50, max: 99 }),
      novelty: fc.integer({ min: 0, max: 100 }),
      /** The model at the time, which an account may have changed since; undefined for that of the account. */
      earlier: fc.option(fc.constantFrom("gpt-4o", "grok-2", "phi3"), { nil: undefined })
    }),
    { maxLength: 40 }
  ),
  assigned: fc.array(fc.nat({ max: 9 }), { maxLength: 4 })
}).map(({ agents, assigned, kinds, placed }) => {
  const questions = kinds.map((isMulti, n) => isMulti ? multi(`q${n}`) : binary(`q${n}`))
  const panel = agents.map(({ model, owner }, n) => ({ agent: panelAgent(`agent${n}`, owner, model), model }))
  const answers = new Map(
    questions.length === 0 ? [] : placed.map(({ agent, earlier, question, side, ...stated }) => {
      const on = questions[question % questions.length]!
      const by = panel[agent % panel.length]!
      const model = by.model === null ? null : earlier ?? by.model
      const taken = on.options === null ? side % 2 : side
      return [`${on.id} ${by.agent.id}`, surveyAnswer(on, by.agent, model, { ...stated, side: taken })]
    })
  )
  return { questions, answers: [...answers.values()], assigned: assigned.map((n) => `agent${n}`) }
})
