import { Duration, Effect } from "effect"

/** Concurrent requests to one endpoint; one while it is failing. */
export const requestsPerEndpointMax = 4
/** Endpoints leased at a time that are neither failing nor slow. */
const quickEndpointsMax = 256
/** Endpoints leased at a time that are failing or slow. */
const slowEndpointsMax = 256
/** All endpoints leased at a time: one that turns slow no longer counts as quick, but still counts here. */
const endpointsMax = 1_024
/** How many quick places must be free before endpoints that wait for one are leased, so that few statements lease many. */
const freePlacesMin = 64
/** An endpoint is slow, until its lease ends, once a request to it has been in flight during this many checks. */
const slowChecks = 2
/** The time between two checks for slow endpoints. */
export const slownessInterval = Duration.millis(250)

/** A leased endpoint. */
export interface EndpointPlace {
  slow: boolean
  /** The requests in flight, by the number of the check before which they began. */
  readonly began: Set<{ readonly check: number }>
}

/**
 * Shares out how many endpoints an instance serves at a time, so that slow receivers delay no others: an endpoint that
 * takes long gives up its place among the quick ones while its requests go on.
 */
export class DispatchBudget {
  readonly #endpoints = new Set<EndpointPlace>()
  #slow = 0
  #check = 0

  /** How many more endpoints may be leased. */
  get free(): { readonly healthy: number; readonly failing: number } {
    const rest = endpointsMax - this.#endpoints.size
    return {
      healthy: Math.max(0, Math.min(rest, quickEndpointsMax - (this.#endpoints.size - this.#slow))),
      failing: Math.max(0, Math.min(rest, slowEndpointsMax - this.#slow))
    }
  }

  /** Whether enough places are free to lease the endpoints that wait for one. */
  get hasRoom(): boolean {
    return this.free.healthy >= freePlacesMin
  }

  enter(failing: boolean): EndpointPlace {
    const place: EndpointPlace = { slow: failing, began: new Set() }
    this.#endpoints.add(place)
    if (failing) this.#slow++
    return place
  }

  /** Repeating is harmless. */
  leave(place: EndpointPlace): void {
    if (this.#endpoints.delete(place) && place.slow) this.#slow--
  }

  /** Makes a request, and notes how long it has been in flight. */
  request<A, E, R>(place: EndpointPlace, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        const request = { check: this.#check }
        place.began.add(request)
        return request
      }),
      () => work,
      (request) => Effect.sync(() => place.began.delete(request))
    )
  }

  /** Checks for endpoints that have turned slow; returns whether there are new ones. */
  readonly findSlow: Effect.Effect<boolean> = Effect.sync(() => {
    this.#check++
    let found = false
    for (const place of this.#endpoints) {
      if (place.slow) continue
      for (const { check } of place.began) {
        if (this.#check - check < slowChecks) continue
        place.slow = true
        this.#slow++
        found = true
        break
      }
    }
    return found
  })
}
