/** Time limits of an inference in milliseconds, and its size limit in bytes. */
export interface InferenceLimits {
  /** From sending the request to the first piece of the answer. */
  readonly firstTokenMillisMax: number
  /** Between two pieces of the answer. */
  readonly gapMillisMax: number
  /** From accepting the request to its end. */
  readonly totalMillisMax: number
  /** All pieces together, as UTF-8. */
  readonly bytesMax: number
}

/** The limits for a model that is in memory. */
export const inferenceLimits: InferenceLimits = {
  firstTokenMillisMax: 60_000,
  gapMillisMax: 30_000,
  totalMillisMax: 300_000,
  bytesMax: 2_097_152
}

/** The limits for the vectors of one request, which all arrive at once. Loading the model is included. */
export const embeddingLimits: InferenceLimits = {
  firstTokenMillisMax: 60_000,
  gapMillisMax: 30_000,
  totalMillisMax: 60_000,
  bytesMax: 524_288
}

/** The time to the first piece for a model that must be loaded first. */
export const firstTokenMillisMaxUnloaded = 180_000

/**
 * Why an inference failed. `model`: the model server reported an error. `input`: it does not accept these texts. `first_token`, `gap`, `total`: a time limit.
 * `lost`: the connection to the machine ended. `too_large`: the answer exceeded the size limit.
 */
export type InferenceFailureReason = "model" | "input" | "first_token" | "gap" | "total" | "lost" | "too_large"

/** How an inference ended. `detail` is text for the caller. */
export type InferenceEnd =
  | { readonly kind: "done" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly reason: InferenceFailureReason; readonly detail: string }

/** An event of an inference. Sizes are in bytes. */
export type InferenceEvent =
  | { readonly type: "sent" }
  | { readonly type: "chunk"; readonly bytes: number }
  | { readonly type: "done"; readonly bytes: number }
  | { readonly type: "error"; readonly reason: "model" | "input"; readonly detail: string }
  | { readonly type: "lost"; readonly detail: string }
  | { readonly type: "cancel" }
  | { readonly type: "tick" }

/**
 * The state of an inference: `queued` until its request is sent, `waiting` until the first piece of the answer,
 * `streaming`, and `ended` for ever. All times are milliseconds of one clock.
 */
export type InferenceProgress =
  | { readonly phase: "queued"; readonly acceptedAt: number; readonly limits: InferenceLimits }
  | {
    readonly phase: "waiting"
    readonly acceptedAt: number
    readonly sentAt: number
    readonly limits: InferenceLimits
  }
  | {
    readonly phase: "streaming"
    readonly acceptedAt: number
    readonly lastAt: number
    readonly bytes: number
    readonly limits: InferenceLimits
  }
  | { readonly phase: "ended"; readonly end: InferenceEnd }

/** An accepted inference that has not been sent yet. */
export const acceptedInference = (now: number, limits: InferenceLimits = inferenceLimits): InferenceProgress => ({
  phase: "queued",
  acceptedAt: now,
  limits
})

const failed = (reason: InferenceFailureReason, detail: string): InferenceProgress => ({
  phase: "ended",
  end: { kind: "failed", reason, detail }
})

const seconds = (millis: number): string => `${millis / 1_000} s`

interface Deadline {
  readonly at: number
  readonly reason: "first_token" | "gap" | "total"
}

/** The next time limit of an inference, unless it has ended. */
const nextDeadline = (progress: InferenceProgress): Deadline | undefined => {
  if (progress.phase === "ended") return undefined
  const { acceptedAt, limits, phase } = progress
  const total: Deadline = { at: acceptedAt + limits.totalMillisMax, reason: "total" }
  if (phase === "queued") return total
  const next: Deadline = phase === "waiting"
    ? { at: progress.sentAt + limits.firstTokenMillisMax, reason: "first_token" }
    : { at: progress.lastAt + limits.gapMillisMax, reason: "gap" }
  return next.at < total.at ? next : total
}

/** When an inference times out unless something happens before; undefined after its end. */
export const deadlineOf = (progress: InferenceProgress): number | undefined => nextDeadline(progress)?.at

const expired = (limits: InferenceLimits, reason: Deadline["reason"]): InferenceProgress => {
  switch (reason) {
    case "first_token":
      return failed(reason, `The model did not begin to answer within ${seconds(limits.firstTokenMillisMax)}.`)
    case "gap":
      return failed(reason, `The model's answer stopped for more than ${seconds(limits.gapMillisMax)}.`)
    case "total":
      return failed(reason, `The model did not finish within ${seconds(limits.totalMillisMax)}.`)
  }
}

const tooLarge = (limits: InferenceLimits): InferenceProgress =>
  failed("too_large", `The model's answer exceeded ${limits.bytesMax} bytes.`)

/**
 * The inference after an event at `now`. A time limit that has passed by then ends it first, even if its timer has not
 * fired yet, so the outcome depends on the times of events and not on when they are noticed. Events after its end
 * change nothing.
 */
export const advanceInference = (
  progress: InferenceProgress,
  event: InferenceEvent,
  now: number
): InferenceProgress => {
  if (progress.phase === "ended") return progress
  const { acceptedAt, limits } = progress
  const deadline = nextDeadline(progress)!
  if (now >= deadline.at) return expired(limits, deadline.reason)
  switch (event.type) {
    case "tick":
      return progress
    case "sent":
      return progress.phase === "queued" ? { phase: "waiting", acceptedAt, sentAt: now, limits } : progress
    case "chunk": {
      const bytes = event.bytes + (progress.phase === "streaming" ? progress.bytes : 0)
      return bytes > limits.bytesMax
        ? tooLarge(limits)
        : { phase: "streaming", acceptedAt, lastAt: now, bytes, limits }
    }
    case "done":
      // The complete answer repeats the pieces, so only its own size counts.
      return event.bytes > limits.bytesMax ? tooLarge(limits) : { phase: "ended", end: { kind: "done" } }
    case "cancel":
      return { phase: "ended", end: { kind: "cancelled" } }
    case "error":
      return failed(event.reason, event.detail)
    case "lost":
      return failed("lost", event.detail)
  }
}
