import { Effect, Layer } from "effect"
import type { Argument } from "../consensus/Consensus.ts"
import { voiceFamilyOf } from "../consensus/EffectiveAgents.ts"
import { type ModelFamily, modelFamilyOf } from "../identity/ModelFamily.ts"
import { type SurveyAnswer, tallyOf } from "../surveys/SurveyTallies.ts"
import { SurveyTallyStore, type TallyRequest } from "../surveys/SurveyTallyStore.ts"
import type { MemoryPrediction } from "./MemoryRows.ts"
import { findQuestion, predictionsOn } from "./memoryQuestion.ts"
import { MemoryState, type MemoryTables } from "./MemoryState.ts"
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

/** The questions with these ids, and the answers to them that were placed until a time. */
const answered = (tables: MemoryTables, { question_ids, until }: Omit<TallyRequest, "assigned_ids">) => {
  const placedOn = (id: string): ReadonlyArray<MemoryPrediction> =>
    predictionsOn(tables, id).filter(({ created_at }) => until === null || created_at <= until)
  const found = question_ids.map((id) => findQuestion(tables, id)).filter((question) => question !== undefined)
  return {
    placedOn,
    questions: found.map(({ id, options, question }) => ({ id, question, options })),
    answers: found.flatMap(({ id }) => placedOn(id).map((placed) => answerOf(tables, placed)))
  }
}

/** The tallies of surveys, counted from the predictions. */
export const memorySurveyTallyStore: Layer.Layer<SurveyTallyStore, never, MemoryState> = Layer.effect(
  SurveyTallyStore,
  Effect.map(MemoryState, ({ step }) =>
    SurveyTallyStore.of({
      facts: ({ assigned_ids, ...request }) =>
        step((tables) => {
          const { answers, placedOn, questions } = answered(tables, request)
          return {
            questions: questions.map((asked) => {
              const placed = placedOn(asked.id)
              return {
                ...asked,
                strongest_for: argumentOf(tables, placed, true),
                strongest_against: argumentOf(tables, placed, false)
              }
            }),
            tallies: tallyOf({ questions, assigned: assigned_ids }, answers)
          }
        }),

      precisionFacts: (request) =>
        step((tables) => {
          const { answers, questions } = answered(tables, request)
          return { questions, tallies: { questions: tallyOf({ questions, assigned: [] }, answers).questions } }
        })
    }))
)
