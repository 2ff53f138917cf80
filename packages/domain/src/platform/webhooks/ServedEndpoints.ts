import type { LeasedEndpoint } from "./DeliveryQueue.ts"
import { ServedEndpoint } from "./ServedEndpoint.ts"

/** The maximum number of endpoints that are served at a time and are neither failing nor slow. */
const quickEndpointsMax = 256

/** The maximum number of slow endpoints that are served beside the quick ones. */
const slowEndpointsMax = 768

/** No failing endpoint is leased while this many failing and slow endpoints are served. */
const failingEndpointsMax = 256

/** How many endpoints with new deliveries are leased beyond the free places, so that one statement leases them all. */
const queuedEndpointsMax = 1_024

/** How long an endpoint may wait for a place. Then it is released, long before its lease expires. */
const queuedMillisMax = 10_000

/** Further due endpoints are leased when this many places are free, so that one statement leases many. */
const freePlacesMin = 64

/**
 * The endpoints that this instance has leased. It serves a limited number of them at a time: each has a place while it is
 * served. An endpoint with a slow request goes on without its place, so that slow receivers delay no others.
 */
export class ServedEndpoints {
  /** Each endpoint under its latest lease. */
  readonly #endpoints = new Map<string, ServedEndpoint>()
  /** The endpoints that wait for a place, first come first served. */
  readonly #queued: Array<ServedEndpoint> = []
  /** The number of endpoints with a place. */
  #placed = 0
  /** The number of slow and failing endpoints that are served; they need no place. */
  #slow = 0
  /** Whether the last lease took all free places, so that more endpoints may be due. */
  othersWait = false

  /** Adds leased endpoints, and returns them. An endpoint that is known with a later lease is left out. */
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

  /** Removes an endpoint before its release. Returns false when it is served again, also under a later lease. */
  remove(endpoint: ServedEndpoint): boolean {
    if (endpoint.phase !== "idle" || this.#endpoints.get(endpoint.webhook_id) !== endpoint) return false
    return this.#endpoints.delete(endpoint.webhook_id)
  }

  /** The number of endpoints that are not slow, with or without a place. */
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

  /** Lets an endpoint wait for a place; slow endpoints come first, since they need none. */
  enqueue(endpoint: ServedEndpoint, now: number): void {
    endpoint.phase = "queued"
    endpoint.queuedAt = now
    if (endpoint.isSlow) this.#queued.unshift(endpoint)
    else this.#queued.push(endpoint)
  }

  /** Takes the next endpoint to serve from the queue, for one worker; undefined when none waits, or no place is free. */
  enter(): ServedEndpoint | undefined {
    const next = this.#queued[0]
    if (next === undefined || (!next.isSlow && this.#placed >= quickEndpointsMax)) return undefined
    this.#queued.shift()
    next.phase = "sending"
    next.workers = 1
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

  /** Takes the endpoints that have waited too long for a place from the queue, to be released. */
  takeOverdue(now: number): ReadonlyArray<ServedEndpoint> {
    const inTime = this.#queued.findIndex(({ queuedAt }) => now - queuedAt < queuedMillisMax)
    const overdue = this.#queued.splice(0, inTime === -1 ? this.#queued.length : inTime)
    for (const endpoint of overdue) {
      endpoint.close()
      endpoint.phase = "idle"
    }
    return overdue
  }

  /** Empties the queue; no further request begins. */
  closeAll(): void {
    this.#queued.length = 0
    for (const endpoint of this.#endpoints.values()) endpoint.close()
  }
}
