import type { HttpExchange } from "./HttpExchange.ts"

/**
 * The exchanges that are being worked on. Not a `Set`: one that takes in and gives up members without end replaces its
 * table again and again, each table keeps what it held and knows the next one, and once the oldest has outlived two
 * collections of young garbage it keeps alive all that follow, with every answer, until the next full collection.
 */
export class InFlight {
  readonly #exchanges: Array<HttpExchange> = []
  #probes = 0

  get size(): number {
    return this.#exchanges.length
  }

  /** Those that take a place: probes take none. */
  get cappedSize(): number {
    return this.#exchanges.length - this.#probes
  }

  add(exchange: HttpExchange): void {
    if (exchange.route.isProbe) this.#probes++
    exchange.inFlightAt = this.#exchanges.push(exchange) - 1
  }

  /** False when it was not among them. */
  delete(exchange: HttpExchange): boolean {
    const at = exchange.inFlightAt
    if (at === -1) return false
    exchange.inFlightAt = -1
    if (exchange.route.isProbe) this.#probes--
    const last = this.#exchanges.pop() as HttpExchange
    if (last === exchange) return true
    this.#exchanges[at] = last
    last.inFlightAt = at
    return true
  }

  /** All of them now, whatever becomes of them afterwards. */
  all(): ReadonlyArray<HttpExchange> {
    return this.#exchanges.slice()
  }
}
