import type { Release } from "./AttemptRecorder.ts"
import type { LeasedEndpoint } from "./DeliveryQueue.ts"

/** How many deliveries of an endpoint follow those that are being sent; more wait for the next lease. */
const followingMax = 1_000
/** How often deliveries follow under one lease. Then the endpoint is released, so that retries that are due get a turn. */
const followedMax = 16

/** An endpoint of which everything due is being sent, or was. */
interface Served {
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
 * What became due for endpoints while this instance serves them: an endpoint that often has something new is not
 * released and leased each time.
 */
export class FollowingDeliveries {
  readonly #served = new Map<string, Served>()

  /** An endpoint is served from now on, with everything that was due. */
  begin({ version, webhook_id }: LeasedEndpoint): void {
    // One from before an outage, during which the lease expired, would end the new lease.
    const { release } = this.#served.get(webhook_id) ?? {}
    if (release !== undefined) release.isTakenBack = true
    this.#served.set(webhook_id, {
      version,
      count: 0,
      followed: 0,
      following: [],
      resume: undefined,
      release: undefined
    })
  }

  /** Somebody sends to an endpoint, takes what follows by `next`, and is told when something does. */
  resumeWith(webhookId: string, resume: () => void): void {
    const served = this.#served.get(webhookId)
    if (served !== undefined) served.resume = resume
  }

  /**
   * Adds new deliveries of an endpoint. If everything was delivered and the release is not written yet, it is taken back, and
   * true is returned: the caller serves the endpoint again. They are left to the next lease if the endpoint is not served, if
   * anything else became due before them, so that they do not overtake it, or if enough have followed.
   */
  add(endpoint: LeasedEndpoint): boolean {
    const served = this.#served.get(endpoint.webhook_id)
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
  next(webhookId: string): LeasedEndpoint | undefined {
    const served = this.#served.get(webhookId)
    const next = served?.following.shift()
    if (next !== undefined) served!.count -= next.deliveries.length
    return next
  }

  /** Everything of an endpoint was delivered, and its lease ends with `release`. */
  rest(release: Release): void {
    const served = this.#served.get(release.webhook_id)
    if (served === undefined) return
    served.resume = undefined
    if (served.version === release.version) served.release = release
  }

  /** Releases are being written. */
  forget(releases: ReadonlyArray<Release>): void {
    for (const release of releases) {
      if (this.#served.get(release.webhook_id)?.release === release) this.#served.delete(release.webhook_id)
    }
  }

  /** An endpoint is no longer served, and something of it was not delivered. */
  end(webhookId: string): void {
    this.#served.delete(webhookId)
  }
}
