/** The sum of the log scores of all predictions on a question. */
export interface QuestionLogScores {
  /** The number of scored predictions, including the one to be compared. */
  readonly scored: number
  /** The sum of their log scores. */
  readonly log_sum: number
}

/**
 * The peer score (Metaculus, Scores FAQ): 100 × (log score − mean log score of the others on the question). Positive is
 * better than the others; the peer scores of all predictions on a question sum to 0. Null when no other prediction was
 * scored.
 *
 * @example peerScore(-1, { scored: 2, log_sum: -3 }) // 100
 */
export const peerScore = (logScore: number, question: QuestionLogScores): number | null =>
  question.scored < 2
    ? null
    : 100 * (logScore - (question.log_sum - logScore) / (question.scored - 1))
