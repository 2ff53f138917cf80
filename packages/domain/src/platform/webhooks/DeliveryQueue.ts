import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { DeliveryMove } from "./DeliveryMove.ts"
import type { AttemptResult, DeliveryVerdict } from "./DeliverySchedule.ts"
import type { SealedSecret } from "./WebhookStore.ts"

/** A due delivery of a leased endpoint. */
export interface DueDelivery {
  readonly id: string
  readonly sequence: number
  readonly event: string
  /** The body, exactly as it is sent at every attempt. */
  readonly body: string
  /** The number of the coming attempt, from 1, for the log. */
  readonly number: number
  /** The number of the coming attempt in its schedule, from 1; a redelivery begins a schedule anew. */
  readonly scheduled: number
}

/** A lease of an endpoint. */
export interface EndpointLease {
  readonly webhook_id: string
  /** The number of the lease: the endpoint's leases are counted. */
  readonly lease: number
}

/** The end of a lease, with the version that was read with the last of its deliveries. */
export interface LeaseEnd extends EndpointLease {
  /** Changes whenever something becomes due; with an old value, the endpoint stays due. */
  readonly version: number
}

/** An endpoint whose due deliveries this instance sends until it releases the lease. */
export interface LeasedEndpoint extends LeaseEnd {
  readonly url: string
  /** The secrets that sign, newest first. */
  readonly secrets: ReadonlyArray<SealedSecret>
  /** Whether its latest attempt has failed. */
  readonly failing: boolean
  /** The due deliveries that were read, in the order of their due time and sequence. */
  readonly deliveries: ReadonlyArray<DueDelivery>
  /** Where to read on; undefined when nothing more was due. */
  readonly cursor: string | undefined
}

/** A finished attempt, to be recorded. */
export interface FinishedAttempt {
  readonly webhook_id: string
  readonly delivery: DueDelivery
  readonly result: AttemptResult
  readonly verdict: DeliveryVerdict
  readonly move: DeliveryMove
}

/** How many endpoints to lease, separately for failing endpoints, so that they cannot take all places. */
export interface LeaseRequest {
  readonly holder: string
  readonly healthy: number
  readonly failing: number
  /** How many due deliveries to read for each endpoint. */
  readonly deliveries: number
}

/** For how many seconds an endpoint is leased. */
export const leaseSeconds = 45

/** A lease with fewer seconds left than this is renewed when an attempt is recorded. */
export const leaseSecondsLeftMin = 40

/** Who turns events into deliveries. */
export interface FanOutRequest {
  readonly holder: string
  /** How many idle endpoints it may lease for them in the same transaction. */
  readonly healthy: number
  /** About how many deliveries to create; of an event that has more, the others are created by the next calls. */
  readonly deliveries: number
  /** The cursor of the call before; undefined for the first one. */
  readonly cursor: string | undefined
}

/** What a fan-out came to. */
export interface FannedOut {
  /** Endpoints that had nothing else to send, each with all its new deliveries. */
  readonly leased: ReadonlyArray<LeasedEndpoint>
  /**
   * Endpoints that the holder had leased already and that do not fail, each with all its new deliveries. The version is one
   * more than before. What of this is not sent under the present lease becomes due when it is released.
   */
  readonly held: ReadonlyArray<LeasedEndpoint>
  /** Whether it created deliveries of other endpoints, which wait for a lease. */
  readonly others: boolean
  /**
   * Whether there may be more to create: now, or as soon as an open transaction ends that may still write an earlier
   * event.
   */
  readonly further: "ready" | "incomplete" | "none"
  /** Where to go on with an event of which only a part was created; undefined when there is none. */
  readonly cursor: string | undefined
}

/** Attempts in their order, and endpoints of which nothing more is sent. */
export interface RecordedBatch {
  readonly holder: string
  readonly attempts: ReadonlyArray<FinishedAttempt>
  readonly releases: ReadonlyArray<LeaseEnd>
}

/** What a recorded batch came to. */
export interface BatchOutcome {
  /** The endpoints to switch off: removed webhooks, and webhooks that have failed for too long. */
  readonly doomed: ReadonlyArray<{ readonly webhook_id: string; readonly reason: "gone" | "failing" }>
  /** Whether one of the released endpoints is due now. */
  readonly isDue: boolean
}

/**
 * The queue of deliveries: events become deliveries, and instances lease endpoints. An endpoint is leased to one
 * instance at a time, which keeps its deliveries in order and its limit of concurrent requests exact. Leases expire by
 * the database's clock, so that the deliveries of a killed instance go on elsewhere.
 */
export class DeliveryQueue extends Context.Tag("auspex/DeliveryQueue")<DeliveryQueue, {
  /**
   * Creates deliveries of the next events, each event and webhook exactly once whichever instances run, in the order in
   * which the events' transactions finished.
   */
  readonly fanOut: (request: FanOutRequest) => Effect.Effect<FannedOut, StorageUnavailable>
  /** Leases endpoints with due deliveries, those first that have been due longest. */
  readonly lease: (request: LeaseRequest) => Effect.Effect<ReadonlyArray<LeasedEndpoint>, StorageUnavailable>
  /**
   * The endpoint with its due deliveries after the cursor, whose attempts need not be recorded yet, and a renewed lease;
   * undefined when the lease was lost.
   */
  readonly next: (
    endpoint: EndpointLease & { readonly cursor: string },
    holder: string,
    deliveries: number
  ) => Effect.Effect<LeasedEndpoint | undefined, StorageUnavailable>
  /**
   * Records attempts, which renews the leases of their endpoints, and then ends leases, all at once. A delivery that was
   * delivered meanwhile stays delivered. An endpoint for which something became due after the version that was read stays
   * due; the others become due with their next delivery. The end of a lease that has expired does not end the one after it.
   */
  readonly record: (batch: RecordedBatch) => Effect.Effect<BatchOutcome, StorageUnavailable>
  /**
   * Makes endpoints due whose leases have expired, because their holder was killed; returns whether there were any. Those
   * that have been leased when they were due already are due again without it.
   */
  readonly recover: Effect.Effect<boolean, StorageUnavailable>
  /** Ends all leases of the holder; what it has not delivered becomes due at once. */
  readonly releaseAll: (holder: string) => Effect.Effect<void, StorageUnavailable>
  /**
   * Deletes deliveries older than 30 days and deliveries of removed webhooks, a batch at a time; returns whether
   * there may be more.
   */
  readonly sweep: Effect.Effect<boolean, StorageUnavailable>
}>() {}
