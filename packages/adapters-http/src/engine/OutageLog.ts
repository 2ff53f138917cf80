import type { Cause } from "effect"

const quietMillis = 1_000

/**
 * Logs an outage immediately, then once per second while requests keep failing. One line per request would fill the
 * disk while the database is unavailable.
 */
export class OutageLog {
  readonly #log: (message: string, cause: Cause.Cause<unknown>) => void
  #timer: NodeJS.Timeout | undefined
  #unreported = 0
  #latest: { readonly where: string; readonly cause: Cause.Cause<unknown> } | undefined

  constructor(log: (message: string, cause: Cause.Cause<unknown>) => void) {
    this.#log = log
  }

  /** Reports a request that failed because of an outage; `where` names its operation. */
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

  /** Logs the failures since the last line; stops the timer if there were none. */
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

  /** Logs unreported failures and stops the timer. */
  close(): void {
    if (this.#latest !== undefined) this.flush()
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
