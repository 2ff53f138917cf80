/**
 * The scores of accounts on questions, as columns: entry k says that the account `accountIds[accounts[k]]` has
 * `scores[k]` on the question with the number `questions[k]`. One entry per account and question.
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
 * Builds a record from entries in any order. Takes 16 bytes per entry, and stores each id of an account or question
 * once.
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

  /** Returns a copy of what has been added so far. */
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
