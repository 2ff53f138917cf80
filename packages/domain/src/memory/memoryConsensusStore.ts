import { Array, Effect, Layer } from "effect"
import { type Argument, confidenceBand, type ConsensusTally } from "../forecasting/consensus/Consensus.ts"
import { ConsensusStore } from "../forecasting/consensus/ConsensusStore.ts"
import { similaritySums, voiceFamilyOf, type WeightedPrediction } from "../forecasting/consensus/EffectiveAgents.ts"
import { logOddsOf, type LogOddsSums, ownerLogOdds } from "../forecasting/consensus/Pooled.ts"
import { type Voice, yesChanceOf } from "../forecasting/consensus/PooledHistory.ts"
import type { ModelFamily } from "../platform/identity/ModelFamily.ts"
import type { MemoryPrediction, MemoryQuestion } from "./MemoryRows.ts"
import { findPublicQuestion, optionCountsOf, predictionsOn } from "./memoryQuestion.ts"
import { MemoryState, type MemoryTables } from "./MemoryState.ts"
import { strongestPrediction } from "./memoryVotes.ts"

/** The tallies by model and confidence band. */
const talliesOf = (predictions: ReadonlyArray<MemoryPrediction>): ReadonlyArray<ConsensusTally> => {
  const tallies = new Map<string, ConsensusTally>()
  for (const { confidence, model, model_family, prediction } of predictions) {
    const band = confidenceBand(confidence)
    const key = `${band} ${model ?? ""}`
    const before = tallies.get(key)
    tallies.set(key, {
      model: model ?? "",
      model_family: before?.model_family ?? (model_family as ModelFamily),
      band,
      count: (before?.count ?? 0) + 1,
      yes_count: (before?.yes_count ?? 0) + (prediction ? 1 : 0),
      confidence_sum: (before?.confidence_sum ?? 0) + confidence
    })
  }
  return [...tallies.values()]
}

const weightedOf = (
  { accounts }: MemoryTables,
  { account_id, model, model_family, novelty }: MemoryPrediction
): WeightedPrediction => ({
  owner_id: accounts.require(account_id).owner_key,
  family: voiceFamilyOf(model, model_family),
  weight: novelty
})

const strongestOf = (
  tables: MemoryTables,
  predictions: ReadonlyArray<MemoryPrediction>,
  side: boolean
): Argument | null => {
  const strongest = strongestPrediction(tables, predictions, side)
  if (strongest === undefined) return null
  const { account_id, confidence, id, reasoning } = strongest
  return { prediction_id: id, user_name: tables.accounts.require(account_id).name, confidence, reasoning }
}

/** The chance of an option, or of yes, that a prediction states, in percent. */
const chanceOf = (prediction: MemoryPrediction, options: ReadonlyArray<string> | null, option: string | undefined) =>
  options === null
    ? yesChanceOf(prediction)
    : prediction.selected_option === option
    ? prediction.confidence
    : (100 - prediction.confidence) / (options.length - 1)

/** The log odds that the owners of these predictions give to an option, or to yes. */
const sumsOf = (
  { accounts }: MemoryTables,
  { options }: Pick<MemoryQuestion, "options">,
  predictions: ReadonlyArray<MemoryPrediction>,
  option: string | undefined
): LogOddsSums => {
  const owners = Array.groupBy(predictions, ({ account_id }) => accounts.require(account_id).owner_key)
  const means = Object.values(owners).map((own) =>
    ownerLogOdds(own.reduce((sum, one) => sum + logOddsOf(chanceOf(one, options, option)), 0), own.length)
  )
  return {
    owners: means.length,
    sum: means.reduce((sum, one) => sum + one, 0),
    squares: means.reduce((sum, one) => sum + one * one, 0)
  }
}

/** The facts of a consensus, computed from all predictions on the question. */
export const memoryConsensusStore: Layer.Layer<ConsensusStore, never, MemoryState> = Layer.effect(
  ConsensusStore,
  Effect.map(MemoryState, ({ step }) =>
    ConsensusStore.of({
      facts: (questionId) =>
        step((tables) => {
          const question = findPublicQuestion(tables, questionId)
          if (question === undefined) return undefined
          const predictions = predictionsOn(tables, question.id)
          const counts = optionCountsOf(question.options, predictions)
          return {
            tallies: talliesOf(predictions),
            similarity: similaritySums(predictions.map((prediction) => weightedOf(tables, prediction))),
            strongest_for: strongestOf(tables, predictions, true),
            strongest_against: strongestOf(tables, predictions, false),
            options: question.options?.map((option, index) => ({ option, count: counts![index]! })) ?? null,
            log_odds: (question.options ?? [undefined]).map((option) => sumsOf(tables, question, predictions, option))
          }
        }),
      voices: (questionId) =>
        step((tables) => {
          const question = findPublicQuestion(tables, questionId)
          return question && predictionsOn(tables, question.id).map((prediction): Voice => ({
            ...weightedOf(tables, prediction),
            created_at: prediction.created_at,
            user_id: prediction.account_id,
            user_name: tables.accounts.require(prediction.account_id).name,
            prediction: prediction.prediction,
            confidence: prediction.confidence
          }))
        })
    }))
)
