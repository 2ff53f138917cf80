import { overQuestions, type SkillDesign, type Steps } from "./SkillDesign.ts"

const stepsMax = 200

/**
 * The right-hand side of the equations: for each account the sum, over its entries, of the score minus the mean score
 * of the question. A constant added to all scores of a question does not change it.
 */
export function* centredSums(design: SkillDesign): Steps<Float64Array> {
  const { accounts, scores, starts } = design
  const sums = new Float64Array(design.accountCount)
  yield* overQuestions(design, (from, to) => {
    for (let j = from; j < to; j++) {
      const start = starts[j]!
      const end = starts[j + 1]!
      let sum = 0
      for (let k = start; k < end; k++) sum += scores[k]!
      const average = sum / (end - start)
      for (let k = start; k < end; k++) sums[accounts[k]!]! += scores[k]! - average
    }
  })
  return sums
}

/**
 * Solves the mixed-model equations (Henderson 1950) for the effects of the accounts, with the effects of the questions
 * eliminated: for each account (resolved + ridge) × effect − the sum over its questions of the mean effect there = its
 * centred sum. Uses conjugate gradients, preconditioned by the diagonal and started from `effects`, which are
 * overwritten, until the mean squared residual in the preconditioned norm is below `tolerance`.
 */
export function* solveEffects(
  design: SkillDesign,
  sums: Float64Array,
  ridge: number,
  effects: Float64Array,
  tolerance: number
): Steps {
  const { accountCount, resolved } = design
  const product = new Float64Array(accountCount)
  const rest = new Float64Array(accountCount)
  const direction = new Float64Array(accountCount)
  yield* multiply(design, ridge, effects, product)
  let norm = 0
  for (let i = 0; i < accountCount; i++) {
    rest[i] = sums[i]! - product[i]!
    direction[i] = rest[i]! / (resolved[i]! + ridge)
    norm += rest[i]! * direction[i]!
  }
  for (let step = 0; step < stepsMax && norm > tolerance * accountCount; step++) {
    yield* multiply(design, ridge, direction, product)
    let curvature = 0
    for (let i = 0; i < accountCount; i++) curvature += direction[i]! * product[i]!
    const length = norm / curvature
    let after = 0
    for (let i = 0; i < accountCount; i++) {
      effects[i]! += length * direction[i]!
      rest[i]! -= length * product[i]!
      after += rest[i]! ** 2 / (resolved[i]! + ridge)
    }
    const keep = after / norm
    norm = after
    for (let i = 0; i < accountCount; i++) {
      direction[i] = rest[i]! / (resolved[i]! + ridge) + keep * direction[i]!
    }
  }
}

/** Computes the left-hand side of the equations for given effects, in `product`. */
function* multiply(design: SkillDesign, ridge: number, effects: Float64Array, product: Float64Array): Steps {
  const { accountCount, accounts, starts } = design
  for (let i = 0; i < accountCount; i++) product[i] = ridge * effects[i]!
  yield* overQuestions(design, (from, to) => {
    for (let j = from; j < to; j++) {
      const start = starts[j]!
      const end = starts[j + 1]!
      let sum = 0
      for (let k = start; k < end; k++) sum += effects[accounts[k]!]!
      const average = sum / (end - start)
      for (let k = start; k < end; k++) {
        const i = accounts[k]!
        product[i]! += effects[i]! - average
      }
    }
  })
}
