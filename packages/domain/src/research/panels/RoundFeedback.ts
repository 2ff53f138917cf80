/** What the other experts of a round estimate for one option. */
export interface OptionQuantiles {
  /** Present for a matrix. */
  readonly row?: string
  readonly option: string
  readonly lowest: number
  readonly lower_quartile: number
  readonly median: number
  readonly upper_quartile: number
  readonly highest: number
}

/** What an expert is told before it answers again. It names nobody. */
export interface RoundFeedback {
  /** The round that it is about, from 1. */
  readonly round: number
  /** What the expert answered itself; null when it gave no answer. */
  readonly own: {
    readonly distribution: ReadonlyArray<ReadonlyArray<number>> | null
    readonly narrative: string
  } | null
  /** How many others answered. */
  readonly others: number
  readonly estimates: ReadonlyArray<OptionQuantiles>
  /** Why the others think so, in an order that says nothing of them. */
  readonly arguments: ReadonlyArray<string>
}
