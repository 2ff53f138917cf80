import { overQuestions, type SkillDesign, type Steps } from "./SkillDesign.ts"

/** How far accounts differ, and how far one score scatters around what account and question make likely. */
export interface SkillVariances {
  readonly skill: number
  readonly residual: number
}

/**
 * One round of belief propagation (Weiss & Freeman 2001): the posterior variance of each account's effect, from those of
 * the round before, in `variances`. What an entry tells of its account is 1 / (residual + the variance of the question's
 * effect as all the others tell it). Accounts of one island are known but for the level of the island, which is known
 * no better than the mean of so many accounts.
 */
export function* propagate(
  design: SkillDesign,
  { residual, skill }: SkillVariances,
  variances: Float64Array
): Steps {
  const { accountCount, accounts, islandSize, starts } = design
  const information = new Float64Array(accountCount).fill(1 / skill)
  yield* overQuestions(design, (from, to) => {
    for (let j = from; j < to; j++) {
      const total = beliefIn(design, j, residual, variances)
      for (let k = starts[j]!; k < starts[j + 1]!; k++) {
        const i = accounts[k]!
        const others = Math.max(0, total - 1 / (residual + variances[i]!))
        information[i]! += others / (residual * others + 1)
      }
    }
  })
  for (let i = 0; i < accountCount; i++) {
    variances[i] = withLevel(1 / information[i]!, skill, islandSize[i]!)
  }
}

/**
 * The variance of an effect, from that around the mean of its island: all effects of an island may move together, as far
 * as the mean of so many accounts may be from that of all. Exact where everybody predicted on everything.
 */
const withLevel = (variance: number, skill: number, islandSize: number): number =>
  variance + (skill - variance) / islandSize

/** How well a question's effect is known, as the inverse of a variance. */
const beliefIn = (design: SkillDesign, j: number, residual: number, variances: Float64Array): number => {
  const { accounts, starts } = design
  let total = 0
  for (let k = starts[j]!; k < starts[j + 1]!; k++) total += 1 / (residual + variances[accounts[k]!]!)
  return total
}

/** What the residuals of each account tell of its own scatter. */
interface OwnScatter {
  /** Sums of squares, of fourth powers over their freedom, and the freedom: how much of each residual is free. */
  readonly squares: Float64Array
  readonly fourths: Float64Array
  readonly freedom: Float64Array
}

/** Goes over all residuals once. */
export function* scatterOf(
  design: SkillDesign,
  residual: number,
  effects: Float64Array,
  variances: Float64Array
): Steps<OwnScatter> {
  const { accountCount, accounts, scores, starts } = design
  const squares = new Float64Array(accountCount)
  const fourths = new Float64Array(accountCount)
  const freedom = new Float64Array(accountCount)
  yield* overQuestions(design, (from, to) => {
    for (let j = from; j < to; j++) {
      const start = starts[j]!
      const end = starts[j + 1]!
      if (end - start < 2) continue
      let sum = 0
      for (let k = start; k < end; k++) sum += scores[k]! - effects[accounts[k]!]!
      const level = sum / (end - start)
      const total = beliefIn(design, j, residual, variances)
      for (let k = start; k < end; k++) {
        const i = accounts[k]!
        const square = (scores[k]! - effects[i]! - level) ** 2
        const free = residual / (residual + variances[i]! + 1 / (total - 1 / (residual + variances[i]!)))
        squares[i]! += square
        fourths[i]! += square * square / free
        freedom[i]! += free
      }
    }
  })
  return { squares, fourths, freedom }
}

/**
 * The residual variance of each account by credibility (Bühlmann & Straub 1970): its own, drawn towards the common one
 * the more, the fewer entries it has and the less accounts differ in it.
 */
export const ownResidualVariances = (scatter: OwnScatter, residual: number): Float64Array => {
  const { fourths, freedom, squares } = scatter
  let within = 0
  let between = 0
  let counted = 0
  let free = 0
  let freeSquares = 0
  for (let i = 0; i < freedom.length; i++) {
    if (freedom[i]! <= 0) continue
    const own = squares[i]! / freedom[i]!
    within += fourths[i]! - own * squares[i]!
    between += freedom[i]! * (own - residual) ** 2
    counted += 1
    free += freedom[i]!
    freeSquares += freedom[i]! ** 2
  }
  const chance = free > counted ? Math.max(0, within / (free - counted)) : 0
  const spread = free - freeSquares / free
  const apart = spread > 0 ? Math.max(0, (between - (counted - 1) * chance) / spread) : 0
  return freedom.map((own, i) =>
    own > 0 && apart > 0 ? residual + (own * apart) / (own * apart + chance) * (squares[i]! / own - residual) : residual
  )
}

/**
 * The variance of each estimated effect around the truth: the account's own scatter and that of the others on its
 * questions, as far as the data count, and what it was drawn to the mean by.
 */
export function* errorVariances(
  design: SkillDesign,
  { residual, skill }: SkillVariances,
  variances: Float64Array,
  own: Float64Array
): Steps<Float64Array> {
  const { accountCount, accounts, islandSize, starts } = design
  const information = new Float64Array(accountCount).fill(1 / skill)
  const noise = new Float64Array(accountCount).fill(1 / skill)
  yield* overQuestions(design, (from, to) => {
    for (let j = from; j < to; j++) {
      const others = starts[j + 1]! - starts[j]! - 1
      if (others < 1) continue
      const total = beliefIn(design, j, residual, variances)
      let scatter = 0
      for (let k = starts[j]!; k < starts[j + 1]!; k++) scatter += own[accounts[k]!]! + variances[accounts[k]!]!
      for (let k = starts[j]!; k < starts[j + 1]!; k++) {
        const i = accounts[k]!
        const rest = total - 1 / (residual + variances[i]!)
        const weight = rest / (residual * rest + 1)
        information[i]! += weight
        noise[i]! += weight ** 2 * (own[i]! + (scatter - own[i]! - variances[i]!) / others ** 2)
      }
    }
  })
  return noise.map((sum, i) => withLevel(sum / information[i]! ** 2, skill, islandSize[i]!))
}
