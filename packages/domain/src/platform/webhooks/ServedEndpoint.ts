import type { DueDelivery, LeasedEndpoint, LeaseEnd } from "./DeliveryQueue.ts"
import type { DeliveryVerdict } from "./DeliverySchedule.ts"
import type { SealedSecret } from "./WebhookStore.ts"

/** Concurrent requests to one endpoint; one while it is failing. */
export const requestsPerEndpointMax = 4

/** How many new deliveries may be queued behind those that were due at the lease; further ones wait for the next lease. */
const followingMax = 1_000

/** How often new deliveries may follow under one lease. Then the endpoint is released, so that due retries get a turn. */
const followedMax = 16

/** The next due deliveries are read when fewer than this are queued. */
const readAheadMin = 100

/** The requests to a healthy endpoint are slow when one has been in flight for this long. */
const slowMillis = 500

/** A request in flight. */
export interface BegunRequest {
  readonly begunAt: number
}

/**
 * One endpoint under one lease: its queued deliveries, its requests in flight, and whether more may be sent. A later lease
 * of the same endpoint is another object.
 */
export class ServedEndpoint implements LeaseEnd {
  readonly webhook_id: string
  readonly lease: number
  version: number
  url: string
  secrets: ReadonlyArray<SealedSecret>
  /** `queued` until it has a place, then `sending`, then `idle` until its release is written. */
  phase: "queued" | "sending" | "idle" = "queued"
  /** Since when it waits for a place. */
  queuedAt = 0
  /** Whether it is failing or has a slow request, and so takes no place of a quick endpoint. */
  isSlow: boolean
  /** The fibers that send its deliveries, each one request at a time. */
  workers = 0
  #until: number
  #cursor: string | undefined
  #requestsMax: number
  #followed: number
  #isReading = false
  #isGone = false
  #hasFailed = false
  readonly #due: Array<DueDelivery>
  readonly #following: Array<DueDelivery> = []
  readonly #inFlight: Array<BegunRequest> = []

  /** `until` is the end of the lease by this instance's clock. */
  constructor(leased: LeasedEndpoint, until: number) {
    const { cursor, deliveries, failing, lease, secrets, url, version, webhook_id } = leased
    this.webhook_id = webhook_id
    this.lease = lease
    this.version = version
    this.url = url
    this.secrets = secrets
    this.isSlow = failing
    this.#until = until
    this.#cursor = cursor
    this.#requestsMax = failing ? 1 : requestsPerEndpointMax
    // New deliveries wait for the next lease while older ones are due, or the endpoint fails.
    this.#followed = failing || cursor !== undefined ? followedMax : 0
    this.#due = [...deliveries]
  }

  /** Whether another worker would have something to send. */
  mayBegin(now: number): boolean {
    return this.workers < this.#requestsMax && this.#hasNext(now)
  }

  /** Takes the delivery that the calling worker sends next; undefined when the worker is to end. */
  next(now: number): DueDelivery | undefined {
    if (this.workers > this.#requestsMax || !this.#hasNext(now)) return undefined
    return this.#due.shift() ?? this.#following.shift()
  }

  #hasNext(now: number): boolean {
    return this.#isOpen(now) && this.#due.length + this.#following.length > 0
  }

  #isOpen(now: number): boolean {
    return !this.#isGone && now < this.#until
  }

  /** Notes that a request begins. */
  begin(now: number): BegunRequest {
    const request = { begunAt: now }
    this.#inFlight.push(request)
    return request
  }

  /** Notes that a request has ended. After a failure, no new deliveries follow, so that retries get their turn. */
  end(request: BegunRequest, { kind }: DeliveryVerdict): void {
    this.#inFlight.splice(this.#inFlight.indexOf(request), 1)
    if (kind === "delivered") return
    this.#isGone ||= kind === "gone"
    this.#hasFailed = true
    this.#following.length = 0
  }

  /** Whether a request has been in flight for long. */
  hasSlowRequest(now: number): boolean {
    return this.#inFlight.some(({ begunAt }) => now - begunAt >= slowMillis)
  }

  /** Where to read the next due deliveries now; undefined when there are none, or enough are queued. */
  beginReading(now: number): string | undefined {
    if (this.#isReading || this.#due.length >= readAheadMin || !this.#isOpen(now)) return undefined
    this.#isReading = this.#cursor !== undefined
    return this.#cursor
  }

  /**
   * Queues due deliveries that were read, under the lease that the reading renewed. Without a page nothing more is read: the
   * webhook was switched off, or another instance has the lease.
   */
  endReading(page: LeasedEndpoint | undefined, until: number, now: number): void {
    this.#isReading = false
    this.#cursor = page?.cursor
    if (page === undefined) return
    this.version = page.version
    this.url = page.url
    this.secrets = page.secrets
    this.#requestsMax = page.failing ? 1 : requestsPerEndpointMax
    this.#due.push(...page.deliveries)
    this.renew(until, now)
  }

  /**
   * Queues new deliveries, to be sent under the present lease. Returns false when they must wait for the next lease: the
   * lease has expired, a delivery has failed, enough have followed, or something else became due before them (the version
   * has grown by more than one), which they must not overtake.
   */
  follow({ deliveries, lease, secrets, url, version }: LeasedEndpoint, now: number): boolean {
    if (lease !== this.lease || version !== this.version + 1 || !this.#isOpen(now) || this.#hasFailed) return false
    if (this.#followed === followedMax || this.#following.length + deliveries.length > followingMax) return false
    this.#followed++
    this.version = version
    this.url = url
    this.secrets = secrets
    this.#following.push(...deliveries)
    return true
  }

  /** The database has renewed the lease. One that has expired here stays expired: another instance may have the endpoint. */
  renew(until: number, now: number): void {
    if (now < this.#until) this.#until = Math.max(this.#until, until)
  }

  /** No further request begins under this lease. */
  close(): void {
    this.#until = -Infinity
  }
}
