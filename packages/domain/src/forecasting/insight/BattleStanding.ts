import { peerScore, type QuestionLogScores } from "../scoring/PeerScore.ts"

/** The minimum number of scored questions in a week for a place in its standings. */
export const battleQuestionsMin = 3

/** The decimals to which mean peer scores are rounded, so that ties do not depend on the order of summation. */
export const battleScoreDecimals = 4

/** One prediction on a question that was resolved in the week, and the sums of all scores there. */
export interface BattleScore {
  readonly account_id: string
  readonly log_score: number
  readonly question: QuestionLogScores
}

/** An account's place in the standings. */
export interface BattleRank {
  readonly account_id: string
  readonly rank: number
  /** The mean of its peer scores, to four decimals. */
  readonly peer_score: number
  /** The number of questions behind the mean. */
  readonly questions: number
}

/**
 * Rounds half up, like the SQL statement that ranks in the database.
 *
 * @example roundedScore(-0.00005) // 0
 */
export const roundedScore = (score: number): number =>
  // `+ 0` turns -0 into 0.
  Math.floor(score * 10 ** battleScoreDecimals + 0.5) / 10 ** battleScoreDecimals + 0

/**
 * The standings of a battle: accounts with three or more scored questions, by mean peer score, then by the number of
 * questions. Questions on which no other account was scored do not count. Accounts that are equal in both share a rank,
 * and the next rank is skipped accordingly; ties are listed in the order of ids.
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
