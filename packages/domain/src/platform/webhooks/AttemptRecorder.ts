import { Duration, Effect, Queue, Schedule } from "effect"
import { partition } from "effect/Array"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { type FinishedAttempt, leaseSeconds } from "./DeliveryQueue.ts"
import { ServedEndpoint } from "./ServedEndpoint.ts"

/** How many attempts and releases one transaction records. */
const recordedMax = 500

/** How many may wait to be recorded; then no further request begins until some are. */
const unrecordedMax = 5_000

/** How long a batch gathers: only the release of an endpoint waits for it. */
const gatheringTime = Duration.millis(25)

/** How long recording is tried: after that the leases have expired, and another instance repeats the attempts. */
const recordingSecondsMax = leaseSeconds

/** Records attempts and releases in batches, in their order: while one batch is written, the next one gathers. */
export interface AttemptRecorder {
  /** Hands an attempt over; waits while too many are not recorded yet. */
  readonly record: (attempt: FinishedAttempt) => Effect.Effect<void>
  /** Asks for the end of an endpoint's lease, after the attempts that were handed over before. */
  readonly release: (endpoint: ServedEndpoint) => Effect.Effect<void>
  /** Writes batches until interrupted. */
  readonly run: Effect.Effect<never>
  /** Writes everything that was handed over and is not being written yet. */
  readonly flush: Effect.Effect<void>
}

/** `write` records one batch; endpoints that are served again by then are not released. */
export const makeAttemptRecorder = (
  write: (
    attempts: ReadonlyArray<FinishedAttempt>,
    idle: ReadonlyArray<ServedEndpoint>
  ) => Effect.Effect<void, StorageUnavailable>
): Effect.Effect<AttemptRecorder> =>
  Effect.gen(function*() {
    const unrecorded = yield* Queue.bounded<FinishedAttempt | ServedEndpoint>(unrecordedMax)

    const writeBatch = (batch: Iterable<FinishedAttempt | ServedEndpoint>) => {
      const [attempts, idle] = partition(batch, (entry) => entry instanceof ServedEndpoint)
      return write(attempts, idle).pipe(
        Effect.tapError((error) => Effect.logWarning("Attempts of webhooks could not be recorded yet", error)),
        Effect.retry(Schedule.spaced("1 second").pipe(Schedule.upTo(Duration.seconds(recordingSecondsMax)))),
        Effect.catchAllCause((cause) =>
          Effect.logError("Attempts of webhooks were not recorded; they will be repeated", cause)
        )
      )
    }

    // A batch that has been taken is written, even when the recorder is interrupted meanwhile.
    const nextBatch = Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const first = yield* restore(unrecorded.take)
        yield* Effect.sleep(gatheringTime)
        const others = yield* unrecorded.takeUpTo(recordedMax - 1)
        yield* writeBatch([first, ...others])
      })
    )

    return {
      record: (attempt) => unrecorded.offer(attempt),
      release: (endpoint) => unrecorded.offer(endpoint),
      run: Effect.forever(nextBatch),
      flush: Effect.flatMap(unrecorded.takeAll, writeBatch)
    }
  })
