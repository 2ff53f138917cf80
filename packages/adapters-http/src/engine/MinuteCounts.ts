import type { RateVerdict } from "@auspex/domain/kernel"

const windowMillis = 60_000
const keysMax = 50_000

interface Count {
  windowIndex: number
  current: number
  previous: number
  /** When a request was last admitted. */
  lastMillis: number
}

/**
 * A rate limit per minute, local to this instance: an approximate sliding window of two counters per key, weighted by
 * their share of the last minute. A minute without a request resets both. Memory is bounded by removing the keys that
 * were seen first.
 */
export class MinuteCounts {
  readonly #counts = new Map<string, Count>()
  readonly max: number

  constructor(max: number) {
    this.max = max
  }

  /** Counts one request; refused requests do not count. */
  take(key: string, nowMillis: number): RateVerdict {
    const index = Math.floor(nowMillis / windowMillis)
    const count = this.#countOf(key, nowMillis)
    const elapsed = nowMillis - index * windowMillis
    const used = count.previous * (1 - elapsed / windowMillis) + count.current
    const resetSeconds = Math.max(1, Math.ceil((windowMillis - elapsed) / 1_000))
    if (used + 1 > this.max) return { admitted: false, remaining: 0, resetSeconds: this.#wait(count, nowMillis) }
    count.current++
    count.lastMillis = nowMillis
    return { admitted: true, remaining: Math.max(0, Math.floor(this.max - used - 1)), resetSeconds }
  }

  /**
   * Seconds until one more request fits, in addition to `pending` requests that are not counted yet; undefined if it
   * fits now.
   */
  waitFor(key: string, pending: number, nowMillis: number): number | undefined {
    if (!this.#counts.has(key)) return pending + 1 > this.max ? 1 : undefined
    const count = this.#countOf(key, nowMillis)
    const elapsed = nowMillis - count.windowIndex * windowMillis
    const used = count.previous * (1 - elapsed / windowMillis) + count.current
    return used + pending + 1 > this.max ? this.#wait(count, nowMillis) : undefined
  }

  #countOf(key: string, nowMillis: number): Count {
    const index = Math.floor(nowMillis / windowMillis)
    let count = this.#counts.get(key)
    if (count === undefined) {
      if (this.#counts.size >= keysMax) {
        for (const oldest of this.#counts.keys()) {
          this.#counts.delete(oldest)
          break
        }
      }
      count = { windowIndex: index, current: 0, previous: 0, lastMillis: nowMillis }
      this.#counts.set(key, count)
    } else if (count.windowIndex !== index) {
      count.previous = count.windowIndex === index - 1 ? count.current : 0
      count.current = 0
      count.windowIndex = index
    }
    if (nowMillis - count.lastMillis >= windowMillis) count.previous = count.current = 0
    return count
  }

  /** Seconds until one more request fits. */
  #wait(count: Count, nowMillis: number): number {
    const elapsed = nowMillis - count.windowIndex * windowMillis
    const room = this.max - 1 - count.current
    // In this window as the previous window's weight falls; otherwise in the next window as this window's weight falls.
    const at = room >= 0 && count.previous > 0
      ? windowMillis * (1 - room / count.previous)
      : windowMillis + windowMillis * (1 - (this.max - 1) / Math.max(1, count.current))
    const wait = Math.min(at - elapsed, count.lastMillis + windowMillis - nowMillis)
    return Math.max(1, Math.ceil(wait / 1_000))
  }
}
