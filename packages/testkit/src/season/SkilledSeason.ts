import { randomOf } from "./Seed.ts"

/**
 * An agent of known skill: it perceives the log odds of a question's true probability with its own noise, times its
 * boldness. Weak agents, those with much noise, prefer easy questions.
 */
export interface SkilledAgent {
  readonly noise: number
  readonly boldness: number
  /**
   * From -0.5 for the strongest to 0.5 for the weakest: how much it prefers easy questions; negative prefers hard ones.
   */
  readonly prefersEasy: number
  /** The share of questions that it predicts, before preference. */
  readonly activity: number
}

/** The difficulty of a question: its log odds, and the error that all agents share. */
interface SkilledQuestion {
  readonly logOdds: number
  readonly sharedError: number
}

const logOddsSpread = 1.3
const sharedErrorSpread = 0.4

/** 200 agents. Boldness and activity take their values independently of noise. */
export const skilledAgents: ReadonlyArray<SkilledAgent> = Array.from({ length: 200 }, (_, k) => ({
  noise: 0.1 + 2.4 * ((k + 0.5) / 200),
  boldness: [0.8, 1, 1.25, 1.6][k % 4]!,
  prefersEasy: (k + 0.5) / 200 - 0.5,
  activity: [0.15, 0.25, 0.4, 0.6, 0.3][k % 5]!
}))

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))

/** The agent's statement: the side, and a confidence in whole percents from 50 to 99. `noise` is a standard normal. */
const state = (agent: SkilledAgent, { logOdds, sharedError }: SkilledQuestion, noise: number) => {
  const seen = sigmoid(agent.boldness * (logOdds + sharedError + agent.noise * noise))
  const confidence = Math.min(99, Math.max(50, Math.round(100 * Math.max(seen, 1 - seen))))
  return { prediction: seen >= 0.5, confidence }
}

/** Equally probable values of a standard normal: the medians of `count` slices of its distribution. */
const normalGrid = (count: number): ReadonlyArray<number> => {
  const grid: Array<number> = []
  const step = 1e-4
  let below = 0
  for (let x = -6; grid.length < count && x < 6; x += step) {
    below += step * Math.exp(-(x ** 2) / 2) / Math.sqrt(2 * Math.PI)
    if (below >= (grid.length + 0.5) / count) grid.push(x)
  }
  return grid
}

/**
 * The true skill of each agent: its expected Brier score over the population of questions that a season draws from (not
 * over those it chose), minus the mean of all agents. The outcome's own share, p (1 - p), is the same for all and
 * cancels out; the rest is the expected squared distance of the stated probability from the true one. Summed over a
 * grid.
 */
export const trueSkills = (): ReadonlyArray<number> => {
  const [odds, wrongs, noises] = [normalGrid(41), normalGrid(9), normalGrid(31)]
  const expected = skilledAgents.map((agent) => {
    let sum = 0
    for (const odd of odds) {
      for (const wrong of wrongs) {
        for (const noise of noises) {
          const question = { logOdds: logOddsSpread * odd, sharedError: sharedErrorSpread * wrong }
          const { confidence, prediction } = state(agent, question, noise)
          sum += ((prediction ? confidence : 100 - confidence) / 100 - sigmoid(question.logOdds)) ** 2
        }
      }
    }
    return sum / (odds.length * wrongs.length * noises.length)
  })
  const mean = expected.reduce((sum, one) => sum + one, 0) / expected.length
  return expected.map((one) => one - mean)
}

/** One question of a season: its outcome, and the forecasts in the order in which they were made. */
export interface SkilledRound {
  readonly number: number
  readonly weight: number
  readonly outcome: boolean
  readonly forecasts: ReadonlyArray<
    { readonly agent: number; readonly prediction: boolean; readonly confidence: number }
  >
}

/** The size of a season. */
export interface SkilledSeason {
  readonly seed: number
  readonly questions: number
  /** A factor on how often agents predict; 1 when unset. */
  readonly activityFactor?: number
}

/** Draws the questions of the season one after another; the same seed gives the same season. */
export const drawSkilledSeason = (
  { activityFactor = 1, questions, seed }: SkilledSeason,
  visit: (round: SkilledRound) => void
): void => {
  const random = randomOf("season of 200", seed)
  for (let number = 0; number < questions; number++) {
    const question = { logOdds: logOddsSpread * random.normal(), sharedError: sharedErrorSpread * random.normal() }
    const easiness = Math.abs(question.logOdds) / logOddsSpread - 0.8
    const weight = random.chance(0.7) ? 1 : random.whole(2, 5)
    const outcome = random.chance(sigmoid(question.logOdds))
    // Another agent is the first on each question.
    const offset = random.whole(0, skilledAgents.length - 1)
    const forecasts: Array<SkilledRound["forecasts"][number]> = []
    for (let turn = 0; turn < skilledAgents.length; turn++) {
      const agent = (offset + turn * 73) % skilledAgents.length
      const { activity, prefersEasy } = skilledAgents[agent]!
      if (!random.chance(activityFactor * activity * Math.exp(2 * prefersEasy * easiness))) continue
      forecasts.push({ agent, ...state(skilledAgents[agent]!, question, random.normal()) })
    }
    visit({ number, weight, outcome, forecasts })
  }
}
