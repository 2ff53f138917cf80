import { lexRankSteps } from "./LexRank.ts"
import { marginallyRelevant } from "./MarginalRelevance.ts"
import { type Passage, passageSteps, topicWords } from "./Passage.ts"
import { firstOf, similaritySteps } from "./Similarity.ts"
import { atOnce } from "../../kernel/inTurns.ts"
import { cellsWork, type WorkSteps } from "./WorkSteps.ts"

/** The maximum number of predictions read per side, and of quotations. */
export const readPredictionsMax = 40
export const keyArgumentsMax = 5

/** A prediction whose reasoning may be quoted. */
export interface ArguedPrediction {
  readonly prediction_id: string
  /** The account's owner, or the account itself; at most one quotation per owner is preferred. */
  readonly owner: string
  readonly user_name: string
  readonly confidence: number
  /** Votes counted per owner; an owner whose accounts' votes cancel out counts in neither. */
  readonly owner_upvotes: number
  readonly owner_downvotes: number
  /** For multi questions; null otherwise. */
  readonly selected_option: string | null
  readonly reasoning: string
}

/** A prediction with one sentence of its reasoning. */
export interface KeyArgument extends Omit<ArguedPrediction, "reasoning"> {
  readonly text: string
}

/**
 * The strength of an argument: the stated probability times the share of upvotes among the voting owners, smoothed by
 * one of each and doubled, so that without votes the factor is 1.
 *
 * @example argumentStrength({ confidence: 80, owner_upvotes: 0, owner_downvotes: 0 }) // 0.8
 * @example argumentStrength({ confidence: 80, owner_upvotes: 2, owner_downvotes: 0 }) // 1.2
 */
export const argumentStrength = (
  { confidence, owner_downvotes: down, owner_upvotes: up }: Pick<
    ArguedPrediction,
    "confidence" | "owner_upvotes" | "owner_downvotes"
  >
): number => confidence * (up + 1) * 2 / (up + down + 2) / 100

/** The input of `keyArguments`. */
export interface KeyArgumentsRequest {
  readonly predictions: ReadonlyArray<ArguedPrediction>
  /** The text of the question, for topical similarity. */
  readonly topic: string
}

/** The weight of topical similarity in the prior, relative to the base of 1. */
const topicShare = 3

/**
 * Selects the sentences that best represent the arguments of predictions: up to five, each a sentence of its prediction
 * word for word.
 *
 * Every quotable sentence (`passagesOf`) gets the relevance centrality × fitness × strength, where centrality is
 * LexRank over idf-modified cosines, biased by (1 + 3 · similarity to the question) × fitness × strength. The sentences
 * are then chosen by maximal marginal relevance, preferring one per owner. Reads the first 40 predictions.
 * Deterministic for the same predictions in the same order.
 *
 * @example keyArguments({ predictions: [], topic: "Will it rain?" }) // []
 */
export const keyArguments = (request: KeyArgumentsRequest): ReadonlyArray<KeyArgument> =>
  atOnce(keyArgumentSteps(request))

/** How much of the topic is read, in UTF-16 code units. */
const readTopicMax = 6_000

/** `keyArguments` in steps. */
export function* keyArgumentSteps(
  { predictions, topic }: KeyArgumentsRequest
): WorkSteps<ReadonlyArray<KeyArgument>> {
  const passages: Array<{ readonly prediction: ArguedPrediction; readonly passage: Passage }> = []
  for (const prediction of predictions.slice(0, readPredictionsMax)) {
    for (const passage of yield* passageSteps(prediction.reasoning)) passages.push({ prediction, passage })
  }
  const weights = passages.map(({ passage, prediction }) => passage.fitness * argumentStrength(prediction))
  // The question is the last text; only its similarities to the passages are used.
  const words = topicWords(topic.slice(0, readTopicMax))
  yield Math.min(topic.length, readTopicMax)
  const alike = yield* similaritySteps([...passages.map(({ passage }) => passage.words), words])
  const size = passages.length
  const onTopic = (index: number): number => alike.values[index * alike.size + size]!
  const ranks = yield* lexRankSteps(firstOf(alike, size), {
    owners: passages.map(({ prediction }) => prediction.owner),
    priors: weights.map((weight, index) => weight * (1 + topicShare * onTopic(index)))
  })
  const worths = weights.map((weight, index) => ranks[index]! * weight)
  const highest = worths.reduce((high, worth) => Math.max(high, worth), 0)
  const candidates = passages.map(({ prediction }, index) => ({
    relevance: worths[index]! / highest,
    owner: prediction.owner,
    source: prediction.prediction_id
  }))
  const chosen = marginallyRelevant(candidates, alike, keyArgumentsMax).map((index) => passages[index]!)
  yield cellsWork(3 * size ** 2)
  // Sentences without words, such as addresses, have similarity 0 to all; duplicates of these are dropped here.
  const texts = new Set<string>()
  return chosen.flatMap(({ passage: { text }, prediction: { reasoning: _, ...prediction } }) => {
    if (texts.has(text)) return []
    texts.add(text)
    return [{ ...prediction, text }]
  })
}
