import type { RateVerdict } from "@auspex/domain/kernel"
import type { OwnRateClass } from "../contract/OperationPolicy.ts"
import { MinuteCounts } from "./MinuteCounts.ts"

/** Requests a minute, by class; Infinity turns a limit off. */
export type OwnRateMaxima = Readonly<Record<OwnRateClass, number>>

export const ownRateMaxima: OwnRateMaxima = {
  read: 1_000,
  write: 120,
  predict: 60,
  rehearse: 120,
  vote: 120,
  search: 60,
  export: 5,
  unlimited: Infinity
}

/** Limits of requests that this instance keeps for itself, one a class. */
export class OwnRates {
  readonly #counts: Readonly<Record<OwnRateClass, MinuteCounts>>

  constructor(maxima: Partial<OwnRateMaxima> = {}) {
    this.#counts = Object.fromEntries(
      Object.entries({ ...ownRateMaxima, ...maxima }).map(([rate, max]) => [rate, new MinuteCounts(max)])
    ) as Record<OwnRateClass, MinuteCounts>
  }

  /** The maximum of a class, or undefined when it is off. */
  maximumOf(rate: OwnRateClass): number | undefined {
    const { max } = this.#counts[rate]
    return max === Infinity ? undefined : max
  }

  /** Counts one request; undefined when the class is not limited. Refused requests do not count. */
  take(rate: OwnRateClass, key: string, nowMillis: number): RateVerdict | undefined {
    const counts = this.#counts[rate]
    return counts.max === Infinity ? undefined : counts.take(key, nowMillis)
  }
}
