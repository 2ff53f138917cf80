/**
 * Who scored what on which question, as columns: entry k says that the account at `accounts[k]` of `accountIds` had
 * `scores[k]` on the question with the number `questions[k]`. One entry for each account and question.
 */
export interface SkillRecord {
  readonly accountIds: ReadonlyArray<string>
  readonly questionCount: number
  readonly accounts: Int32Array
  readonly questions: Int32Array
  readonly scores: Float64Array
}

const capacityMin = 1_024

/**
 * Gathers a record, entry by entry, in any order: 16 bytes for each, and the ids of accounts and questions once.
 *
 * @example new SkillRecordBuilder().build().questionCount // 0
 */
export class SkillRecordBuilder {
  private readonly accountNumbers = new Map<string, number>()
  private readonly questionNumbers = new Map<string, number>()
  private accounts = new Int32Array(capacityMin)
  private questions = new Int32Array(capacityMin)
  private scores = new Float64Array(capacityMin)
  private length = 0

  /** Adds the Brier score of one account on one question. */
  add(accountId: string, questionId: string, brier: number): void {
    if (this.length === this.scores.length) this.grow()
    this.accounts[this.length] = numberOf(this.accountNumbers, accountId)
    this.questions[this.length] = numberOf(this.questionNumbers, questionId)
    this.scores[this.length] = brier
    this.length += 1
  }

  /** The record of what has been added so far; what is added later does not change it. */
  build(): SkillRecord {
    return {
      accountIds: [...this.accountNumbers.keys()],
      questionCount: this.questionNumbers.size,
      accounts: this.accounts.slice(0, this.length),
      questions: this.questions.slice(0, this.length),
      scores: this.scores.slice(0, this.length)
    }
  }

  private grow(): void {
    const capacity = this.length * 2
    const { accounts, questions, scores } = this
    this.accounts = new Int32Array(capacity)
    this.accounts.set(accounts)
    this.questions = new Int32Array(capacity)
    this.questions.set(questions)
    this.scores = new Float64Array(capacity)
    this.scores.set(scores)
  }
}

const numberOf = (numbers: Map<string, number>, id: string): number => {
  const known = numbers.get(id)
  if (known !== undefined) return known
  numbers.set(id, numbers.size)
  return numbers.size - 1
}
