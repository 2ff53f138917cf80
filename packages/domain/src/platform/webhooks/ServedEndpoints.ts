import { Effect, Queue } from "effect"
import type { LeasedEndpoint } from "./DeliveryQueue.ts"
import { ServedEndpoint } from "./ServedEndpoint.ts"

/** Endpoints that are served at a time and are neither failing nor slow. */
const quickEndpointsMax = 256

/** Slow endpoints that are served at a time besides the quick ones. */
const slowEndpointsMax = 768

/** Failing and slow endpoints above which no failing one is leased. */
const failingEndpointsMax = 256

/** Endpoints with new deliveries that are leased beyond the free places, so that one statement leases them all. */
const queuedEndpointsMax = 1_024

/** How long an endpoint waits for a place; then its lease is given back, long before it expires. */
const queuedMillisMax = 10_000

/** The number of free places at which further due endpoints are leased, so that few statements lease many. */
const freePlacesMin = 64

/**
 * The endpoints that this instance has leased, and a limit on how many it serves at a time. An endpoint with a slow
 * request gives its place to another one and goes on beside it, so that slow receivers delay no others.
 */
export class ServedEndpoints {
  /** Each endpoint under its latest lease. */
  readonly #endpoints = new Map<string, ServedEndpoint>()
  /** The free places: whoever waits for one gets it in turn, which a semaphore's cost for each waiter would slow down. */
  readonly #places: Queue.Queue<void>
  #slow = 0
  /** Whether the last lease took all free places, so that more endpoints may be due. */
  othersWait = false

  private constructor(places: Queue.Queue<void>) {
    this.#places = places
  }

  static readonly make: Effect.Effect<ServedEndpoints> = Effect.gen(function*() {
    const places = yield* Queue.unbounded<void>()
    yield* places.offerAll(Array.from({ length: quickEndpointsMax }, () => undefined))
    return new ServedEndpoints(places)
  })

  /** Adds leased endpoints, except those with a later lease, whose answer came earlier. Returns what was added. */
  add(leased: ReadonlyArray<LeasedEndpoint>, until: number, now: number): ReadonlyArray<ServedEndpoint> {
    return leased.flatMap((one) => {
      const known = this.#endpoints.get(one.webhook_id)
      if (known !== undefined && known.lease > one.lease) return []
      known?.close()
      const endpoint = new ServedEndpoint(one, until, now)
      this.#endpoints.set(endpoint.webhook_id, endpoint)
      return endpoint
    })
  }

  find(webhookId: string): ServedEndpoint | undefined {
    return this.#endpoints.get(webhookId)
  }

  /** Removes an endpoint whose lease is to end. Returns false when it is served again, or under a later lease. */
  remove(endpoint: ServedEndpoint): boolean {
    if (endpoint.phase !== "idle" || this.#endpoints.get(endpoint.webhook_id) !== endpoint) return false
    return this.#endpoints.delete(endpoint.webhook_id)
  }

  get #quick(): number {
    return this.#endpoints.size - this.#slow
  }

  /** How many due endpoints may be leased. */
  get free(): { readonly healthy: number; readonly failing: number } {
    return {
      healthy: Math.max(0, quickEndpointsMax - this.#quick),
      failing: Math.max(0, failingEndpointsMax - this.#slow)
    }
  }

  /** How many idle endpoints may be leased together with their new deliveries. */
  get freeForNew(): number {
    return Math.max(0, quickEndpointsMax + queuedEndpointsMax - this.#quick)
  }

  /** Whether more endpoints may be due, and enough places are free to lease them. */
  get mayLeaseMore(): boolean {
    return this.othersWait && this.free.healthy >= freePlacesMin
  }

  /** Waits for a place, first come first served. Slow endpoints need none. */
  enter(endpoint: ServedEndpoint): Effect.Effect<void> {
    if (endpoint.isSlow) this.#slow++
    return Effect.map(endpoint.isSlow ? Effect.void : this.#places.take, () => {
      endpoint.phase = "sending"
    })
  }

  /** Makes an endpoint idle at once, and frees its place. */
  leave(endpoint: ServedEndpoint): Effect.Effect<void> {
    endpoint.phase = "idle"
    if (!endpoint.isSlow) return Effect.asVoid(this.#places.offer(undefined))
    this.#slow--
    return Effect.void
  }

  /** Frees the places of endpoints that have turned slow; returns how many did. */
  readonly freeSlow = (now: number): Effect.Effect<number> =>
    Effect.suspend(() => {
      let found = 0
      for (const endpoint of this.#endpoints.values()) {
        if (this.#slow === slowEndpointsMax) break
        if (endpoint.isSlow || endpoint.phase !== "sending" || !endpoint.hasSlowRequest(now)) continue
        endpoint.isSlow = true
        this.#slow++
        found++
      }
      return found === 0
        ? Effect.succeed(0)
        : Effect.as(this.#places.offerAll(Array.from({ length: found }, () => undefined)), found)
    })

  /** Closes the endpoints that have waited too long for a place; their leases are to be given back. */
  closeOverdue(now: number): ReadonlyArray<ServedEndpoint> {
    const overdue: Array<ServedEndpoint> = []
    for (const endpoint of this.#endpoints.values()) {
      if (endpoint.phase !== "queued" || now - endpoint.leasedAt < queuedMillisMax) continue
      endpoint.close()
      endpoint.phase = "idle"
      overdue.push(endpoint)
    }
    return overdue
  }

  /** No further request begins. */
  closeAll(): void {
    for (const endpoint of this.#endpoints.values()) endpoint.close()
  }
}
