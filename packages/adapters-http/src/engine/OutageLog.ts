import type { Cause } from "effect"

const quietMillis = 1_000

/**
 * Logs an outage at once and then once a second while requests go on meeting it: a line a request would fill the disk
 * while the database is away.
 */
export class OutageLog {
  readonly #log: (message: string, cause: Cause.Cause<unknown>) => void
  #timer: NodeJS.Timeout | undefined
  #unreported = 0
  #latest: { readonly where: string; readonly cause: Cause.Cause<unknown> } | undefined

  constructor(log: (message: string, cause: Cause.Cause<unknown>) => void) {
    this.#log = log
  }

  /** A request that failed for an outage; `where` names its operation. */
  report(where: string, cause: Cause.Cause<unknown>): void {
    if (this.#timer === undefined) {
      this.#log(`storage unavailable in ${where}`, cause)
      this.#timer = setInterval(() => this.flush(), quietMillis)
      this.#timer.unref()
    } else {
      this.#unreported++
      this.#latest = { where, cause }
    }
  }

  /** Reports what came since the last line; falls silent when nothing did. */
  flush(): void {
    if (this.#latest === undefined) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    const { cause, where } = this.#latest
    this.#log(`storage unavailable in ${this.#unreported} more requests, the latest ${where}`, cause)
    this.#unreported = 0
    this.#latest = undefined
  }

  /** Reports what is left, and reports no more. */
  close(): void {
    if (this.#latest !== undefined) this.flush()
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
