import { answerSpaceOf } from "../panels/AnswerSpace.ts"
import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import { brierOfProbability } from "../../forecasting/scoring/Brier.ts"
import { logScoreOfProbability } from "../../forecasting/scoring/LogScore.ts"
import { isForecast } from "./answerPool.ts"
import { clampedDistribution, type Distribution, fitsSpace } from "./Distribution.ts"

/** What a specialist answered: a distribution for each row of the answer space, or null. */
export interface SpecialistAnswer {
  readonly specialist: string
  readonly distribution: ReadonlyArray<Distribution> | null
}

/** How a specialist's answer to one question turned out. */
export interface SpecialistScore {
  readonly specialist: string
  /** 0 (best) to 1. */
  readonly brier: number
  /** The natural logarithm of the probability of what came true; 0 is best. */
  readonly log: number
}

/**
 * The scores of answers to a question that resolved: half the sum of squared differences over the options (Brier 1950),
 * which for two options is the usual (p − o)², and the logarithm of the probability of what came true (Good 1952). A matrix
 * has the mean over its rows. Answers are clamped as for a pool, so that log scores are finite. `outcome` is what came true:
 * an option, or one for each row of a matrix. Opinions, texts, answers that do not fit and outcomes that are no option are
 * not scored.
 *
 * @example scoreSpecialists({ kind: "binary", kind_options: null }, "yes", [{ specialist: "macro", distribution: [[0.5, 0.5]] }])[0]?.brier // 0.25
 */
export const scoreSpecialists = (
  question: Pick<PanelQuestion, "kind" | "kind_options">,
  outcome: string | ReadonlyArray<string>,
  answers: ReadonlyArray<SpecialistAnswer>
): ReadonlyArray<SpecialistScore> => {
  const space = answerSpaceOf(question)
  if (space === null || question.kind === null || !isForecast(question.kind)) return []
  const outcomes = typeof outcome === "string" ? [outcome] : outcome
  const cameTrue = outcomes.map((option) => space.options.indexOf(option))
  if (cameTrue.length !== space.rows.length || cameTrue.includes(-1)) return []
  return answers.flatMap(({ distribution, specialist }) => {
    if (distribution === null || !fitsSpace(distribution, space)) return []
    const rows = distribution.map(clampedDistribution)
    return [{
      specialist,
      brier: mean(rows.map((row, at) => brierOfDistribution(row, cameTrue[at]!))),
      log: mean(rows.map((row, at) => logScoreOfProbability(row[cameTrue[at]!]!)))
    }]
  })
}

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

const brierOfDistribution = (row: Distribution, cameTrue: number): number =>
  row.reduce((sum, probability, option) => sum + brierOfProbability(probability, option === cameTrue), 0) / 2
