/** The goal of a row: its ratio or our own figure, at least or at most a value. */
export interface Goal {
  readonly of: "ratio" | "ours"
  readonly is: "at least" | "at most"
  readonly value: number
}

/** One row of a benchmark's table. `theirs` and `ratio` are absent where a limit takes the place of a peer. */
export interface BenchRow {
  readonly what: string
  readonly unit: string
  /** The median of the rounds. */
  readonly ours: number
  readonly theirs?: number
  /** The median of the rounds' ratios, ours divided by theirs. */
  readonly ratio?: number
  /** (largest - smallest) / median over our rounds. */
  readonly spread?: number
  readonly goal?: Goal
}

/** A benchmark's table, and the notes that its readers need. */
export interface BenchReport {
  readonly title: string
  readonly rows: ReadonlyArray<BenchRow>
  readonly notes?: ReadonlyArray<string>
}

/**
 * Runs a benchmark; `full` selects the sizes of the design page where the default is smaller. Undefined when what it
 * measures is not there, after saying so.
 */
export type Bench = (options: { readonly full: boolean }) => Promise<BenchReport | undefined>

/** The middle value; of two, the upper. */
export const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** The value that a `fraction` (0-1) of the values does not exceed. */
export const quantile = (values: ReadonlyArray<number>, fraction: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * fraction))] ?? Number.NaN

/** The range of the values, as a fraction of their median. */
export const spreadOf = (values: ReadonlyArray<number>): number =>
  (Math.max(...values) - Math.min(...values)) / median(values)

/** A row from rounds in which we and the peer took turns. */
export const rowOf = (
  what: string,
  unit: string,
  rounds: ReadonlyArray<{ readonly ours: number; readonly theirs: number }>,
  goal?: Goal
): BenchRow => ({
  what,
  unit,
  ours: median(rounds.map(({ ours }) => ours)),
  theirs: median(rounds.map(({ theirs }) => theirs)),
  ratio: median(rounds.map(({ ours, theirs }) => ours / theirs)),
  spread: spreadOf(rounds.map(({ ours }) => ours)),
  ...(goal === undefined ? {} : { goal })
})

/** Whether a row reaches its goal; undefined when it has none. */
export const isMet = ({ goal, ours, ratio }: BenchRow): boolean | undefined => {
  if (goal === undefined) return undefined
  const value = goal.of === "ours" ? ours : ratio ?? Number.NaN
  return goal.is === "at least" ? value >= goal.value : value <= goal.value
}
