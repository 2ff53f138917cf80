import { Chunk, Deferred, Duration, Effect, Queue, Schedule } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { FinishedAttempt } from "./DeliveryQueue.ts"

/** How many attempts and releases one transaction records. */
const recordedMax = 500

/** How long a batch gathers: nobody waits for it but the release of an endpoint. */
const gatheringTime = Duration.millis(25)

/** How long recording is tried: leases have expired then, and another instance repeats the attempts. */
const recordingSecondsMax = 45

/** An endpoint to release, with the version that was read with its deliveries. */
export interface Release {
  readonly webhook_id: string
  readonly version: number
}

type Entry =
  | { readonly kind: "attempt"; readonly attempt: FinishedAttempt }
  | { readonly kind: "release"; readonly release: Release }

/** Writes what a batch of attempts came to, and ends leases. */
export interface RecordBatch {
  (
    attempts: ReadonlyArray<FinishedAttempt>,
    releases: ReadonlyArray<Release>
  ): Effect.Effect<void, StorageUnavailable>
}

/** Records attempts and releases in batches, as they come: while one batch is written, the next one gathers. */
export interface AttemptRecorder {
  /** Hands an attempt over. */
  readonly record: (attempt: FinishedAttempt) => void
  /** Hands a release over; it is written after the attempts that were handed over before. */
  readonly release: (release: Release) => void
  /** Waits until all that was handed over before this call is written, or given up. */
  readonly written: () => Effect.Effect<void>
  /** Writes batches until interrupted. */
  readonly run: Effect.Effect<never>
}

export const makeAttemptRecorder = (write: RecordBatch): Effect.Effect<AttemptRecorder> =>
  Effect.map(Queue.unbounded<Entry>(), (queue) => {
    // Entries are written in the order in which they are handed over, so numbers tell which are.
    let [handedOver, written] = [0, 0]
    const waiting = new Set<{ readonly upTo: number; readonly done: Deferred.Deferred<void> }>()

    const hand = (entry: Entry): void => {
      handedOver++
      queue.unsafeOffer(entry)
    }

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
        written += entries.length
        for (const waiter of waiting) {
          if (waiter.upTo > written) continue
          waiting.delete(waiter)
          Deferred.unsafeDone(waiter.done, Effect.void)
        }
      })

    const gathered = (first: Entry) =>
      Effect.delay(Effect.map(Queue.takeUpTo(queue, recordedMax - 1), Chunk.prepend(first)), gatheringTime)

    return {
      record: (attempt) => hand({ kind: "attempt", attempt }),
      release: (release) => hand({ kind: "release", release }),
      written: () => {
        const upTo = handedOver
        return Effect.suspend(() => {
          if (written >= upTo) return Effect.void
          return Effect.flatMap(Deferred.make<void>(), (done) => {
            const waiter = { upTo, done }
            waiting.add(waiter)
            return Effect.onInterrupt(Deferred.await(done), () => Effect.sync(() => waiting.delete(waiter)))
          })
        })
      },
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
