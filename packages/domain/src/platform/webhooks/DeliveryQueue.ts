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

/** The end of a lease, with the version that was read together with the last deliveries. */
export interface LeaseEnd extends EndpointLease {
  /** Grows whenever something becomes due. An endpoint that is released with an old version stays due. */
  readonly version: number
}

/** An endpoint whose due deliveries this instance sends until it releases the lease. */
export interface LeasedEndpoint extends LeaseEnd {
  readonly url: string
  /** The secrets that sign, newest first. */
  readonly secrets: ReadonlyArray<SealedSecret>
  /** Whether its latest attempt has failed. */
  readonly failing: boolean
  /** The due deliveries that were read, by due time and then sequence. */
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

/** How many endpoints to lease. Failing endpoints have a limit of their own, so that they cannot take all places. */
export interface LeaseRequest {
  readonly holder: string
  readonly healthy: number
  readonly failing: number
  /** How many due deliveries to read for each endpoint. */
  readonly deliveries: number
}

/** For how many seconds an endpoint is leased. */
export const leaseSeconds = 45

/** Recording an attempt renews a lease that has fewer seconds left than this. */
export const leaseSecondsLeftMin = 40

/** How many deliveries to create, and for how many endpoints to take a lease. */
export interface FanOutRequest {
  readonly holder: string
  /** How many idle endpoints to lease at most, together with their new deliveries. */
  readonly healthy: number
  /** About how many deliveries to create. The next calls create the others of an event that has more. */
  readonly deliveries: number
  /** The cursor that the previous call returned; undefined for the first call. */
  readonly cursor: string | undefined
}

/** The outcome of a fan-out. */
export interface FannedOut {
  /** Idle endpoints that the call has leased, each with all its new deliveries. */
  readonly leased: ReadonlyArray<LeasedEndpoint>
  /**
   * Healthy endpoints that the holder had leased before, each with all its new deliveries and its next version. Deliveries
   * that are not sent under the present lease are due when the endpoint is released.
   */
  readonly held: ReadonlyArray<LeasedEndpoint>
  /** Whether there are new deliveries of other endpoints, which wait for a lease. */
  readonly others: boolean
  /** Whether there may be more to create: now, after the end of a transaction that may still write an event, or not. */
  readonly further: "ready" | "incomplete" | "none"
  /** Where to go on with an event that has further deliveries; undefined when there is no such event. */
  readonly cursor: string | undefined
}

/** Attempts in the order in which they ended, and endpoints to be released. */
export interface RecordedBatch {
  readonly holder: string
  readonly attempts: ReadonlyArray<FinishedAttempt>
  readonly releases: ReadonlyArray<LeaseEnd>
}

/** The outcome of a recorded batch. */
export interface BatchOutcome {
  /** The endpoints to switch off: removed webhooks, and webhooks that have failed for too long. */
  readonly doomed: ReadonlyArray<{ readonly webhook_id: string; readonly reason: "gone" | "failing" }>
  /** Whether a released endpoint is due now. */
  readonly isDue: boolean
}

/**
 * The queue of deliveries: events become deliveries, and instances lease endpoints. An endpoint is leased to one
 * instance at a time, which keeps its deliveries in order and its limit of concurrent requests exact. Leases expire by
 * the database's clock, so that the deliveries of a killed instance go on elsewhere.
 */
export class DeliveryQueue extends Context.Tag("auspex/DeliveryQueue")<DeliveryQueue, {
  /**
   * Creates the deliveries of the next events: one for each event and webhook, however many instances run, and in the order
   * in which the transactions of the events finished.
   */
  readonly fanOut: (request: FanOutRequest) => Effect.Effect<FannedOut, StorageUnavailable>
  /** Leases endpoints with due deliveries. Endpoints that have been due longest come first. */
  readonly lease: (request: LeaseRequest) => Effect.Effect<ReadonlyArray<LeasedEndpoint>, StorageUnavailable>
  /**
   * Renews a lease and reads the due deliveries after the cursor; undefined when the lease was lost. Attempts of earlier
   * deliveries need not be recorded yet.
   */
  readonly next: (
    endpoint: EndpointLease & { readonly cursor: string },
    holder: string,
    deliveries: number
  ) => Effect.Effect<LeasedEndpoint | undefined, StorageUnavailable>
  /**
   * Records attempts, renews the leases of their endpoints, and then ends leases, in one step. A delivery that was delivered
   * meanwhile stays delivered. A released endpoint stays due if its version has grown; otherwise it is due with its next
   * delivery. A lease that has expired and has a successor does not end the successor.
   */
  readonly record: (batch: RecordedBatch) => Effect.Effect<BatchOutcome, StorageUnavailable>
  /**
   * Makes endpoints due whose leases have expired because the holder was killed; returns whether there were any. Only
   * endpoints that were leased by a fan-out need it: the others are still due when their lease expires.
   */
  readonly recover: Effect.Effect<boolean, StorageUnavailable>
  /** Ends all leases of the holder; its pending deliveries become due at once. */
  readonly releaseAll: (holder: string) => Effect.Effect<void, StorageUnavailable>
  /**
   * Deletes deliveries older than 30 days and deliveries of removed webhooks, a batch at a time; returns whether
   * there may be more.
   */
  readonly sweep: Effect.Effect<boolean, StorageUnavailable>
}>() {}
