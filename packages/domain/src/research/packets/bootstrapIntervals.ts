import type { Interval } from "../../kernel/Interval.ts"
import { seededNumbers } from "../../kernel/seededNumbers.ts"
import { packetConstants } from "./packetConstants.ts"

/**
 * The value at a share of sorted numbers, interpolated between neighbours.
 *
 * @example quantileOf(Float64Array.of(1, 2, 3), 0.25) // 1.5
 */
export const quantileOf = (sorted: Float64Array, share: number): number => {
  const at = (sorted.length - 1) * share
  const below = Math.floor(at)
  const low = sorted[below]!
  return low + (at - below) * (sorted[Math.min(below + 1, sorted.length - 1)]! - low)
}

/**
 * The percentile bootstrap (Efron 1979): intervals of statistics of `count` specialists. Each of 1,000 rounds draws as many
 * specialists as there are, with replacement, and computes `statisticsOf` of them; the 2.5th and the 97.5th percentile of
 * each statistic are its interval. `statisticsOf` is given the places of the drawn specialists, ascending, and must depend on
 * nothing else. Equal seeds give equal intervals. Few specialists make the interval too narrow rather than too wide.
 */
export const bootstrapIntervals = (
  count: number,
  seed: number,
  statisticsOf: (drawn: ReadonlyArray<number>) => ReadonlyArray<number>
): ReadonlyArray<Interval> => {
  const { bootstrap_rounds: rounds, interval_percent } = packetConstants
  const next = seededNumbers(seed)
  // Five specialists can be drawn in 126 ways, so that most rounds repeat an earlier one.
  const known = new Map<number | string, Draw>()
  const times = new Uint16Array(count)
  for (let round = 0; round < rounds; round++) {
    times.fill(0)
    for (let place = 0; place < count; place++) times[Math.min(count - 1, Math.floor((next() + 1) / 2 * count))]!++
    const key = keyOf(times)
    const draw = known.get(key)
    if (draw === undefined) known.set(key, { statistics: statisticsOf(drawnOf(times)), rounds: 1 })
    else draw.rounds++
  }
  const draws = [...known.values()]
  const tail = (1 - interval_percent / 100) / 2
  return draws[0]!.statistics.map((_, statistic) => {
    const column = sortedColumn(draws, statistic, rounds)
    return { low: quantileOf(column, tail), high: quantileOf(column, 1 - tail) }
  })
}

/** What was drawn in some rounds. */
interface Draw {
  readonly statistics: ReadonlyArray<number>
  rounds: number
}

/** The values of a statistic in all rounds, ascending. */
const sortedColumn = (draws: ReadonlyArray<Draw>, statistic: number, rounds: number): Float64Array => {
  const ascending = draws.map(({ rounds, statistics }) => ({ value: statistics[statistic]!, rounds }))
    .sort((one, other) => one.value - other.value)
  const column = new Float64Array(rounds)
  let from = 0
  for (const { rounds: times, value } of ascending) column.fill(value, from, from += times)
  return column
}

const drawnOf = (times: Uint16Array): ReadonlyArray<number> => {
  const drawn: Array<number> = []
  for (let place = 0; place < times.length; place++) {
    for (let time = 0; time < times[place]!; time++) drawn.push(place)
  }
  return drawn
}

/** A number is exact for up to 12 specialists, and ten times as fast as a text. */
const keyOf = (times: Uint16Array): number | string => {
  if (times.length > 12) return times.join()
  let key = 0
  for (const time of times) key = key * (times.length + 1) + time
  return key
}
