/** A member of a panel: a persona with one way of looking at questions. */
export interface Specialist {
  /** Unique in its panel; `Reasoning.specialist`. */
  readonly id: string
  readonly name: string
  /** What it looks at. */
  readonly lens: string
  /** How it works, step by step. */
  readonly method: ReadonlyArray<string>
  /** Which evidence counts most. */
  readonly weighs: string
  /** What it tends to overlook, and guards against. */
  readonly blind_spots: string
  /** What changes its mind. */
  readonly updates: string
}
