import { overQuestions, type SkillDesign, type Steps } from "./SkillDesign.ts"

/** The fitted model: effects and their posterior variances by account, and the variances. */
export interface SkillFit {
  readonly mean: number
  readonly effects: Float64Array
  readonly effectVariances: Float64Array
  readonly skillVariance: number
  readonly residualVariance: number
  readonly residualVariances: Float64Array
}

/** What is taken to be known before any data, as if it had been seen in so many accounts or entries. */
const prior = { accounts: 2, skillVariance: 0.0025, entries: 4, residualVariance: 0.04 } as const

const roundsMax = 40
const roundTolerance = 1e-4
const solveStepsMax = 200
const solveTolerance = 1e-12

class Fitting {
  readonly effects: Float64Array
  readonly variances: Float64Array
  readonly residuals: Float64Array
  readonly weights: Float64Array
  skill: number = prior.skillVariance
  residual: number = prior.residualVariance
  mean = 0
  lastSteps = 0

  constructor(readonly design: SkillDesign) {
    const { accountCount } = design
    this.effects = new Float64Array(accountCount)
    this.variances = new Float64Array(accountCount)
    this.residuals = new Float64Array(accountCount)
    this.weights = new Float64Array(accountCount)
  }

  *start(): Steps {
    const { accounts, scores, starts } = this.design
    let squares = 0
    let freedom = 0
    yield* overQuestions(this.design, (from, to) => {
      for (let j = from; j < to; j++) {
        const count = starts[j + 1]! - starts[j]!
        let sum = 0
        for (let k = starts[j]!; k < starts[j + 1]!; k++) sum += scores[k]!
        const average = sum / count
        for (let k = starts[j]!; k < starts[j + 1]!; k++) squares += (scores[k]! - average) ** 2
        freedom += count - 1
      }
    })
    void accounts
    const total = (squares + prior.entries * prior.residualVariance) / (freedom + prior.entries)
    this.skill = total / 10
    this.residual = total
    this.residuals.fill(this.residual)
    this.variances.fill(this.skill)
  }

  /** out = M x with M = diag(w n + 1/skill) - W. */
  *multiply(x: Float64Array, out: Float64Array): Steps {
    const { accounts, starts } = this.design
    const { weights } = this
    out.fill(0)
    yield* overQuestions(this.design, (from, to) => {
      for (let j = from; j < to; j++) {
        let sum = 0
        let total = 0
        for (let k = starts[j]!; k < starts[j + 1]!; k++) {
          const i = accounts[k]!
          const w = weights[i]!
          sum += w * x[i]!
          total += w
        }
        const average = sum / total
        for (let k = starts[j]!; k < starts[j + 1]!; k++) {
          const i = accounts[k]!
          out[i]! += weights[i]! * (x[i]! - average)
        }
      }
    })
    const ridge = 1 / this.skill
    for (let i = 0; i < out.length; i++) out[i]! += ridge * x[i]!
  }

  *solve(): Steps {
    const { accounts, resolved, scores, starts } = this.design
    const { effects, residuals, weights } = this
    const size = effects.length
    for (let i = 0; i < size; i++) weights[i] = 1 / residuals[i]!
    const rest = new Float64Array(size)
    yield* overQuestions(this.design, (from, to) => {
      for (let j = from; j < to; j++) {
        let sum = 0
        let total = 0
        for (let k = starts[j]!; k < starts[j + 1]!; k++) {
          const w = weights[accounts[k]!]!
          sum += w * scores[k]!
          total += w
        }
        const average = sum / total
        for (let k = starts[j]!; k < starts[j + 1]!; k++) {
          const i = accounts[k]!
          rest[i]! += weights[i]! * (scores[k]! - average)
        }
      }
    })
    const product = new Float64Array(size)
    yield* this.multiply(effects, product)
    const scale = new Float64Array(size)
    const ridge = 1 / this.skill
    for (let i = 0; i < size; i++) {
      rest[i]! -= product[i]!
      scale[i] = 1 / (ridge + resolved[i]! * weights[i]!)
    }
    const direction = new Float64Array(size)
    let size0 = 0
    for (let i = 0; i < size; i++) {
      direction[i] = scale[i]! * rest[i]!
      size0 += rest[i]! * direction[i]!
    }
    let norm = size0
    let steps = 0
    // In units of variance over variance: the squared error relative to one posterior standard deviation.
    while (norm > solveTolerance * size && steps < solveStepsMax) {
      steps += 1
      yield* this.multiply(direction, product)
      let curvature = 0
      for (let i = 0; i < size; i++) curvature += direction[i]! * product[i]!
      const along = norm / curvature
      let after = 0
      for (let i = 0; i < size; i++) {
        effects[i]! += along * direction[i]!
        rest[i]! -= along * product[i]!
        after += rest[i]! * rest[i]! * scale[i]!
      }
      const keep = after / norm
      norm = after
      for (let i = 0; i < size; i++) direction[i] = scale[i]! * rest[i]! + keep * direction[i]!
    }
    this.lastSteps = steps
  }

