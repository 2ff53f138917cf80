/**
 * How much larger the large input of `costGrowth` is. With four times, a linear cost was taken for a quadratic one: what a
 * large input keeps in memory is copied by the collector, which alone doubled it.
 */
const growth = 16

/** The most that `costGrowth` may be. 16 is linear and 256 quadratic; 48 is the power 1.4. */
export const linearGrowthMax = 3 * growth

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
 * and does not change the result.
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

/** The work that `costGrowth` measures. */
export interface GrowthCase<A> {
  /** Makes the input of a size; its time is not measured. */
  readonly input: (size: number) => A
  readonly work: (input: A) => unknown
  /** The size of the large input, for which a quadratic cost would take seconds. */
  readonly size: number
}

/**
 * The cost of an input as a multiple of the cost of a sixteenth of it. A test that compares it with `linearGrowthMax` does
 * not depend on the speed of the machine.
 *
 * The small input is worked on sixteen times in a row, so that both measurements are equally long if the cost is linear:
 * on a busy machine a short measurement meets a quiet moment that a long measurement never does.
 */
export const costGrowth = async <A>({ input, size, work }: GrowthCase<A>): Promise<number> => {
  const [small, large] = [input(Math.ceil(size / growth)), input(size)]
  const repeated = async (): Promise<void> => {
    for (let n = 0; n < growth; n++) await work(small)
  }
  return growth * await costRatio(() => work(large), repeated, linearGrowthMax / growth)
}
