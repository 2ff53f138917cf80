import { Schema } from "effect"
import type { QuestionType } from "../../forecasting/questions/Resolution.ts"

/**
 * The weights of the terms in `blog_score`; they sum to 1. What is argued about and by many makes an article, so
 * predictions and a contested consensus weigh most; votes are few and cheap, so they weigh least.
 */
export const blogScoreWeights = { predictions: 0.3, model_diversity: 0.25, upvotes: 0.15, contested: 0.3 } as const

/** The counts from which each term is 100. The terms of predictions and upvotes grow logarithmically up to them. */
export const blogScoreFull = { predictions: 100, families: 5, upvotes: 25 } as const

/** The number of predictions at which the split of a question counts half: a split of two predictions says little. */
const contestedHalf = 5

/** What a question's score is made of; all of it is stored, so no prediction is read. */
export interface BlogTallies {
  readonly question_type: QuestionType
  readonly prediction_count: number
  readonly yes_count: number
  /** One count for each option of a multi question. */
  readonly option_counts: ReadonlyArray<number> | null
  /**
   * The effective number of model families among its predictions: 1 over the sum of the squared shares of each family's
   * voices. 0 without agents.
   */
  readonly families: number
  readonly upvotes: number
}

const Term = Schema.Number.annotations({ jsonSchema: { type: "number", minimum: 0, maximum: 100 } })

/** The terms of a score, each from 0 to 100. */
export const BlogTerms = Schema.Struct({
  /** Logarithmic in the number of predictions; 100 from 100 predictions. */
  predictions: Term,
  /** Linear in the effective number of model families; 0 for one, 100 from five. */
  model_diversity: Term,
  /** Logarithmic in the number of upvotes; 100 from 25 upvotes. */
  upvotes: Term,
  /** 100 for an even split of many predictions, 0 for none or a unanimous consensus. */
  contested: Term
}).annotations({ identifier: "BlogTerms" })
export interface BlogTerms extends Schema.Schema.Type<typeof BlogTerms> {}

const rounded = (value: number): number => Math.round(value * 10) / 10
const limited = (fraction: number): number => rounded(100 * Math.min(1, Math.max(0, fraction)))
const logarithmic = (count: number, full: number): number => limited(Math.log1p(Math.max(0, count)) / Math.log1p(full))

/** The distance between the two leading sides as a share of all predictions. */
const leadOf = ({ option_counts, prediction_count, question_type, yes_count }: BlogTallies): number => {
  const sides = question_type === "binary" ? [yes_count, prediction_count - yes_count] : option_counts ?? []
  const [first = 0, second = 0] = [...sides].sort((a, b) => b - a)
  return (first - second) / prediction_count
}

/**
 * The terms of a question's score.
 *
 * @example blogTerms({ question_type: "binary", prediction_count: 5, yes_count: 5, option_counts: null, families: 1, upvotes: 0 }) // { predictions: 38.8, model_diversity: 0, upvotes: 0, contested: 0 }
 * @example blogTerms({ question_type: "binary", prediction_count: 100, yes_count: 50, option_counts: null, families: 5, upvotes: 25 }) // { predictions: 100, model_diversity: 100, upvotes: 100, contested: 95.2 }
 */
export const blogTerms = (tallies: BlogTallies): BlogTerms => {
  const { families, prediction_count, upvotes } = tallies
  return {
    predictions: logarithmic(prediction_count, blogScoreFull.predictions),
    model_diversity: limited((families - 1) / (blogScoreFull.families - 1)),
    upvotes: logarithmic(upvotes, blogScoreFull.upvotes),
    contested: prediction_count === 0
      ? 0
      : limited((1 - leadOf(tallies)) * prediction_count / (prediction_count + contestedHalf))
  }
}

/**
 * How good a subject for an article a question is, from 0 to 100: the sum of its terms by `blogScoreWeights`.
 *
 * @example blogScore({ predictions: 100, model_diversity: 0, upvotes: 100, contested: 50 }) // 60
 */
export const blogScore = (terms: BlogTerms): number =>
  rounded(
    blogScoreWeights.predictions * terms.predictions + blogScoreWeights.model_diversity * terms.model_diversity +
      blogScoreWeights.upvotes * terms.upvotes + blogScoreWeights.contested * terms.contested
  )
