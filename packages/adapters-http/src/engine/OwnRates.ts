import type { RateVerdict } from "@auspex/domain/kernel"
import type { OwnRateClass } from "../wire/OperationPolicy.ts"
import { MinuteCounts } from "./MinuteCounts.ts"

/** Requests per minute by class; Infinity turns a limit off. */
export type OwnRateMaxima = Readonly<Record<OwnRateClass, number>>

export const ownRateMaxima: OwnRateMaxima = {
  read: 1_000,
  write: 120,
  predict: 60,
  rehearse: 120,
  vote: 120,
  search: 60,
  export: 5,
  handshake: 10,
  unlimited: Infinity
}

/** The rate limits of this instance, one per class. Instances do not share their counts. */
export class OwnRates {
  readonly #counts: Readonly<Record<OwnRateClass, MinuteCounts>>

  constructor(maxima: Partial<OwnRateMaxima> = {}) {
    this.#counts = Object.fromEntries(
      Object.entries({ ...ownRateMaxima, ...maxima }).map(([rate, max]) => [rate, new MinuteCounts(max)])
    ) as Record<OwnRateClass, MinuteCounts>
  }

  /** The limit of a class; undefined if it is turned off. */
  maximumOf(rate: OwnRateClass): number | undefined {
    const { max } = this.#counts[rate]
    return max === Infinity ? undefined : max
  }

  /** Counts one request; undefined if the class has no limit. Refused requests do not count. */
  take(rate: OwnRateClass, key: string, nowMillis: number): RateVerdict | undefined {
    const counts = this.#counts[rate]
    return counts.max === Infinity ? undefined : counts.take(key, nowMillis)
  }
}