  /** Posterior variances by belief propagation. */
  *spread(): Steps {
    const { accountCount, accounts, islandSize, starts } = this.design
    const { residuals, variances } = this
    const information = new Float64Array(accountCount).fill(1 / this.skill)
    yield* overQuestions(this.design, (from, to) => {
      for (let j = from; j < to; j++) {
        let total = 0
        for (let k = starts[j]!; k < starts[j + 1]!; k++) {
          const i = accounts[k]!
          total += 1 / (residuals[i]! + variances[i]!)
        }
        for (let k = starts[j]!; k < starts[j + 1]!; k++) {
          const i = accounts[k]!
          const others = total - 1 / (residuals[i]! + variances[i]!)
          if (starts[j + 1]! - starts[j]! > 1) information[i]! += others / (residuals[i]! * others + 1)
        }
      }
    })
    for (let i = 0; i < accountCount; i++) {
      variances[i] = Math.min(this.skill, 1 / information[i]! + this.skill / islandSize[i]!)
    }
  }

  /** Variances from the residuals: the accounts' by credibility, and that of skill. */
  *vary(): Steps {
    const { accountCount, accounts, scores, starts } = this.design
    const { effects, residuals, variances, weights } = this
    const squares = new Float64Array(accountCount)
    const freedom = new Float64Array(accountCount)
    const fourths = new Float64Array(accountCount)
    const counts = new Float64Array(accountCount)
    let means = 0
    yield* overQuestions(this.design, (from, to) => {
      for (let j = from; j < to; j++) {
        let sum = 0
        let total = 0
        let belief = 0
        const count = starts[j + 1]! - starts[j]!
        for (let k = starts[j]!; k < starts[j + 1]!; k++) {
          const i = accounts[k]!
          sum += weights[i]! * (scores[k]! - effects[i]!)
          total += weights[i]!
          belief += 1 / (residuals[i]! + variances[i]!)
        }
        const effect = sum / total
        means += count * effect
        if (count < 2) continue
        for (let k = starts[j]!; k < starts[j + 1]!; k++) {
          const i = accounts[k]!
          const error = scores[k]! - effect - effects[i]!
          const others = belief - 1 / (residuals[i]! + variances[i]!)
          const open = residuals[i]! / (residuals[i]! + variances[i]! + 1 / others)
          squares[i]! += error * error
          freedom[i]! += open
          fourths[i]! += (error * error) ** 2 / open
          counts[i]! += 1
        }
      }
    })
    this.mean = means / Math.max(1, scores.length)
    // One-way analysis of the squares: between accounts, within accounts.
    let sum = 0
    let total = 0
    for (let i = 0; i < accountCount; i++) {
      sum += squares[i]!
      total += freedom[i]!
    }
    this.residual = (sum + prior.entries * prior.residualVariance) / (total + prior.entries)
    let within = 0
    let withinFreedom = 0
    let between = 0
    let betweenFreedom = 0
    let freedomSquares = 0
    for (let i = 0; i < accountCount; i++) {
      if (freedom[i]! <= 0) continue
      const own = squares[i]! / freedom[i]!
      within += fourths[i]! - own * squares[i]!
      withinFreedom += freedom[i]!
      between += freedom[i]! * (own - this.residual) ** 2
      betweenFreedom += 1
      freedomSquares += freedom[i]! ** 2
    }
    withinFreedom -= betweenFreedom
    const noise = withinFreedom > 0 ? Math.max(0, within / withinFreedom) : 0
    const apart = total - freedomSquares / Math.max(total, 1e-300)
    const true2 = apart > 0 ? Math.max(0, (between - (betweenFreedom - 1) * noise) / apart) : 0
    for (let i = 0; i < accountCount; i++) {
      const own = freedom[i]! > 0 ? squares[i]! / freedom[i]! : this.residual
      const trust = true2 > 0 ? freedom[i]! * true2 / (freedom[i]! * true2 + noise) : 0
      residuals[i] = this.residual + trust * (own - this.residual)
    }
    let effectSquares = 0
    let known = 0
    for (let i = 0; i < accountCount; i++) {
      effectSquares += effects[i]! ** 2
      known += 1 - variances[i]! / this.skill
    }
    this.skill = (effectSquares + prior.accounts * prior.skillVariance) / (known + prior.accounts)
  }
}

export function* fitSkill(design: SkillDesign): Steps<SkillFit> {
  const fitting = new Fitting(design)
  yield* fitting.start()
  for (let round = 0; round < roundsMax; round++) {
    const before = fitting.skill
    yield* fitting.solve()
    yield* fitting.spread()
    yield* fitting.spread()
    yield* fitting.vary()
    if (Math.abs(fitting.skill - before) <= roundTolerance * before) break
  }
  yield* fitting.solve()
  yield* fitting.spread()
  return {
    mean: fitting.mean,
    effects: fitting.effects,
    effectVariances: fitting.variances,
    skillVariance: fitting.skill,
    residualVariance: fitting.residual,
    residualVariances: fitting.residuals
  }
}
