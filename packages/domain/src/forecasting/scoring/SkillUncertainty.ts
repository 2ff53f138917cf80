import { overQuestions, type SkillDesign, type Steps } from "./SkillDesign.ts"

/** The variance of the account effects (`skill`) and of the residuals. */
export interface SkillVariances {
  readonly skill: number
  readonly residual: number
}

/**
 * One round of belief propagation (Weiss & Freeman 2001): updates in `variances` the posterior variance of each
 * account's effect from those of the previous round. An entry contributes to its account the information 1 / (residual
 * + variance of the question's effect as estimated from the other entries). The data do not determine the level of a
 * whole connected component, so the variance of its mean is added (see `withLevel`).
 */
export function* propagate(
  design: SkillDesign,
  { residual, skill }: SkillVariances,
  variances: Float64Array
): Steps {
  const { accountCount, accounts, componentSize, starts } = design
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
    variances[i] = withLevel(1 / information[i]!, skill, componentSize[i]!)
  }
}

/**
 * Adds to a variance around the mean of a connected component the variance of that mean: all effects of a component may
 * shift together, as far as the mean of that many accounts may differ from the mean of all. Exact when all accounts
 * predicted on all questions.
 */
const withLevel = (variance: number, skill: number, componentSize: number): number =>
  variance + (skill - variance) / componentSize

/** The information (inverse variance) about a question's effect. */
const beliefIn = (design: SkillDesign, j: number, residual: number, variances: Float64Array): number => {
  const { accounts, starts } = design
  let total = 0
  for (let k = starts[j]!; k < starts[j + 1]!; k++) total += 1 / (residual + variances[accounts[k]!]!)
  return total
}

/** Statistics of the residuals of each account. */
interface OwnScatter {
  /** Sums of squares, sums of fourth powers divided by their degrees of freedom, and the degrees of freedom. */
  readonly squares: Float64Array
  readonly fourths: Float64Array
  readonly freedom: Float64Array
}

/** Computes the statistics in one pass over all residuals. */
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
 * The residual variance of each account by credibility theory (Bühlmann & Straub 1970): the account's own, shrunk
 * towards the common one; the fewer entries it has and the less accounts differ, the more.
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
 * The error variance of each estimated effect: from the account's own residual variance and that of the others on its
 * questions, weighted by the information of the data, and from the shrinkage.
 */
export function* errorVariances(
  design: SkillDesign,
  { residual, skill }: SkillVariances,
  variances: Float64Array,
  own: Float64Array
): Steps<Float64Array> {
  const { accountCount, accounts, componentSize, starts } = design
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
  return noise.map((sum, i) => withLevel(sum / information[i]! ** 2, skill, componentSize[i]!))
}
