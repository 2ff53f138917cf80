import { Chunk, Deferred, Duration, Effect, Queue, Schedule } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { FinishedAttempt } from "./DeliveryQueue.ts"

/** How many attempts and releases one transaction records. */
const recordedMax = 500

/** How long a batch gathers: nobody waits for it but the release of an endpoint. */
const gatheringTime = Duration.millis(10)

/** How long recording is tried: leases have expired then, and another instance repeats the attempts. */
const recordingSecondsMax = 45

/** An endpoint to release, with the version that was read with its deliveries. */
export interface Release {
  readonly webhook_id: string
  readonly version: number
}

type Entry =
  | { readonly kind: "attempt"; readonly attempt: FinishedAttempt; readonly done: Deferred.Deferred<void> }
  | { readonly kind: "release"; readonly release: Release; readonly done: Deferred.Deferred<void> }

/** Writes what a batch of attempts came to, and ends leases. */
export interface RecordBatch {
  (
    attempts: ReadonlyArray<FinishedAttempt>,
    releases: ReadonlyArray<Release>
  ): Effect.Effect<void, StorageUnavailable>
}

/** Records attempts and releases in batches, as they come: while one batch is written, the next one gathers. */
export interface AttemptRecorder {
  /** Hands an attempt over; the returned effect waits until it is recorded, or given up. */
  readonly record: (attempt: FinishedAttempt) => Effect.Effect<Effect.Effect<void>>
  readonly release: (release: Release) => Effect.Effect<void>
  /** Writes batches until interrupted. */
  readonly run: Effect.Effect<never>
}

export const makeAttemptRecorder = (write: RecordBatch): Effect.Effect<AttemptRecorder> =>
  Effect.map(Queue.unbounded<Entry>(), (queue) => {
    const submit = (entry: (done: Deferred.Deferred<void>) => Entry) =>
      Effect.flatMap(Deferred.make<void>(), (done) => Effect.as(queue.offer(entry(done)), Deferred.await(done)))

    const flush = (entries: ReadonlyArray<Entry>) =>
      Effect.gen(function*() {
        const attempts = entries.flatMap((entry) => entry.kind === "attempt" ? [entry.attempt] : [])
        const releases = entries.flatMap((entry) => entry.kind === "release" ? [entry.release] : [])
        yield* write(attempts, releases).pipe(
          Effect.tapError((error) => Effect.logWarning("Attempts of webhooks could not be recorded yet", error)),
          Effect.retry(Schedule.spaced("1 second").pipe(Schedule.upTo(Duration.seconds(recordingSecondsMax)))),
          Effect.catchAllCause((cause) =>
            Effect.logError("Attempts of webhooks were not recorded; they will be repeated", cause)
          )
        )
        yield* Effect.forEach(entries, ({ done }) => Deferred.succeed(done, undefined), { discard: true })
      })

    const gathered = (first: Entry) =>
      Effect.delay(Effect.map(Queue.takeUpTo(queue, recordedMax - 1), Chunk.prepend(first)), gatheringTime)

    return {
      record: (attempt) => submit((done) => ({ kind: "attempt", attempt, done })),
      release: (release) => Effect.flatten(submit((done) => ({ kind: "release", release, done }))),
      run: Effect.forever(
        Effect.uninterruptibleMask((restore) =>
          // Once an entry is taken, it is written.
          restore(queue.take).pipe(
            Effect.flatMap(gathered),
            Effect.flatMap((entries) => flush(Chunk.toReadonlyArray(entries)))
          )
        )
      )
    }
  })
