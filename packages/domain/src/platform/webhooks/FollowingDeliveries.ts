import type { Release } from "./AttemptRecorder.ts"
import type { Lease, LeasedEndpoint } from "./DeliveryQueue.ts"

/** How many deliveries of an endpoint follow those that are being sent; more wait for the next lease. */
const followingMax = 1_000
/** How often deliveries follow under one lease. Then the endpoint is released, so that retries that are due get a turn. */
const followedMax = 16

/** An endpoint of which something is being sent, or everything was. */
interface Served {
  readonly lease: number
  /** Until when the lease lasts in any case. */
  until: number
  /** The version that was read with the last of its deliveries. */
  version: number
  /** How many deliveries follow. */
  count: number
  /** How often some were added. */
  followed: number
  readonly following: Array<LeasedEndpoint>
  /** Tells who sends to it that something follows; undefined while nobody does. */
  resume: (() => void) | undefined
  /** Set once everything was delivered; nobody has written it yet. */
  release: Release | undefined
}

/**
 * The endpoints that this instance serves, and what became due for them meanwhile: an endpoint that often has something
 * new is not released and leased each time. A lease may expire during an outage, and be followed by another one, of this
 * instance or another; from then on, calls with its number do nothing.
 */
export class FollowingDeliveries {
  readonly #served = new Map<string, Served>()
  readonly #now: () => number

  /** `now` is the time of a clock that is never set, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * An endpoint is served from now on, under a lease that lasts until then at least. Nothing follows while it fails, or has
   * more to read.
   */
  begin({ cursor, failing, lease, version, webhook_id }: LeasedEndpoint, until: number): void {
    // The answer to an earlier lease may be the later one.
    if ((this.#served.get(webhook_id)?.lease ?? 0) > lease) return
    this.#served.set(webhook_id, {
      lease,
      until,
      version,
      count: 0,
      followed: cursor === undefined && !failing ? 0 : followedMax,
      following: [],
      resume: undefined,
      release: undefined
    })
  }

  /**
   * Whether an endpoint is still served under this lease. One that has run out here is over, even if it is renewed at this
   * moment: another instance may have the endpoint.
   */
  goesOn(lease: Lease): boolean {
    const served = this.#servedUnder(lease)
    if (served === undefined) return false
    if (this.#now() < served.until) return true
    this.#served.delete(lease.webhook_id)
    return false
  }

  /** The database has renewed the lease of an endpoint, unless it had run out before. */
  renew(webhookId: string, until: number): void {
    const served = this.#served.get(webhookId)
    if (served !== undefined && this.#now() < served.until) served.until = Math.max(served.until, until)
  }

  /** Somebody sends to an endpoint, takes what follows by `next`, and is told when something does. */
  resumeWith(lease: Lease, resume: () => void): void {
    const served = this.#servedUnder(lease)
    if (served !== undefined) served.resume = resume
  }

  /**
   * Adds new deliveries of an endpoint. If everything was delivered and the release is not written yet, it is taken back, and
   * true is returned: the caller serves the endpoint again. They are left to the next lease if the endpoint is not served, if
   * anything else became due before them, so that they do not overtake it, or if enough have followed.
   */
  add(endpoint: LeasedEndpoint): boolean {
    const served = this.#servedUnder(endpoint)
    if (served === undefined || endpoint.version !== served.version + 1) return false
    if (served.followed === followedMax || served.count + endpoint.deliveries.length > followingMax) return false
    served.followed++
    served.version = endpoint.version
    if (served.release !== undefined) {
      served.release.isTakenBack = true
      served.release = undefined
      return true
    }
    served.count += endpoint.deliveries.length
    served.following.push(endpoint)
    served.resume?.()
    return false
  }

  /** What is sent next to an endpoint; undefined when nothing follows. */
  next(lease: Lease): LeasedEndpoint | undefined {
    const served = this.#servedUnder(lease)
    const next = served?.following.shift()
    if (next !== undefined) served!.count -= next.deliveries.length
    return next
  }

  /** Everything of an endpoint was delivered, and its lease ends with `release`. */
  rest(release: Release): void {
    const served = this.#servedUnder(release)
    if (served === undefined) return
    served.resume = undefined
    served.release = release
  }

  /** Releases are being written. */
  forget(releases: ReadonlyArray<Release>): void {
    for (const release of releases) {
      if (this.#served.get(release.webhook_id)?.release === release) this.#served.delete(release.webhook_id)
    }
  }

  /** An endpoint is no longer served. */
  end(lease: Lease): void {
    if (this.#servedUnder(lease) !== undefined) this.#served.delete(lease.webhook_id)
  }

  #servedUnder({ lease, webhook_id }: Lease): Served | undefined {
    const served = this.#served.get(webhook_id)
    return served?.lease === lease ? served : undefined
  }
}
