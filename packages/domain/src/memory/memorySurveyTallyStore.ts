import { Effect, Layer } from "effect"
import type { Argument } from "../consensus/Consensus.ts"
import { voiceFamilyOf } from "../consensus/EffectiveAgents.ts"
import { type ModelFamily, modelFamilyOf } from "../identity/ModelFamily.ts"
import type { SurveyedQuestion } from "../surveys/MeasuredQuestion.ts"
import { type SurveyAnswer, tallyOf } from "../surveys/SurveyTallies.ts"
import { SurveyTallyStore } from "../surveys/SurveyTallyStore.ts"
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

/** The tallies of surveys, counted from the predictions. */
export const memorySurveyTallyStore: Layer.Layer<SurveyTallyStore, never, MemoryState> = Layer.effect(
  SurveyTallyStore,
  Effect.map(MemoryState, ({ step }) =>
    SurveyTallyStore.of({
      facts: ({ assigned_ids, question_ids, until }) =>
        step((tables) => {
          const placedOn = (id: string): ReadonlyArray<MemoryPrediction> =>
            predictionsOn(tables, id).filter(({ created_at }) => until === null || created_at <= until)
          const questions = question_ids.flatMap((id): ReadonlyArray<SurveyedQuestion> => {
            const found = findQuestion(tables, id)
            if (found === undefined) return []
            const placed = placedOn(found.id)
            return [{
              id: found.id,
              question: found.question,
              options: found.options,
              strongest_for: argumentOf(tables, placed, true),
              strongest_against: argumentOf(tables, placed, false)
            }]
          })
          const answers = questions.flatMap(({ id }) => placedOn(id).map((placed) => answerOf(tables, placed)))
          return { questions, tallies: tallyOf({ questions, assigned: assigned_ids }, answers) }
        })
    }))
)
