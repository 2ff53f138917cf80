import { Agent, type Dispatcher } from "undici"
import { EgressError } from "./EgressError.ts"
import { Blocked, type EgressGuard } from "./EgressGuard.ts"
import { resolveMillis } from "./EgressNames.ts"
import { interimRefusal, protocolSwitch, withoutContinue } from "./interimResponses.ts"
import { headerBytesMax, userAgent } from "./requestPage.ts"

/** How long an idle connection is kept. The address behind it was checked when it was opened. */
const keepAliveMillis = 4_000
/** How many connections to one origin are open at a time. */
const connectionsMax = 16
/** How many judgements of URLs are kept. */
const destinationsMax = 2_048
/** The time limit for looking up a name and connecting to one of its addresses, TLS included. */
const connectMillis = resolveMillis + 10_000

/** One request; the limits are those of `OutboundRequest`. */
export interface EgressRequest {
  readonly url: string
  readonly method: Dispatcher.HttpMethod
  /** A function is called when the request begins, after it has waited for a connection; what it throws is reported. */
  readonly headers: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>)
  readonly body: string | Uint8Array | null
  readonly timeoutMillis: number
  readonly readMax: number
}

/** The response as far as it was read. */
export interface EgressResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly isCut: boolean
  /** From the beginning of the request to the last byte read, without the time that it waited for a connection. */
  readonly durationMillis: number
}

/** Where requests to a URL go, if it may be called. */
interface Destination {
  readonly origin: string
  readonly path: string
  readonly host: string
}

/** Thrown when the time limit of a request has passed. */
export class EgressTimeout extends Error {}

const ownHeaders: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "upgrade",
  "te",
  "expect",
  "keep-alive",
  "proxy-connection"
])

// Loops instead of lists of entries, because they run for every delivery of a webhook.

const headersOf = (given: Readonly<Record<string, string>>): Array<string> => {
  const sent = ["user-agent", userAgent, "accept-encoding", "identity"]
  for (const name of Object.keys(given)) if (!ownHeaders.has(name.toLowerCase())) sent.push(name, given[name]!)
  return sent
}

/** Headers with one text each. */
export const flat = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
): Record<string, string> => {
  const texts: Record<string, string> = {}
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    texts[name] = typeof value === "string" ? value : (value ?? []).join(", ")
  }
  return texts
}

/** What an exchange needs of the client. */
interface ExchangeParts {
  readonly request: EgressRequest
  readonly destination: Destination
  readonly traffic: Traffic
  readonly report: (outcome: EgressResponse | Error) => void
  /** Called once, when there is an outcome, before it is reported. */
  readonly onOver: (exchange: Exchange) => void
}

/** The requests to one origin. */
interface Traffic {
  readonly origin: string
  /** How many were begun and have no outcome yet. */
  begun: number
  /** Those that wait for a connection, first come first served; some may be over. */
  readonly waiting: Array<Exchange>
  /** Whether some of those are just being begun. */
  isAdmitting: boolean
}

const expire = (exchange: Exchange): void => exchange.expire()

/**
 * One request, from its wait for a connection to its outcome, which it reports once.
 *
 * Requests that wait for long live for long, and V8 then makes such objects in the old part of its memory, where they stay
 * until the next complete collection. Everything that belongs to the response is therefore in a `Reception`, which is made
 * when the request begins and let go when it ends: else all of it would stay as long, and the garbage collector would need
 * a third of the server's processor time.
 */
class Exchange {
  readonly #parts: ExchangeParts
  readonly #deadline: NodeJS.Timeout
  #reception: Reception | undefined
  #isBegun = false
  #isOver = false
  #isInterrupted = false
  /** Whether the caller has got the function that interrupts it, and may get the outcome. */
  isReturned = false

  constructor(parts: ExchangeParts) {
    this.#parts = parts
    this.#deadline = setTimeout(expire, parts.request.timeoutMillis, this)
  }

  get traffic(): Traffic {
    return this.#parts.traffic
  }

