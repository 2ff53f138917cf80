import type { HttpExchange } from "./HttpExchange.ts"

/**
 * The exchanges in flight. Not a `Set`: under constant insertion and deletion V8 replaces a set's hash table again and
 * again. Each old table keeps its contents and refers to the next one, so once the oldest has survived two minor
 * garbage collections, it retains all later tables, with every answer, until the next full collection.
 */
export class InFlight {
  readonly #exchanges: Array<HttpExchange> = []
  #probes = 0

  get size(): number {
    return this.#exchanges.length
  }

  /** The number of exchanges that count towards the limit: all but probes. */
  get cappedSize(): number {
    return this.#exchanges.length - this.#probes
  }

  add(exchange: HttpExchange): void {
    if (exchange.route.isProbe) this.#probes++
    exchange.inFlightAt = this.#exchanges.push(exchange) - 1
  }

  /** False if the exchange was not in flight. */
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

  /** A snapshot of the exchanges in flight. */
  all(): ReadonlyArray<HttpExchange> {
    return this.#exchanges.slice()
  }
}
