import type { RateVerdict } from "@auspex/domain/kernel"
import type { OwnRateClass } from "../contract/Manners.ts"

/** Requests a minute, by class; Infinity turns a limit off. */
export type OwnRateMaxima = Readonly<Record<OwnRateClass, number>>

export const ownRateMaxima: OwnRateMaxima = {
  read: 1_000,
  write: 120,
  predict: 60,
  vote: 120,
  search: 60,
  export: 5,
  unlimited: Infinity
}

const windowMillis = 60_000
const keysMax = 50_000

interface Count {
  windowIndex: number
  current: number
  previous: number
  /** When a request was admitted last. */
  lastMillis: number
}

/**
 * Limits that this instance keeps for itself: two counters per key, weighted by how much of the last minute each covers;
 * a minute without a request forgets both. Cheap and close, not exact; memory is bounded by forgetting the keys seen first.
 */
export class OwnRates {
  readonly #maxima: OwnRateMaxima
  readonly #counts: Readonly<Record<OwnRateClass, Map<string, Count>>> = {
    read: new Map(),
    write: new Map(),
    predict: new Map(),
    vote: new Map(),
    search: new Map(),
    export: new Map(),
    unlimited: new Map()
  }

  constructor(maxima: Partial<OwnRateMaxima> = {}) {
    this.#maxima = { ...ownRateMaxima, ...maxima }
  }

  /** The maximum of a class, or undefined when it is off. */
  maximumOf(rate: OwnRateClass): number | undefined {
    const max = this.#maxima[rate]
    return max === Infinity ? undefined : max
  }

  /** Counts one request; undefined when the class is not limited. Refused requests do not count. */
  take(rate: OwnRateClass, key: string, nowMillis: number): RateVerdict | undefined {
    const max = this.#maxima[rate]
    if (max === Infinity) return undefined
    const index = Math.floor(nowMillis / windowMillis)
    const counts = this.#counts[rate]
    let count = counts.get(key)
    if (count === undefined) {
      if (counts.size >= keysMax) {
        for (const oldest of counts.keys()) {
          counts.delete(oldest)
          break
        }
      }
      count = { windowIndex: index, current: 0, previous: 0, lastMillis: nowMillis }
      counts.set(key, count)
    } else if (count.windowIndex !== index) {
      count.previous = count.windowIndex === index - 1 ? count.current : 0
      count.current = 0
      count.windowIndex = index
    }
    if (nowMillis - count.lastMillis >= windowMillis) count.previous = count.current = 0
    const elapsed = nowMillis - index * windowMillis
    const used = count.previous * (1 - elapsed / windowMillis) + count.current
    const resetSeconds = Math.max(1, Math.ceil((windowMillis - elapsed) / 1_000))
    if (used + 1 > max) return { admitted: false, remaining: 0, resetSeconds: this.#wait(count, max, nowMillis) }
    count.current++
    count.lastMillis = nowMillis
    return { admitted: true, remaining: Math.max(0, Math.floor(max - used - 1)), resetSeconds }
  }

  /** Seconds until one more fits. */
  #wait(count: Count, max: number, nowMillis: number): number {
    const elapsed = nowMillis - count.windowIndex * windowMillis
    const room = max - 1 - count.current
    // Within this window while the previous one fades; otherwise in the next one, when this one has faded enough.
    const at = room >= 0 && count.previous > 0
      ? windowMillis * (1 - room / count.previous)
      : windowMillis + windowMillis * (1 - (max - 1) / Math.max(1, count.current))
    const wait = Math.min(at - elapsed, count.lastMillis + windowMillis - nowMillis)
    return Math.max(1, Math.ceil(wait / 1_000))
  }
}
