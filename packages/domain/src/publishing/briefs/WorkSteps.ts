import type { Effect } from "effect"
import { inTurns } from "../../kernel/inTurns.ts"

/**
 * A computation in steps, each of which yields the amount of its work. One unit is one character read, or 32 cells of a
 * matrix: about 0.1 microseconds. No step exceeds `stepWorkMax`, so that the caller can pause between steps.
 */
export type WorkSteps<A> = Generator<number, A, undefined>

/** The maximum work of one step: the characters of one reasoning. */
export const stepWorkMax = 6_000

/** The work after which the event loop runs. A slice exceeds it by at most one step: a few milliseconds in all. */
export const sliceWorkMax = 8_000

/** How many matrix cells make one unit of work. */
const cellsPerUnit = 32

/** Converts a number of matrix cells to units of work, rounded up. */
export const cellsWork = (cells: number): number => Math.ceil(cells / cellsPerUnit)

/** Runs steps until their work reaches `sliceWorkMax`, or to the end. */
export const nextSlice = <A>(steps: WorkSteps<A>): IteratorResult<number, A> => {
  let work = 0
  while (work < sliceWorkMax) {
    const step = steps.next()
    if (step.done === true) return step
    work += step.value
  }
  return { done: false, value: work }
}

/** Runs the steps in slices, between which the event loop runs. */
export const inSlices = <A>(start: () => WorkSteps<A>): Effect.Effect<A> =>
  inTurns(() => {
    const steps = start()
    return { next: () => nextSlice(steps) }
  })
