/** A member of a panel: a persona with its own way of looking at questions. */
export interface Specialist {
  /** Unique in its panel; `Reasoning.specialist`. */
  readonly id: string
  readonly name: string
  /** The aspects that it looks at. */
  readonly lens: string
  /** How it works, step by step. */
  readonly method: ReadonlyArray<string>
  /** The evidence that it gives most weight. */
  readonly weighs: string
  /** The mistakes that it tends to make, and guards against. */
  readonly blind_spots: string
  /** The evidence that changes its mind. */
  readonly updates: string
}
