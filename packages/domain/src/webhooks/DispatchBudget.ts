import { Clock, Effect } from "effect"

/** Concurrent requests to one endpoint; one while it is failing. */
export const requestsPerEndpointMax = 4
/** Endpoints leased at a time that are neither failing nor slow. */
const quickEndpointsMax = 128
/** Endpoints leased at a time that are failing or slow. */
const slowEndpointsMax = 256
/** All endpoints leased at a time: one that turns slow no longer counts as quick, but still counts here. */
const endpointsMax = 1_024
/** An endpoint is slow while it is leased once a request to it has taken this long. */
const slowMillis = 500

/** A leased endpoint. */
export interface EndpointPlace {
  slow: boolean
  /** When the requests in flight began. */
  readonly began: Set<{ readonly millis: number }>
}

/**
 * Shares out how many endpoints an instance serves at a time, so that slow receivers delay no others: an endpoint that
 * takes long gives up its place among the quick ones while its requests go on.
 */
export class DispatchBudget {
  readonly #endpoints = new Set<EndpointPlace>()
  #slow = 0

  /** How many more endpoints may be leased. */
  get free(): { readonly healthy: number; readonly failing: number } {
    const rest = endpointsMax - this.#endpoints.size
    return {
      healthy: Math.max(0, Math.min(rest, quickEndpointsMax - (this.#endpoints.size - this.#slow))),
      failing: Math.max(0, Math.min(rest, slowEndpointsMax - this.#slow))
    }
  }

  enter(failing: boolean): EndpointPlace {
    const place: EndpointPlace = { slow: failing, began: new Set() }
    this.#endpoints.add(place)
    if (failing) this.#slow++
    return place
  }

  leave(place: EndpointPlace): void {
    this.#endpoints.delete(place)
    if (place.slow) this.#slow--
  }

  /** Makes a request, and notes how long it has been in flight. */
  request<A, E, R>(place: EndpointPlace, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.acquireUseRelease(
      Effect.map(Clock.currentTimeMillis, (millis) => {
        const request = { millis }
        place.began.add(request)
        return request
      }),
      () => work,
      (request) => Effect.sync(() => place.began.delete(request))
    )
  }

  /** Finds the endpoints that have turned slow; returns whether there are new ones. Call it a few times a second. */
  readonly findSlow: Effect.Effect<boolean> = Effect.map(Clock.currentTimeMillis, (now) => {
    let found = false
    for (const place of this.#endpoints) {
      if (place.slow) continue
      for (const { millis } of place.began) {
        if (now - millis < slowMillis) continue
        place.slow = true
        this.#slow++
        found = true
        break
      }
    }
    return found
  })
}
