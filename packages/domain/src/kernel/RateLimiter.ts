import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** A rate limit: at most `max` admissions in any window of `windowSeconds`. */
export interface RateRule {
  readonly name: string
  readonly max: number
  readonly windowSeconds: number
}

/** Whether a request is admitted, and the state of its window. */
export interface RateVerdict {
  readonly admitted: boolean
  /** Admissions left in the window that ends now. */
  readonly remaining: number
  /** Seconds until the oldest admission leaves the window (when refused: until the next request would be admitted). */
  readonly resetSeconds: number
}

/**
 * Exact sliding-window rate limits, shared by all instances: no window of `windowSeconds` ever holds more than `max`
 * admitted `take`s for one rule and key. Refused `take`s do not count. Counts may be lost in a database crash; daily
 * quotas are therefore counted from durable rows instead.
 */
export class RateLimiter extends Context.Tag("auspex/RateLimiter")<RateLimiter, {
  readonly take: (rule: RateRule, key: string) => Effect.Effect<RateVerdict, StorageUnavailable>
}>() {}
