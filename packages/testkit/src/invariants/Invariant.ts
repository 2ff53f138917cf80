/** Something that always holds between committed rows. */
export interface Invariant {
  /** Begins every sentence about a violation. */
  readonly name: string
  /** A query with one row for each violation: one column, a sentence. */
  readonly violations: string
}
