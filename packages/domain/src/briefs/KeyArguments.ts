import { lexRankSteps } from "./LexRank.ts"
import { marginallyRelevant } from "./MarginalRelevance.ts"
import { type Passage, passageSteps, topicWords } from "./Passage.ts"
import { firstOf, similaritySteps } from "./Similarity.ts"
import { atOnce, cellsWork, type WorkSteps } from "./WorkSteps.ts"

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
  /** How many owners vote for and against it; one whose accounts cancel out does neither. */
  readonly owner_upvotes: number
  readonly owner_downvotes: number
  /** For multi questions. */
  readonly selected_option: string | null
  readonly reasoning: string
}

/** A prediction in one sentence of its own. */
export interface KeyArgument extends Omit<ArguedPrediction, "reasoning"> {
  readonly text: string
}

/**
 * What an argument's voters and author put behind it: the stated probability times the share of the owners voting on it that vote up,
 * smoothed by one of each and doubled, so that a prediction without votes counts once.
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
export const keyArguments = (request: KeyArgumentsRequest): ReadonlyArray<KeyArgument> =>
  atOnce(keyArgumentSteps(request))

/** How much of the topic is read, in UTF-16 code units. */
const readTopicMax = 6_000

/** The same in steps. */
export function* keyArgumentSteps(
  { predictions, topic }: KeyArgumentsRequest
): WorkSteps<ReadonlyArray<KeyArgument>> {
  const passages: Array<{ readonly prediction: ArguedPrediction; readonly passage: Passage }> = []
  for (const prediction of predictions.slice(0, readPredictionsMax)) {
    for (const passage of yield* passageSteps(prediction.reasoning)) passages.push({ prediction, passage })
  }
  const weights = passages.map(({ passage, prediction }) => passage.fitness * argumentStrength(prediction))
  // The question is the last text: it takes part in the likenesses, and in nothing else.
  const words = topicWords(topic.slice(0, readTopicMax))
  yield Math.min(topic.length, readTopicMax)
  const alike = yield* similaritySteps([...passages.map(({ passage }) => passage.words), words])
  const size = passages.length
  const onTopic = (index: number): number => alike.values[index * alike.size + size]!
  const ranks = yield* lexRankSteps(firstOf(alike, size), {
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
  yield cellsWork(3 * size ** 2)
  // Sentences without words, such as addresses, are like nothing; the same one is not quoted twice all the same.
  const texts = new Set<string>()
  return chosen.flatMap(({ passage: { text }, prediction: { reasoning: _, ...prediction } }) => {
    if (texts.has(text)) return []
    texts.add(text)
    return [{ ...prediction, text }]
  })
}