  get host(): string {
    return this.#parts.destination.host
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Whether it was begun. */
  get isBegun(): boolean {
    return this.#isBegun
  }

  /** Sends the request. */
  begin(agent: Agent): void {
    const { destination: { origin, path }, request: { body, method, readMax } } = this.#parts
    this.#isBegun = true
    const reception = new Reception(this, readMax)
    this.#reception = reception
    try {
      agent.dispatch({ origin, path, method, headers: this.#givenHeaders(), body }, reception)
    } catch (cause) {
      this.abort(cause as Error)
    }
  }

  #givenHeaders(): Array<string> {
    const { headers } = this.#parts.request
    if (typeof headers !== "function") return headersOf(headers)
    try {
      return headersOf(headers())
    } catch (cause) {
      throw new EgressError("broken", (cause as Error).message)
    }
  }

  /** Ends it, also while it waits; nothing is reported. */
  interrupt(): void {
    this.#isInterrupted = true
    this.abort(new Error("interrupted"))
  }

  /** Its time is over. */
  expire(): void {
    this.abort(new EgressTimeout(`not done within ${this.#parts.request.timeoutMillis} ms`))
  }

  /** Ends it with a failure, and its request with it. */
  abort(because: Error): void {
    const reception = this.#reception
    this.end(because)
    reception?.abort(because)
  }

  /** Ends it with its outcome, unless it has one. */
  end(outcome: EgressResponse | Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#reception = undefined
    clearTimeout(this.#deadline)
    this.#parts.onOver(this)
    const reported = outcome instanceof Error ? failureOf(outcome, this.#parts.destination.host) : outcome
    if (this.isReturned) this.#report(reported)
    else queueMicrotask(() => this.#report(reported))
  }

  #report(outcome: EgressResponse | Error): void {
    if (!this.#isInterrupted) this.#parts.report(outcome)
  }
}

/** Collects the response to a request up to its limit, and ends its exchange. */
class Reception implements Dispatcher.DispatchHandler {
  readonly #exchange: Exchange
  readonly #readMax: number
  readonly #chunks: Array<Uint8Array> = []
  readonly #from = performance.now()
  #size = 0
  #interimResponses = 0
  #status = 0
  #headers: Readonly<Record<string, string>> = {}
  #controller: Dispatcher.DispatchController | undefined

  constructor(exchange: Exchange, readMax: number) {
    this.#exchange = exchange
    this.#readMax = readMax
  }

  /** Ends the request, at the latest when it starts. */
  abort(because: Error): void {
    this.#controller?.abort(because)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#exchange.isOver) controller.abort(new Error("nobody waits for the response"))
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | Array<string> | undefined>>
  ): void {
    if (status < 200) {
      const refusal = interimRefusal(this.#exchange.host, status, ++this.#interimResponses)
      if (refusal !== undefined) this.#exchange.abort(refusal)
      return
    }
    this.#status = status
    this.#headers = flat(headers)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    const room = this.#readMax - this.#size
    this.#chunks.push(chunk.length <= room ? chunk : chunk.subarray(0, room))
    this.#size += Math.min(chunk.length, room)
    if (chunk.length <= room) return
    this.#exchange.end(this.#response(true))
    controller.abort(new Error("enough was read"))
  }

  onResponseEnd(): void {
    this.#exchange.end(this.#response(false))
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    this.#exchange.end(cause)
  }

  #response(isCut: boolean): EgressResponse {
    const body = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#size)
    const durationMillis = Math.round(performance.now() - this.#from)
    return { status: this.#status, headers: this.#headers, body, isCut, durationMillis }
  }
}

const failureOf = (outcome: Error, host: string): Error => {
  if (outcome instanceof Blocked || outcome instanceof EgressError || outcome instanceof EgressTimeout) return outcome
  // The library's words for an answer 101 that names a protocol.
  if (outcome.message === "bad upgrade") return protocolSwitch(host)
  return new EgressError("broken", `no answer from ${host}: ${outcome.message}`)
}

/** Reports why a request cannot be sent, after it has returned. */
const refuse = (because: Error, report: (outcome: Error) => void): () => void => {
  let isInterrupted = false
  queueMicrotask(() => {
    if (!isInterrupted) report(because)
  })
  return () => {
    isInterrupted = true
  }
}

/**
 * Sends requests to addresses that users named, over connections that the guard opened. Connections are kept alive for a
 * few seconds. Redirects are not followed, bodies are not decompressed, and there is no proxy.
 *
 * Requests wait for a connection here and not in the library, which needs ten times as much memory for one that waits.
 */
export class EgressClient {
  readonly #guard: EgressGuard
  readonly #agent: Agent
  /** By origin; those without a request are left out. */
  readonly #traffic = new Map<string, Traffic>()
  readonly #destinations = new Map<string, Destination>()

  constructor(guard: EgressGuard) {
    this.#guard = guard
    this.#agent = new Agent({
      connections: connectionsMax,
      pipelining: 1,
      keepAliveTimeout: keepAliveMillis,
      keepAliveMaxTimeout: keepAliveMillis,
      maxHeaderSize: headerBytesMax,
      // The deadline of the whole request is stricter than limits between its parts.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: ({ host, protocol }, callback) => {
        // After an abort the library opens another connection, even if there is nothing to send.
        if (!this.#traffic.has(`${protocol}//${host}`)) {
          callback(new Error("no request waits for a connection"), null)
          return
        }
        guard.connect(guard.judge(`${protocol}//${host}/`), AbortSignal.timeout(connectMillis)).then(
          (socket) => callback(null, withoutContinue(socket)),
          (cause: unknown) => callback(cause as Error, null)
        )
      }
    })
  }

  /**
   * Reports the response, or a `Blocked`, `EgressError` or `EgressTimeout`, once and after it has returned. Returns a
   * function that interrupts the request; then nothing is reported. Callbacks instead of promises and signals, because a
   * delivery is little work besides them.
   */
  send(request: EgressRequest, report: (outcome: EgressResponse | Error) => void): () => void {
    let destination: Destination
    try {
      destination = this.#destinationOf(request.url)
    } catch (cause) {
      return refuse(cause as Error, report)
    }
    const traffic = this.#trafficTo(destination.origin)
    const exchange = new Exchange({ request, destination, traffic, report, onOver: this.#onOver })
    if (traffic.begun < connectionsMax) this.#begin(exchange)
    else traffic.waiting.push(exchange)
    exchange.isReturned = true
    return () => exchange.interrupt()
  }

  #begin(exchange: Exchange): void {
    exchange.traffic.begun++
    exchange.begin(this.#agent)
  }

  readonly #onOver = ({ isBegun, traffic }: Exchange): void => {
    if (!isBegun) return
    traffic.begun--
    // One that fails as soon as it is begun comes here within the loop below, which then goes on.
    if (traffic.isAdmitting) return
    traffic.isAdmitting = true
    while (traffic.begun < connectionsMax) {
      const next = traffic.waiting.shift()
      if (next === undefined) break
      if (!next.isOver) this.#begin(next)
    }
    traffic.isAdmitting = false
    if (traffic.begun === 0) this.#traffic.delete(traffic.origin)
  }

  #trafficTo(origin: string): Traffic {
    const known = this.#traffic.get(origin)
    if (known !== undefined) return known
    const traffic: Traffic = { origin, begun: 0, waiting: [], isAdmitting: false }
    this.#traffic.set(origin, traffic)
    return traffic
  }

  /** The judgement of a URL depends on its text only. */
  #destinationOf(text: string): Destination {
    const known = this.#destinations.get(text)
    if (known !== undefined) return known
    const { host, url: { origin, pathname, search } } = this.#guard.judge(text)
    const destination = { origin, path: pathname + search, host }
    if (this.#destinations.size >= destinationsMax) this.#destinations.clear()
    this.#destinations.set(text, destination)
    return destination
  }

  /** Closes all connections. */
  close(): Promise<void> {
    return this.#agent.destroy()
  }
}
