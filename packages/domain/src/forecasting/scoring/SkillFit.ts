import type { SkillDesign, Steps } from "./SkillDesign.ts"
import { centredSums, solveEffects } from "./SkillEffects.ts"
import { errorVariances, ownResidualVariances, propagate, scatterOf, type SkillVariances } from "./SkillUncertainty.ts"

/** The fitted model. */
export interface SkillFit {
  /** The expected score of an average account on the questions as they were predicted on. */
  readonly mean: number
  /** By account: the difference from an average account, and the error variance of that estimate. */
  readonly effects: Float64Array
  readonly errors: Float64Array
  readonly variances: SkillVariances
}

/** The prior variances, and the number of accounts or entries that each prior counts for. */
const prior = { skill: 0.05 ** 2, accounts: 2, residual: 0.2 ** 2, entries: 4 } as const

const roundsMax = 200
const roundTolerance = 1e-9

/**
 * Fits the mixed model score = question effect + account effect + residual. Question effects are fixed; account effects
 * are random, so that an account with little data is shrunk towards the mean (BLUP, Robinson 1991). The variances are
 * estimated by restricted maximum likelihood, as the fixed point of Harville (1977) and Schall (1991). The effects use
 * one common residual variance: with one per account, the accounts with the most scatter would be shrunk most, although
 * they are not average. The error variances use each account's own.
 */
export function* fitSkill(design: SkillDesign): Steps<SkillFit> {
  const sums = yield* centredSums(design)
  const effects = new Float64Array(design.accountCount)
  const posterior = new Float64Array(design.accountCount).fill(prior.skill)
  const variances = yield* fitVariances(design, sums, effects, posterior)
  yield* solveEffects(design, sums, variances.residual / variances.skill, effects, variances.residual * 1e-20)
  yield* propagate(design, variances, posterior)
  yield* propagate(design, variances, posterior)
  const scatter = yield* scatterOf(design, variances.residual, effects, posterior)
  const own = ownResidualVariances(scatter, variances.residual)
  return {
    mean: meanOf(design, effects),
    effects,
    errors: yield* errorVariances(design, variances, posterior, own),
    variances
  }
}

/** Estimates the variances; updates `effects` and `posterior` to values close to the solution for them. */
function* fitVariances(
  design: SkillDesign,
  sums: Float64Array,
  effects: Float64Array,
  posterior: Float64Array
): Steps<SkillVariances> {
  const faster = accelerated()
  let variances: SkillVariances = { skill: prior.skill, residual: prior.residual }
  let move = 1
  for (let round = 0; round < roundsMax && move > roundTolerance; round++) {
    // More accurate than the variances are at this point.
    const tolerance = variances.residual * Math.min(1e-6, (1e-4 * move) ** 2)
    yield* solveEffects(design, sums, variances.residual / variances.skill, effects, tolerance)
    yield* propagate(design, variances, posterior)
    const { squares } = yield* scatterOf(design, variances.residual, effects, posterior)
    const { residual, skill } = fixedPoint(design, variances, effects, posterior, squares)
    move = Math.abs(Math.log(skill / variances.skill)) + Math.abs(Math.log(residual / variances.residual))
    variances = { skill: faster(variances.skill, skill), residual }
  }
  return variances
}

/**
 * One step of the fixed-point iteration: sums of squares divided by the degrees of freedom of the effects and of the
 * residuals.
 */
const fixedPoint = (
  design: SkillDesign,
  { skill }: SkillVariances,
  effects: Float64Array,
  posterior: Float64Array,
  squares: Float64Array
): SkillVariances => {
  let known = 0
  let apart = 0
  let around = 0
  for (let i = 0; i < design.accountCount; i++) {
    known += 1 - posterior[i]! / skill
    apart += effects[i]! ** 2
    around += squares[i]!
  }
  const free = Math.max(0, design.scores.length - design.questionCount - known)
  return {
    skill: (apart + prior.accounts * prior.skill) / (known + prior.accounts),
    residual: (around + prior.entries * prior.residual) / (free + prior.entries)
  }
}

/** The mean of the question effects over all entries; 0 when there are none. */
const meanOf = ({ accountCount, resolved, scores }: SkillDesign, effects: Float64Array): number => {
  let sum = 0
  for (const score of scores) sum += score
  for (let i = 0; i < accountCount; i++) sum -= resolved[i]! * effects[i]!
  return sum / Math.max(1, scores.length)
}

/**
 * Anderson acceleration of depth one, on logarithms: from an argument of the fixed-point map and its value, returns the
 * next argument. Converges in a few rounds where the plain iteration takes dozens.
 */
const accelerated = (): (argument: number, value: number) => number => {
  let lastValue = 0
  let lastStep = 0
  return (argument, value) => {
    const step = Math.log(value / argument)
    // Only while steps get smaller; otherwise takes a plain step, which always converges.
    const share = Math.abs(step) < Math.abs(lastStep) ? step / (step - lastStep) : 0
    const next = Math.log(value) - (Math.abs(share) < 100 ? share * (Math.log(value) - lastValue) : 0)
    lastValue = Math.log(value)
    lastStep = step
    return Math.exp(next)
  }
}
