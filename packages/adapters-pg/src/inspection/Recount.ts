/** A derived value that must equal a recount of its sources. */
export interface Recount {
  /** The name of the counted data; every message about a difference begins with it. */
  readonly name: string
  /** A query that changes nothing and yields one row for each difference: one column, a sentence. */
  readonly differing: string
}
