/** What HTTP adds to the cause of an error: how it is answered, and what the caller can do. */
export interface ErrorAnswer {
  readonly status: number
  /** What to do about it, with the paths and headers that it takes. */
  readonly fix: string
  readonly example: string
  /** Served in place of the owner's cause, where a request over HTTP can go wrong in more ways. */
  readonly cause?: string
}
