/** The most that four times the input may cost in multiples of the cost of the input: 4 is linear, 16 is quadratic. */
export const linearGrowthMax = 8

/** Costs below this many microseconds of processor time count as this: smaller ones are noise. */
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
 * What `work` costs as a multiple of what `other` costs, in processor time: the best of several turns of each, after one
 * to warm up. Turns end as soon as the ratio is at most `enough`, so that another program on the machine costs turns and
 * not the result.
 */
export const costRatio = async (work: Work, other: Work, enough: number): Promise<number> => {
  await work()
  await other()
  let best = Infinity
  let bestOther = Infinity
  for (let round = 0; round < roundsMin || (round < roundsMax && best > enough * bestOther); round++) {
    best = Math.min(best, await costMicros(work))
    bestOther = Math.min(bestOther, await costMicros(other))
  }
  return best / bestOther
}

/** What is measured by `costGrowth`. */
export interface GrowthCase<A> {
  /** Makes the input for a size; not part of the cost. */
  readonly input: (size: number) => A
  readonly work: (input: A) => unknown
  /** Large enough that a quadratic cost would take seconds. */
  readonly size: number
}

/**
 * What four times the input costs as a multiple of what the input costs. A test that compares it with `linearGrowthMax` says
 * nothing about the speed of the machine.
 */
export const costGrowth = <A>({ input, size, work }: GrowthCase<A>): Promise<number> => {
  const [small, large] = [input(size), input(size * 4)]
  return costRatio(() => work(large), () => work(small), linearGrowthMax)
}
