import { type Interval, wilsonInterval } from "../../kernel/Interval.ts"
import { meanInterval } from "../../kernel/meanInterval.ts"
import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import { isForecast, meanPoint } from "./answerPool.ts"
import type { Distribution } from "./Distribution.ts"
import { rounded } from "./inOrder.ts"
import type { PooledRow } from "./PooledAnswer.ts"

/**
 * The 95 % interval of the mean of points (`meanInterval`). `shares` are the shares of the points 1, 2, … among `answers`
 * answers.
 *
 * @example pointsInterval([0, 0, 0, 2 / 3, 1 / 3], 3) // { low: 2.8991, high: 5 }
 * @example pointsInterval([0, 0, 0, 0, 1], 2) // { low: 1.8944, high: 5 }
 */
export const pointsInterval = (shares: Distribution, answers: number): Interval => {
  const mean = meanPoint(shares)
  const variance = shares.reduce((sum, share, at) => sum + share * (at + 1 - mean) ** 2, 0)
  const { high, low } = meanInterval({ mean, variance, count: answers, scale: { low: 1, high: shares.length } })
  return { low: rounded(low), high: rounded(high) }
}

/**
 * The shares of the options in a row of an answer space, with Wilson's interval of each share, and the mean for a scale or
 * stars. `respondents` is their number, above 0, and may be an effective number; the sum of the shares is 1.
 *
 * @example shareRow({ kind: "binary" }, "", ["yes", "no"], [0.8, 0.2], 10).options[0]?.interval // { low: 0.4902, high: 0.9433 }
 * @example shareRow({ kind: "star_rating" }, "", ["1", "2", "3", "4", "5"], [0, 0, 0, 0.5, 0.5], 10).mean // 4.5
 */
export const shareRow = (
  { kind }: Pick<PanelQuestion, "kind">,
  row: string,
  options: ReadonlyArray<string>,
  shares: Distribution,
  respondents: number
): PooledRow => {
  const hasMean = kind !== null && !isForecast(kind)
  return {
    row,
    answer: options[shares.indexOf(Math.max(...shares))]!,
    options: options.map((option, place) => {
      const { high, low } = wilsonInterval(shares[place]! * respondents, respondents)
      return { option, probability: rounded(shares[place]!), interval: { low: rounded(low), high: rounded(high) } }
    }),
    mean: hasMean ? rounded(meanPoint(shares)) : null,
    mean_interval: hasMean ? pointsInterval(shares, respondents) : null
  }
}
