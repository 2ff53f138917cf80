import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** At most `max` admissions in any span of `windowSeconds`. */
export interface RateRule {
  readonly name: string
  readonly max: number
  readonly windowSeconds: number
}

export interface RateVerdict {
  readonly admitted: boolean
  /** Admissions left in the window that ends now. */
  readonly remaining: number
  /** Seconds until the oldest admission leaves the window (until one more is admitted, when refused). */
  readonly resetSeconds: number
}

/**
 * Exact sliding-window limits, shared by all instances: of all `take`s for one rule and key, on whatever instance, no
 * span of `windowSeconds` ever holds more than `max` admitted ones. Refused takes do not count. Survives neither a
 * database crash nor needs to: daily quotas are counted from durable rows instead.
 */
export class RateLimiter extends Context.Tag("auspex/RateLimiter")<RateLimiter, {
  readonly take: (rule: RateRule, key: string) => Effect.Effect<RateVerdict, StorageUnavailable>
}>() {}
