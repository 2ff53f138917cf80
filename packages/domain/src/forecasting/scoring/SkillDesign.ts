import type { SkillRecord } from "./SkillRecord.ts"

/**
 * The design of the skill model: a record sorted by question, in compressed form (the entries of question j are those
 * from `starts[j]` to `starts[j + 1]`), with the connected components of accounts that are linked by shared questions.
 * Only accounts of one component can be compared.
 */
export interface SkillDesign {
  readonly accountCount: number
  readonly questionCount: number
  readonly starts: Int32Array
  readonly accounts: Int32Array
  readonly scores: Float64Array
  /** The number of entries of each account. */
  readonly resolved: Int32Array
  /** The size of the connected component of each account, in accounts. */
  readonly componentSize: Int32Array
}

/** How many entries one step processes, in one to three milliseconds. */
const stepEntries = 131_072

/** A computation that yields control after each step, so that it does not block the event loop. */
export type Steps<A = void> = Generator<void, A>

/** Visits all questions, in ranges with about as many entries as one step processes. */
export function* overQuestions(design: SkillDesign, visit: (from: number, to: number) => void): Steps {
  const { questionCount, starts } = design
  let from = 0
  while (from < questionCount) {
    let to = from + 1
    while (to < questionCount && starts[to + 1]! - starts[from]! <= stepEntries) to += 1
    visit(from, to)
    from = to
    yield
  }
}

/** Visits 0 to `count` in ranges of `step`. */
export function* overRange(count: number, visit: (from: number, to: number) => void, step = stepEntries): Steps {
  for (let from = 0; from < count; from += step) {
    visit(from, Math.min(count, from + step))
    yield
  }
}

/** Sorts a record by question, by a counting sort in two passes. */
export function* designOf(record: SkillRecord): Steps<SkillDesign> {
  const { questionCount } = record
  const accountCount = record.accountIds.length
  const length = record.scores.length
  const starts = new Int32Array(questionCount + 1)
  const resolved = new Int32Array(accountCount)
  yield* overRange(length, (from, to) => {
    for (let k = from; k < to; k++) {
      starts[record.questions[k]! + 1]! += 1
      resolved[record.accounts[k]!]! += 1
    }
  })
  for (let j = 0; j < questionCount; j++) starts[j + 1]! += starts[j]!
  const next = starts.slice()
  const accounts = new Int32Array(length)
  const scores = new Float64Array(length)
  yield* overRange(length, (from, to) => {
    for (let k = from; k < to; k++) {
      const at = next[record.questions[k]!]!++
      accounts[at] = record.accounts[k]!
      scores[at] = record.scores[k]!
    }
  })
  const design = { accountCount, questionCount, starts, accounts, scores, resolved, componentSize: next }
  return { ...design, componentSize: yield* componentSizes(design) }
}

/** The sizes of the connected components, by union-find with path halving. */
function* componentSizes(design: SkillDesign): Steps<Int32Array> {
  const { accountCount, accounts, starts } = design
  const parents = Int32Array.from({ length: accountCount }, (_, i) => i)
  const rootOf = (start: number): number => {
    let i = start
    while (parents[i] !== i) i = parents[i] = parents[parents[i]!]!
    return i
  }
  yield* overQuestions(design, (from, to) => {
    for (let j = from; j < to; j++) {
      for (let k = starts[j]! + 1; k < starts[j + 1]!; k++) {
        parents[rootOf(accounts[k]!)] = rootOf(accounts[starts[j]!]!)
      }
    }
  })
  const sizes = new Int32Array(accountCount)
  for (let i = 0; i < accountCount; i++) sizes[rootOf(i)]! += 1
  return sizes.map((_, i) => sizes[rootOf(i)]!)
}
