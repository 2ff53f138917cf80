/** A condition that always holds between committed rows. */
export interface Invariant {
  /** Every message about a violation begins with it. */
  readonly name: string
  /** A query with one row for each violation: one column, a sentence. */
  readonly violations: string
}
