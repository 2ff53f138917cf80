import { type Interval, wilsonInterval, z95 } from "../kernel/Interval.ts"
import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import { isForecast, meanPoint } from "./answerPool.ts"
import type { Distribution } from "./Distribution.ts"
import { rounded } from "./inOrder.ts"
import type { PooledRow } from "./PooledAnswer.ts"

/** The interval of a mean of points by the normal approximation, within the scale. */
const meanInterval = (shares: Distribution, respondents: number): Interval => {
  const mean = meanPoint(shares)
  const variance = shares.reduce((sum, share, at) => sum + share * (at + 1 - mean) ** 2, 0)
  const half = z95 * Math.sqrt(variance / respondents)
  return { low: rounded(Math.max(1, mean - half)), high: rounded(Math.min(shares.length, mean + half)) }
}

/**
 * The shares of the answers of so many respondents in one row of an answer space, with Wilson's interval of each share,
 * and for a scale or stars their mean. `respondents` is above 0, and may be an effective number; the sum of the shares is 1.
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
    mean_interval: hasMean ? meanInterval(shares, respondents) : null
  }
}
