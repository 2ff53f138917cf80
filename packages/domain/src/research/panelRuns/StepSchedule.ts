import type { InferenceFailed } from "../../platform/inference/BridgeLink.ts"

/** How many steps an instance works on at a time. Each makes one request at a time. */
export const panelStepsMax = 4

/** How long a step is leased, and how often the lease is renewed while an instance works on the step. */
export const stepLeaseSeconds = 60
export const leaseRenewalSeconds = 20

/** The pause before a step is tried again after a database failure or a bug. */
export const troubleSeconds = 15

/** The pauses before each repetition of a request that no model accepted, and of a request whose answer broke off. */
const unacceptedDelaysSeconds: ReadonlyArray<number> = [5, 30, 120, 300]
const brokenDelaysSeconds: ReadonlyArray<number> = [5, 30]

/** The consequence of a failed request. */
export type FailedRequest =
  | { readonly kind: "repeat"; readonly seconds: number }
  | { readonly kind: "give_up" }
  | { readonly kind: "unavailable" }

/**
 * The consequence when a request of a step fails after `failuresBefore` earlier failures.
 *
 * @example afterFailure("gap", 0) // { kind: "repeat", seconds: 5 }
 * @example [afterFailure("gap", 2).kind, afterFailure("unavailable", 4).kind] // ["give_up", "unavailable"]
 */
export const afterFailure = (reason: InferenceFailed["reason"], failuresBefore: number): FailedRequest => {
  const isAccepted = reason !== "unavailable" && reason !== "refused"
  const seconds = (isAccepted ? brokenDelaysSeconds : unacceptedDelaysSeconds)[failuresBefore]
  return seconds === undefined ? { kind: isAccepted ? "give_up" : "unavailable" } : { kind: "repeat", seconds }
}
