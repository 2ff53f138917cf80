import { Duration, Effect, Queue, Schedule } from "effect"
import { partition } from "effect/Array"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { type FinishedAttempt, leaseSeconds } from "./DeliveryQueue.ts"
import { ServedEndpoint } from "./ServedEndpoint.ts"

/** How many attempts and releases one transaction records. */
const recordedMax = 500

/** How many attempts and releases may wait to be recorded. Above that, no further request begins. */
const unrecordedMax = 5_000

/** How long a batch gathers. Sending goes on meanwhile; only releases wait. */
const gatheringTime = Duration.millis(25)

/** How long recording is retried. After that the leases have expired, and another instance repeats the attempts. */
const recordingSecondsMax = leaseSeconds

/** Records attempts and releases in batches and in their order. While one batch is written, the next one gathers. */
export interface AttemptRecorder {
  /** Queues an attempt to be recorded; waits while the queue is full. */
  readonly record: (attempt: FinishedAttempt) => Effect.Effect<void>
  /** Queues the release of an endpoint, after the attempts that were queued before. */
  readonly release: (endpoint: ServedEndpoint) => Effect.Effect<void>
  /** Writes batches until interrupted. */
  readonly run: Effect.Effect<never>
  /** Writes everything that is still queued. */
  readonly flush: Effect.Effect<void>
}

/** `write` records one batch; it does not release endpoints that are served again by then. */
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

    // A batch that has been taken from the queue is written even if the recorder is interrupted.
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
