import { Effect } from "effect"

/**
 * A computation in steps, each of which tells how much work it was. One unit is one character read, or 32 cells of a matrix:
 * some 0.1 microseconds. No step is more than `stepWorkMax`, so that whoever runs them can stop between them.
 */
export type WorkSteps<A> = Generator<number, A, undefined>

/** The most work of one step: the characters of one reasoning. */
export const stepWorkMax = 6_000

/** The work after which others get their turn. A slice is at most this and one step more: a few milliseconds. */
export const sliceWorkMax = 8_000

/** So many cells of a matrix are worth one unit. */
const cellsPerUnit = 32

export const cellsWork = (cells: number): number => Math.ceil(cells / cellsPerUnit)

/** Runs all steps at once. */
export const atOnce = <A>(steps: WorkSteps<A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Runs steps up to `sliceWorkMax`, or to the end. */
export const nextSlice = <A>(steps: WorkSteps<A>): IteratorResult<number, A> => {
  let work = 0
  while (work < sliceWorkMax) {
    const step = steps.next()
    if (step.done === true) return step
    work += step.value
  }
  return { done: false, value: work }
}

/** Runs the steps in slices between which everything else on the thread goes on. */
export const inSlices = <A>(start: () => WorkSteps<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const steps = start()
    // A pause of no length: unlike a yield, it lets input and output in.
    const go: Effect.Effect<A> = Effect.suspend(() => {
      const slice = nextSlice(steps)
      return slice.done === true ? Effect.succeed(slice.value) : Effect.zipRight(Effect.sleep(0), go)
    })
    return go
  })
