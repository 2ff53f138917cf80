import type { LeasedEndpoint } from "./DeliveryQueue.ts"
import { ServedEndpoint } from "./ServedEndpoint.ts"

/** Endpoints that are served at a time and are neither failing nor slow. */
const quickEndpointsMax = 256

/** Slow endpoints that are served at a time besides the quick ones. */
const slowEndpointsMax = 768

/** Failing and slow endpoints above which no failing one is leased. */
const failingEndpointsMax = 256

/** Endpoints with new deliveries that are leased beyond the free places, so that a single statement leases them all. */
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
  /** Those that wait for a place, first come first served. */
  readonly #queued: Array<ServedEndpoint> = []
  /** Endpoints with a place, and slow endpoints, which need none. */
  #placed = 0
  #slow = 0
  /** Whether the last lease took all free places, so that more endpoints may be due. */
  othersWait = false

  /** Adds leased endpoints, except those with a later lease, whose answer came earlier. Returns what was added. */
  add(leased: ReadonlyArray<LeasedEndpoint>, until: number): ReadonlyArray<ServedEndpoint> {
    return leased.flatMap((one) => {
      const known = this.#endpoints.get(one.webhook_id)
      if (known !== undefined && known.lease > one.lease) return []
      known?.close()
      const endpoint = new ServedEndpoint(one, until)
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

  /** Endpoints that are not slow, whether they have a place or not. */
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

  /** Lets an endpoint wait for a place. */
  enqueue(endpoint: ServedEndpoint, now: number): void {
    endpoint.phase = "queued"
    endpoint.queuedAt = now
    if (endpoint.isSlow) this.#queued.unshift(endpoint)
    else this.#queued.push(endpoint)
  }

  /** The next endpoint to serve; undefined when none waits, or no place is free. */
  enter(): ServedEndpoint | undefined {
    const next = this.#queued[0]
    if (next === undefined || (!next.isSlow && this.#placed >= quickEndpointsMax)) return undefined
    this.#queued.shift()
    next.phase = "sending"
    if (next.isSlow) this.#slow++
    else this.#placed++
    return next
  }

  /** Frees the place of an endpoint. */
  leave(endpoint: ServedEndpoint): void {
    endpoint.phase = "idle"
    if (endpoint.isSlow) this.#slow--
    else this.#placed--
  }

  /** Frees the places of endpoints that have turned slow; returns whether any has. */
  freeSlow(now: number): boolean {
    const before = this.#slow
    for (const endpoint of this.#endpoints.values()) {
      if (this.#slow === slowEndpointsMax) break
      if (endpoint.isSlow || endpoint.phase !== "sending" || !endpoint.hasSlowRequest(now)) continue
      endpoint.isSlow = true
      this.#slow++
      this.#placed--
    }
    return this.#slow > before
  }

  /** Takes the endpoints that have waited too long for a place from the queue; their leases are to be given back. */
  takeOverdue(now: number): ReadonlyArray<ServedEndpoint> {
    const inTime = this.#queued.findIndex(({ queuedAt }) => now - queuedAt < queuedMillisMax)
    const overdue = this.#queued.splice(0, inTime === -1 ? this.#queued.length : inTime)
    for (const endpoint of overdue) {
      endpoint.close()
      endpoint.phase = "idle"
    }
    return overdue
  }

  /** Nothing waits any more, and no further request begins. */
  closeAll(): void {
    this.#queued.length = 0
    for (const endpoint of this.#endpoints.values()) endpoint.close()
  }
}
