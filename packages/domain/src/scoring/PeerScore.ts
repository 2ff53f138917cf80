/** The log scores of everybody on a question, added up. */
export interface QuestionLogScores {
  /** How many predictions were scored, the one in question included. */
  readonly scored: number
  /** The sum of their log scores, that one's included. */
  readonly log_sum: number
}

/**
 * The peer score (Metaculus, Scores FAQ): 100 × (log score − mean log score of the others on the question). Above 0 is
 * better than the others; over all predictions on a question the peer scores add up to 0. Null when nobody else was
 * scored.
 *
 * @example peerScore(-1, { scored: 2, log_sum: -3 }) // 100
 */
export const peerScore = (logScore: number, question: QuestionLogScores): number | null =>
  question.scored < 2
    ? null
    : 100 * (logScore - (question.log_sum - logScore) / (question.scored - 1))
