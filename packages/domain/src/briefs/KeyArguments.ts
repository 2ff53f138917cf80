import { lexRank } from "./LexRank.ts"
import { marginallyRelevant } from "./MarginalRelevance.ts"
import { passagesOf, topicWords } from "./Passage.ts"
import { firstOf, similarities } from "./Similarity.ts"

/** How many predictions of a side are read, and how many of them are quoted. */
export const readPredictionsMax = 40
export const keyArgumentsMax = 5

/** A prediction whose reasoning may be quoted. */
export interface ArguedPrediction {
  readonly prediction_id: string
  /** The owner of the account, or the account itself: one voice. */
  readonly voice: string
  readonly user_name: string
  readonly confidence: number
  readonly upvotes: number
  readonly downvotes: number
  /** For multi questions. */
  readonly selected_option: string | null
  readonly reasoning: string
}

/** A prediction in one sentence of its own. */
export interface KeyArgument extends Omit<ArguedPrediction, "reasoning"> {
  readonly text: string
}

/**
 * What an argument's voters and author put behind it: the stated probability times the share of its votes that are up,
 * smoothed by one of each and doubled, so that a prediction without votes counts once.
 *
 * @example argumentStrength({ confidence: 80, upvotes: 0, downvotes: 0 }) // 0.8
 * @example argumentStrength({ confidence: 80, upvotes: 2, downvotes: 0 }) // 1.2
 */
export const argumentStrength = (
  { confidence, downvotes, upvotes }: Pick<ArguedPrediction, "confidence" | "upvotes" | "downvotes">
): number => confidence * (upvotes + 1) * 2 / (upvotes + downvotes + 2) / 100

/** What sentences on a question are measured by. */
export interface KeyArgumentsRequest {
  readonly predictions: ReadonlyArray<ArguedPrediction>
  /** What they are about: the question in its words. */
  readonly topic: string
}

/** How much likeness to the question counts beside what all sentences start with. */
const topicShare = 3

/**
 * The sentences that say best what predictions argue: up to five, each a sentence of its prediction word for word.
 *
 * Every sentence that is fit to be quoted (`passagesOf`) gets the relevance centrality × fitness × strength. Its centrality
 * is LexRank over idf-modified cosines, biased by (1 + 3 · likeness to the question) × fitness × strength. Then they are
 * chosen by maximal marginal relevance, one from each voice. Reads the first 40 predictions given. The same predictions in
 * the same order give the same sentences.
 *
 * @example keyArguments({ predictions: [], topic: "Will it rain?" }) // []
 */
export const keyArguments = ({ predictions, topic }: KeyArgumentsRequest): ReadonlyArray<KeyArgument> => {
  const passages = predictions.slice(0, readPredictionsMax).flatMap((prediction) =>
    passagesOf(prediction.reasoning).map((passage) => ({ prediction, passage }))
  )
  const weights = passages.map(({ passage, prediction }) => passage.fitness * argumentStrength(prediction))
  // The question is the last text: it takes part in the likenesses, and in nothing else.
  const alike = similarities([...passages.map(({ passage }) => passage.words), topicWords(topic)])
  const size = passages.length
  const onTopic = (index: number): number => alike.values[index * alike.size + size]!
  const ranks = lexRank(firstOf(alike, size), {
    voices: passages.map(({ prediction }) => prediction.voice),
    priors: weights.map((weight, index) => weight * (1 + topicShare * onTopic(index)))
  })
  const worths = weights.map((weight, index) => ranks[index]! * weight)
  const highest = worths.reduce((high, worth) => Math.max(high, worth), 0)
  const candidates = passages.map(({ prediction }, index) => ({
    relevance: worths[index]! / highest,
    voice: prediction.voice,
    source: prediction.prediction_id
  }))
  const chosen = marginallyRelevant(candidates, alike, keyArgumentsMax).map((index) => passages[index]!)
  // Sentences without words, such as addresses, are like nothing; the same one is not quoted twice all the same.
  const texts = new Set<string>()
  return chosen.flatMap(({ passage: { text }, prediction: { reasoning: _, ...prediction } }) => {
    if (texts.has(text)) return []
    texts.add(text)
    return [{ ...prediction, text }]
  })
}
