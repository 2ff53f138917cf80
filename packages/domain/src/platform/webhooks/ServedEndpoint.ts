import type { DueDelivery, LeasedEndpoint, LeaseEnd } from "./DeliveryQueue.ts"
import type { DeliveryVerdict } from "./DeliverySchedule.ts"
import type { SealedSecret } from "./WebhookStore.ts"

/** The maximum number of concurrent requests to one endpoint; 1 while it is failing. */
export const requestsPerEndpointMax = 4

/** How many new deliveries may be queued under a lease; further deliveries wait for the next lease. */
const followingMax = 1_000

/** How often new deliveries may follow under a lease. Then the endpoint is released, so that due retries get a turn. */
const followedMax = 16

/** The next due deliveries are read when fewer than this are queued. */
const readAheadMin = 100

/** An endpoint is slow once one of its requests has been in flight for this long. */
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
  /** When the endpoint began to wait for a place. */
  queuedAt = 0
  /** Whether the endpoint is failing or has a slow request; then it needs no place. */
  isSlow: boolean
  /** The number of workers that send its deliveries, each one request at a time. */
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
    // New deliveries do not follow while older deliveries are due, or the endpoint fails.
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

  /** Adds a request in flight. */
  begin(now: number): BegunRequest {
    const request = { begunAt: now }
    this.#inFlight.push(request)
    return request
  }

  /** Removes a request that has ended. After a failure, new deliveries wait for the next lease, and retries get a turn. */
  end(request: BegunRequest, { kind }: DeliveryVerdict): void {
    this.#inFlight.splice(this.#inFlight.indexOf(request), 1)
    if (kind === "delivered") return
    this.#isGone ||= kind === "gone"
    this.#hasFailed = true
    this.#following.length = 0
  }

  /** Whether a request has been in flight for too long. */
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
   * Queues the due deliveries that were read; reading has renewed the lease. Without a page nothing more is read: reading
   * has failed, the webhook was switched off, or another instance has the lease.
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
   * Queues new deliveries to be sent under the present lease. Returns false when they must wait for the next lease: the
   * lease has expired, a delivery has failed, or enough deliveries have followed. They must wait, too, when the version has
   * grown by more than one: something else became due before them, and they must not overtake it.
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

  /** Extends the lease. An expired lease stays expired: another instance may have leased the endpoint since. */
  renew(until: number, now: number): void {
    if (now < this.#until) this.#until = Math.max(this.#until, until)
  }

  /** No further request begins under this lease. */
  close(): void {
    this.#until = -Infinity
  }
}
