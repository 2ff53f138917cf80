/** The estimates of the other experts of a round for an option. */
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

/** The feedback to an expert before it answers again. It names no other expert. */
export interface RoundFeedback {
  /** The round of the answers, from 1. */
  readonly round: number
  /** The expert's own answer; null when it gave no answer. */
  readonly own: {
    readonly distribution: ReadonlyArray<ReadonlyArray<number>> | null
    readonly narrative: string
  } | null
  /** The number of other experts that answered. */
  readonly others: number
  readonly estimates: ReadonlyArray<OptionQuantiles>
  /** The arguments of the other experts, in an order that does not depend on the experts. */
  readonly arguments: ReadonlyArray<string>
}
