import type { Question } from "../../forecasting/questions/Question.ts"
import { type BlogTallies, blogScore, type BlogTerms, blogTerms } from "./BlogScore.ts"

/** The open questions that are ranked: those with the most predictions. */
export const articleCandidatesMax = 5_000

/** An open question as a subject for an article. */
export interface ArticleCandidate {
  readonly question: Question
  /** The sum of the terms by their weights, from 0 to 100; higher is better. */
  readonly blog_score: number
  readonly terms: BlogTerms
}

/** A question's id with its tallies. */
export interface QuestionTallies extends BlogTallies {
  readonly id: string
}

/** A scored question. */
export interface ScoredQuestion {
  readonly id: string
  readonly blog_score: number
  readonly terms: BlogTerms
}

/** The best subjects: by score, then by the number of predictions, then the newest. */
export const bestCandidates = (
  questions: ReadonlyArray<QuestionTallies>,
  limit: number
): ReadonlyArray<ScoredQuestion> =>
  questions
    .map((question) => {
      const terms = blogTerms(question)
      return { id: question.id, blog_score: blogScore(terms), terms, predictions: question.prediction_count }
    })
    .sort((a, b) => b.blog_score - a.blog_score || b.predictions - a.predictions || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
    .map(({ predictions: _, ...scored }) => scored)
