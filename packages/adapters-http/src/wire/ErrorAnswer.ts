/** What HTTP adds to the cause of an error: the status, and what the caller can do. */
export interface ErrorAnswer {
  readonly status: number
  /** What to do about it, with the paths and headers to use. */
  readonly fix: string
  readonly example: string
  /** Replaces the owning slice's cause where a request over HTTP can fail in more ways. */
  readonly cause?: string
}
