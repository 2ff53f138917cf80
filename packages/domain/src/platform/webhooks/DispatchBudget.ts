import { Duration } from "effect"
import { type Member, Members } from "../../kernel/Members.ts"

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
/** How many endpoints with new deliveries are leased beyond the free places, so that one statement leases them all. */
const waitingMax = 1_024
/** For how many checks such an endpoint waits for a place; then its lease is given back before it expires. */
const waitingChecksMax = 40
/** The time between two checks for slow endpoints. */
export const slownessInterval = Duration.millis(250)

/** A request in flight, by the number of the check before which it began. */
export interface BegunRequest {
  readonly check: number
}

/** A leased endpoint. */
export interface EndpointPlace extends Member {
  slow: boolean
  /** The requests in flight: at most `requestsPerEndpointMax`. */
  readonly began: Array<BegunRequest>
}

/** An endpoint that waits for a place, since a check. */
interface Waiting {
  readonly check: number
  readonly grant: (place: EndpointPlace | undefined) => void
}

/**
 * Shares out how many endpoints an instance serves at a time, so that slow receivers delay no others: an endpoint that
 * takes long gives up its place among the quick ones while its requests go on.
 */
export class DispatchBudget {
  readonly #endpoints = new Members<EndpointPlace>()
  /** Who waits for a place, first come first served. */
  readonly #waiting: Array<Waiting> = []
  #slow = 0
  #check = 0
  #isClosed = false

  /** How many more endpoints may be leased. */
  get free(): { readonly healthy: number; readonly failing: number } {
    return {
      healthy: Math.max(0, this.#quickPlaces - this.#waiting.length),
      failing: Math.max(0, Math.min(endpointsMax - this.#endpoints.size, slowEndpointsMax - this.#slow))
    }
  }

  /** How many more endpoints may be leased with their new deliveries, of which a part then waits for a place. */
  get freeOrWaiting(): number {
    return Math.max(0, this.#quickPlaces + waitingMax - this.#waiting.length)
  }

  get #quickPlaces(): number {
    const quick = this.#endpoints.size - this.#slow
    return Math.max(0, Math.min(endpointsMax - this.#endpoints.size, quickEndpointsMax - quick))
  }

  /** Whether enough places are free to lease the endpoints that wait for one. */
  get hasRoom(): boolean {
    return this.free.healthy >= freePlacesMin
  }

  /**
   * Grants a place to a leased endpoint: at once to one that is failing, else as soon as a quick place is free. Grants
   * undefined when none becomes free for too long, or the budget is closed.
   */
  enter(failing: boolean, grant: (place: EndpointPlace | undefined) => void): void {
    if (failing || (this.#quickPlaces > 0 && this.#waiting.length === 0)) grant(this.#placeOf(failing))
    else if (this.#isClosed) grant(undefined)
    else this.#waiting.push({ check: this.#check, grant })
  }

  #placeOf(failing: boolean): EndpointPlace {
    const place: EndpointPlace = { slot: 0, slow: failing, began: [] }
    this.#endpoints.add(place)
    if (failing) this.#slow++
    return place
  }

  /** Repeating is harmless. */
  leave(place: EndpointPlace): void {
    if (!this.#endpoints.delete(place)) return
    if (place.slow) this.#slow--
    this.#admit()
  }

  /** Nobody waits any more. */
  close(): void {
    this.#isClosed = true
    this.#dismiss(Infinity)
  }

  #admit(): void {
    while (this.#waiting.length > 0 && this.#quickPlaces > 0) this.#waiting.shift()!.grant(this.#placeOf(false))
  }

  /** Those who have waited since before a check get no place; they are the first in the queue. */
  #dismiss(before: number): void {
    while (this.#waiting.length > 0 && this.#waiting[0]!.check < before) this.#waiting.shift()!.grant(undefined)
  }

  /** Notes that a request begins. */
  begin(place: EndpointPlace): BegunRequest {
    const request = { check: this.#check }
    place.began.push(request)
    return request
  }

  /** Notes that a request has ended. */
  end(place: EndpointPlace, request: BegunRequest): void {
    place.began.splice(place.began.indexOf(request), 1)
  }

  /** Checks for endpoints that have turned slow; returns whether there are new ones. */
  findSlow(): boolean {
    this.#check++
    let found = false
    for (const place of this.#endpoints.all) {
      if (place.slow) continue
      for (const { check } of place.began) {
        if (this.#check - check < slowChecks) continue
        place.slow = true
        this.#slow++
        found = true
        break
      }
    }
    this.#admit()
    this.#dismiss(this.#check - waitingChecksMax)
    return found
  }
}
