import type { SkillDesign, Steps } from "./SkillDesign.ts"
import { centredSums, solveEffects } from "./SkillEffects.ts"
import { errorVariances, ownResidualVariances, propagate, scatterOf, type SkillVariances } from "./SkillUncertainty.ts"

/** The fitted model. */
export interface SkillFit {
  /** What an average account scores on the questions as they were predicted on. */
  readonly mean: number
  /** By account: how far it is from the average, and how far that may be from the truth, as a variance. */
  readonly effects: Float64Array
  readonly errors: Float64Array
  readonly variances: SkillVariances
}

/** What is believed before any data, and in how many accounts or entries it counts as having been seen. */
const prior = { skill: 0.05 ** 2, accounts: 2, residual: 0.2 ** 2, entries: 4 } as const

const roundsMax = 200
const roundTolerance = 1e-9

/**
 * Fits score = effect of the question + effect of the account + residual. The questions' effects are taken as they are
 * and the accounts' as drawn from one distribution, so that they are drawn towards its mean, the more, the less is known
 * of them (BLUP, Robinson 1991). The variances are by restricted maximum likelihood, as the fixed point of Harville
 * (1977) and Schall (1991). One residual variance serves for the effects: with one for each account, those that scatter
 * most would be drawn to the mean most, and they are not average ones. The errors, though, are by each account's own.
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

/** Finds the variances; leaves the effects and their posterior variances close to what they are with them. */
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
    // As exact as the variances are by now, and a good deal more.
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

/** Sums of squares over how much is known of the effects, and over how much is left free by them and the questions. */
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

/** The mean of the questions' effects over all entries; 0 without any. */
const meanOf = ({ accountCount, resolved, scores }: SkillDesign, effects: Float64Array): number => {
  let sum = 0
  for (const score of scores) sum += score
  for (let i = 0; i < accountCount; i++) sum -= resolved[i]! * effects[i]!
  return sum / Math.max(1, scores.length)
}

/**
 * Anderson acceleration of depth one, in logarithms: from an argument of the fixed point's map and its value, the next
 * argument. It gets in a few rounds to where the map alone takes dozens.
 */
const accelerated = (): (argument: number, value: number) => number => {
  let lastValue = 0
  let lastStep = 0
  return (argument, value) => {
    const step = Math.log(value / argument)
    // Only while it helps: the map alone always gets closer.
    const share = Math.abs(step) < Math.abs(lastStep) ? step / (step - lastStep) : 0
    const next = Math.log(value) - (Math.abs(share) < 100 ? share * (Math.log(value) - lastValue) : 0)
    lastValue = Math.log(value)
    lastStep = step
    return Math.exp(next)
  }
}
