/** Something derived that must be what counting its sources afresh gives. */
export interface Recount {
  /** What is counted; begins every sentence about a difference. */
  readonly name: string
  /** A query with one row for each difference: one column, a sentence. It changes nothing. */
  readonly differing: string
}
