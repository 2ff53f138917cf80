import { Effect, Layer } from "effect"
import type { Argument } from "../forecasting/consensus/Consensus.ts"
import { voiceFamilyOf } from "../forecasting/consensus/EffectiveAgents.ts"
import { type ModelFamily, modelFamilyOf } from "../platform/identity/ModelFamily.ts"
import { type SurveyAnswer, tallyOf } from "../surveys/surveys/SurveyTallies.ts"
import { SurveyTallyStore } from "../surveys/surveys/SurveyTallyStore.ts"
import type { MemoryPrediction, MemorySurvey } from "./MemoryRows.ts"
import { MemoryState, type MemoryTables } from "./MemoryState.ts"
import { answersTo, findSurvey } from "./memorySurvey.ts"
import { strongestPrediction } from "./memoryVotes.ts"

const answerOf = ({ accounts }: MemoryTables, placed: MemoryPrediction): SurveyAnswer => {
  const { id, model, owner_key, type } = accounts.require(placed.account_id)
  const family = modelFamilyOf(model ?? "")
  return {
    question_id: placed.question_id,
    agent: {
      id,
      owner_id: owner_key,
      model_family: type === "human" ? "human" : family,
      voice_family: voiceFamilyOf(model, family)
    },
    prediction: placed.prediction,
    option_index: placed.option_index,
    confidence: placed.confidence,
    model: placed.model,
    model_family: placed.model_family as ModelFamily,
    novelty: placed.novelty
  }
}

const argumentOf = (
  tables: MemoryTables,
  placed: ReadonlyArray<MemoryPrediction>,
  side: boolean
): Argument | null => {
  const strongest = strongestPrediction(tables, placed, side)
  if (strongest === undefined) return null
  const { account_id, confidence, id, reasoning } = strongest
  return { prediction_id: id, user_name: tables.accounts.require(account_id).name, confidence, reasoning }
}

/** The questions, the answers that count and the panel of a survey; of none, unless it satisfies `which`. */
const answered = (tables: MemoryTables, id: string, which: (survey: MemorySurvey) => boolean = () => true) => {
  const survey = findSurvey(tables, id)
  const counts = survey !== undefined && which(survey)
  const placed = counts ? answersTo(tables, survey) : []
  return {
    placedOn: (question: string) => placed.filter(({ question_id }) => question_id === question),
    questions: (counts ? survey.question_ids : []).map((id) => {
      const { options, question } = tables.questions.require(id)
      return { id, question, options }
    }),
    answers: placed.map((one) => answerOf(tables, one)),
    assigned: counts ? [...survey.assignments.keys()] : []
  }
}

/** The tallies of surveys, counted from the predictions. */
export const memorySurveyTallyStore: Layer.Layer<SurveyTallyStore, never, MemoryState> = Layer.effect(
  SurveyTallyStore,
  Effect.map(MemoryState, ({ step }) =>
    SurveyTallyStore.of({
      facts: (id) =>
        step((tables) => {
          const { answers, assigned, placedOn, questions } = answered(tables, id, ({ status }) => status !== "draft")
          return {
            questions: questions.map((asked) => {
              const placed = placedOn(asked.id)
              return {
                ...asked,
                strongest_for: argumentOf(tables, placed, true),
                strongest_against: argumentOf(tables, placed, false)
              }
            }),
            tallies: tallyOf({ questions, assigned }, answers)
          }
        }),

      precisionFacts: (id) =>
        step((tables) => {
          const { answers, questions } = answered(tables, id)
          return { questions, tallies: { questions: tallyOf({ questions, assigned: [] }, answers).questions } }
        })
    }))
)
