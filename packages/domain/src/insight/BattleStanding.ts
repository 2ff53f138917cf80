import { peerScore, type QuestionLogScores } from "../scoring/PeerScore.ts"

/** How many scored questions of a week put one on its standings. */
export const battleQuestionsMin = 3

/** Of the mean peer score, so that those who are told to be equal are, in whatever order their scores were added up. */
export const battleScoreDecimals = 4

/** One prediction on a question that was resolved in the week, and how everybody scored there. */
export interface BattleScore {
  readonly account_id: string
  readonly log_score: number
  readonly question: QuestionLogScores
}

/** Where an account stands. */
export interface BattleRank {
  readonly account_id: string
  readonly rank: number
  /** The mean of its peer scores, to four decimals. */
  readonly peer_score: number
  /** How many questions that is the mean of. */
  readonly questions: number
}

/**
 * Rounds half up, as the statement does that ranks in the database.
 *
 * @example roundedScore(-0.00005) // 0
 */
export const roundedScore = (score: number): number =>
  // `+ 0` makes minus nothing nothing.
  Math.floor(score * 10 ** battleScoreDecimals + 0.5) / 10 ** battleScoreDecimals + 0

/**
 * The standings of a battle: accounts with three scored questions or more, by the mean of their peer scores. A question
 * on which nobody else was scored gives none. Of equal scores the one over more questions is ahead; equal in both, they
 * share a rank and the next one comes after all of them (in the order of ids, which is that of registration).
 */
export const battleStandings = (scores: ReadonlyArray<BattleScore>): ReadonlyArray<BattleRank> => {
  const sums = new Map<string, { sum: number; questions: number }>()
  for (const { account_id, log_score, question } of scores) {
    const score = peerScore(log_score, question)
    if (score === null) continue
    const known = sums.get(account_id)
    if (known === undefined) sums.set(account_id, { sum: score, questions: 1 })
    else {
      known.sum += score
      known.questions++
    }
  }
  const entries = Array.from(sums, ([account_id, { questions, sum }]) => ({
    account_id,
    peer_score: roundedScore(sum / questions),
    questions
  }))
    .filter(({ questions }) => questions >= battleQuestionsMin)
    .sort((a, b) => b.peer_score - a.peer_score || b.questions - a.questions || (a.account_id < b.account_id ? -1 : 1))
  let rank = 0
  return entries.map((entry, index) => {
    const before = entries[index - 1]
    if (before?.peer_score !== entry.peer_score || before.questions !== entry.questions) rank = index + 1
    return { ...entry, rank }
  })
}
