import { Deferred, Duration, Effect, Queue, Schedule } from "effect"
import { partition } from "effect/Array"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { type FinishedAttempt, type LeaseEnd, leaseSeconds } from "./DeliveryQueue.ts"

/** How many attempts and releases one transaction records. */
const recordedMax = 500

/** How long a batch gathers: nobody waits for it but the release of an endpoint. */
const gatheringTime = Duration.millis(25)

/** How long recording is tried: leases have expired then, and another instance repeats the attempts. */
const recordingSecondsMax = leaseSeconds

/** The end of a lease, handed over to be written. */
export interface Release extends LeaseEnd {
  /** Whether the lease goes on after all; not read once the release is being written. */
  isTakenBack: boolean
}

/** Writes what a batch of attempts came to, and ends leases; from its call on, they cannot be taken back. */
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
  /** Ends a lease; that is written after the attempts that were handed over before. */
  readonly release: (endpoint: LeaseEnd) => Release
  /** Waits until all that was handed over before this call is written, or given up. */
  readonly written: () => Effect.Effect<void>
  /** Writes batches until interrupted. */
  readonly run: Effect.Effect<never>
}

const isAttempt = (entry: FinishedAttempt | Release): entry is FinishedAttempt => "verdict" in entry

export const makeAttemptRecorder = (write: RecordBatch): Effect.Effect<AttemptRecorder> =>
  Effect.map(Queue.sliding<void>(1), (handed) => {
    // A plain list, because much is handed over: an entry of a queue would cost more than handing it over.
    let entries: Array<FinishedAttempt | Release> = []
    // What is handed over is written in its order, so numbers tell what is.
    let [handedOver, written] = [0, 0]
    const waiting = new Set<{ readonly upTo: number; readonly done: Deferred.Deferred<void> }>()

    const hand = (entry: FinishedAttempt | Release): void => {
      entries.push(entry)
      handedOver++
      handed.unsafeOffer(undefined)
    }

    const taken = (): ReadonlyArray<FinishedAttempt | Release> => {
      const batch = entries
      entries = batch.splice(recordedMax)
      if (entries.length > 0) handed.unsafeOffer(undefined)
      return batch
    }

    const flush = Effect.suspend(() => {
      const batch = taken()
      const [releases, attempts] = partition(batch, isAttempt)
      return write(attempts, releases.filter(({ isTakenBack }) => !isTakenBack)).pipe(
        Effect.tapError((error) => Effect.logWarning("Attempts of webhooks could not be recorded yet", error)),
        Effect.retry(Schedule.spaced("1 second").pipe(Schedule.upTo(Duration.seconds(recordingSecondsMax)))),
        Effect.catchAllCause((cause) =>
          Effect.logError("Attempts of webhooks were not recorded; they will be repeated", cause)
        ),
        Effect.zipRight(Effect.sync(() => {
          written += batch.length
          for (const waiter of waiting) {
            if (waiter.upTo > written) continue
            waiting.delete(waiter)
            Deferred.unsafeDone(waiter.done, Effect.void)
          }
        }))
      )
    })

    return {
      record: hand,
      release: ({ lease, version, webhook_id }) => {
        const release = { webhook_id, lease, version, isTakenBack: false }
        hand(release)
        return release
      },
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
          // What was handed over is written, even if this is interrupted meanwhile.
          restore(handed.take).pipe(Effect.zipRight(Effect.sleep(gatheringTime)), Effect.zipRight(flush))
        )
      )
    }
  })
