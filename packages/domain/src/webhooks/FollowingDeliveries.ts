import type { LeasedEndpoint } from "./DeliveryQueue.ts"

/** How many deliveries of an endpoint follow those that are being sent; more wait for the next lease. */
const followingMax = 1_000
/** How often deliveries follow under one lease. Then the endpoint is released, so that retries that are due get a turn. */
const followedMax = 16

/** An endpoint of which everything due is being sent. */
interface Served {
  /** The version that was read with the last of its deliveries. */
  version: number
  /** How many deliveries follow. */
  count: number
  /** How often some were added. */
  followed: number
  readonly following: Array<LeasedEndpoint>
}

/**
 * What became due for endpoints while this instance serves them: an endpoint that often has something new is not
 * released and leased each time.
 */
export class FollowingDeliveries {
  readonly #served = new Map<string, Served>()

  /** An endpoint is served from now on, with everything that was due. */
  begin({ version, webhook_id }: LeasedEndpoint): void {
    this.#served.set(webhook_id, { version, count: 0, followed: 0, following: [] })
  }

  /**
   * Adds new deliveries of an endpoint. They are left to the next lease if the endpoint is not served, if anything else
   * became due before them, so that they do not overtake it, or if enough have followed.
   */
  add(endpoint: LeasedEndpoint): void {
    const served = this.#served.get(endpoint.webhook_id)
    if (served === undefined || endpoint.version !== served.version + 1) return
    if (served.followed === followedMax || served.count + endpoint.deliveries.length > followingMax) return
    served.followed++
    served.version = endpoint.version
    served.count += endpoint.deliveries.length
    served.following.push(endpoint)
  }

  /** What is sent next to an endpoint; undefined when nothing follows. */
  next(webhookId: string): LeasedEndpoint | undefined {
    const served = this.#served.get(webhookId)
    const next = served?.following.shift()
    if (next !== undefined) served!.count -= next.deliveries.length
    return next
  }

  /** An endpoint is no longer served. */
  end(webhookId: string): void {
    this.#served.delete(webhookId)
  }
}
