/**
 * The most that four times the input may cost, as a multiple of the cost of the input: 4 is linear, 16 is quadratic.
 */
export const linearGrowthMax = 8

/** Costs below this many microseconds of processor time are noise and count as this many. */
const floorMicros = 500
const roundsMin = 2
const roundsMax = 40

type Work = () => unknown

const costMicros = async (work: Work): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { system, user } = process.cpuUsage(before)
  return Math.max(floorMicros, user + system)
}

/**
 * The processor time of `work` as a multiple of that of `other`: the best of several rounds of each, after one round to
 * warm up. The rounds end as soon as the ratio is at most `enough`, so that another program on the machine costs rounds
 * and does not change the result. If it never is, the ratio within the median round counts, if it is less: on a busy machine
 * the shorter work alone may have met a quiet moment.
 */
export const costRatio = async (work: Work, other: Work, enough: number): Promise<number> => {
  await work()
  await other()
  let best = Infinity
  let bestOther = Infinity
  const ratios: Array<number> = []
  for (let round = 0; round < roundsMin || (round < roundsMax && best > enough * bestOther); round++) {
    const [cost, costOther] = [await costMicros(work), await costMicros(other)]
    best = Math.min(best, cost)
    bestOther = Math.min(bestOther, costOther)
    ratios.push(cost / costOther)
  }
  const ratio = best / bestOther
  return ratio <= enough ? ratio : Math.min(ratio, ratios.sort((a, b) => a - b)[ratios.length >> 1]!)
}

/** The work that `costGrowth` measures. */
export interface GrowthCase<A> {
  /** Makes the input of a size; its time is not measured. */
  readonly input: (size: number) => A
  readonly work: (input: A) => unknown
  /** Large enough that a quadratic cost would take seconds. */
  readonly size: number
}

/**
 * The cost of four times the input as a multiple of the cost of the input. A test that compares it with
 * `linearGrowthMax` does not depend on the speed of the machine.
 */
export const costGrowth = <A>({ input, size, work }: GrowthCase<A>): Promise<number> => {
  const [small, large] = [input(size), input(size * 4)]
  return costRatio(() => work(large), () => work(small), linearGrowthMax)
}
