const minute = 60
const hour = 60 * minute

/**
 * Seconds between an attempt and the next: 10 attempts in 75.6 hours, so that a receiver that breaks on a Friday
 * evening can be repaired on Monday.
 */
export const retryDelaysSeconds: ReadonlyArray<number> = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour
]

/** The number of attempts of a delivery. */
export const attemptsMax = retryDelaysSeconds.length + 1

/** The variation of a delay, as a fraction, so that deliveries that failed together are not retried together. */
export const retryJitter = 0.2

/** An endpoint is switched off after this many hours in which every attempt failed. */
export const failingHoursMax = 120

/** The result of an attempt: the status of the response, or the reason for its absence. */
export interface AttemptResult {
  readonly status?: number
  /** The reason of a failure, for the owner of the endpoint. */
  readonly error?: string
  /** The `Retry-After` of the response, in seconds. */
  readonly retryAfterSeconds?: number
  readonly durationMillis: number
  /** The beginning of the response's body, as text. */
  readonly response?: string
}

/** The verdict on a delivery after an attempt. */
export type DeliveryVerdict =
  | { readonly kind: "delivered" }
  | { readonly kind: "retry"; readonly delaySeconds: number }
  /** The last attempt failed. */
  | { readonly kind: "failed" }
  /** The receiver answered 410: nothing more is sent to this endpoint. */
  | { readonly kind: "gone" }

/** The longest `Retry-After` that is honoured: as long as the longest delay of the schedule. */
const retryAfterMaxSeconds = 24 * hour

/** Statuses whose `Retry-After` is honoured. */
const waitingStatuses: ReadonlySet<number | undefined> = new Set([429, 503])

/**
 * The verdict on a delivery after its `attempt`th attempt (from 1). Only 2xx is a success. The delay is taken from the
 * schedule and varied by `random` (0 to 1, exclusive) within ±20 %; after 429 and 503 a longer `Retry-After` replaces
 * it, up to 24 hours.
 *
 * @example verdictAfter(1, { status: 500, durationMillis: 12 }, 0.5) // { kind: "retry", delaySeconds: 5 }
 */
export const verdictAfter = (attempt: number, result: AttemptResult, random: number): DeliveryVerdict => {
  const { retryAfterSeconds, status } = result
  if (status !== undefined && status >= 200 && status < 300) return { kind: "delivered" }
  if (status === 410) return { kind: "gone" }
  const step = retryDelaysSeconds[attempt - 1]
  if (step === undefined) return { kind: "failed" }
  const delaySeconds = retryAfterSeconds !== undefined && waitingStatuses.has(status)
    ? Math.max(Math.min(retryAfterSeconds, retryAfterMaxSeconds), step)
    : step * (1 + retryJitter * (2 * random - 1))
  return { kind: "retry", delaySeconds }
}
