import { Agent, type Dispatcher } from "undici"
import { EgressError } from "./EgressError.ts"
import { Blocked, type EgressGuard } from "./EgressGuard.ts"
import { resolveMillis } from "./EgressNames.ts"
import { headerBytesMax, userAgent } from "./requestPage.ts"

/** How long an idle connection is kept. The address behind it was checked when it was opened. */
const keepAliveMillis = 4_000
/** How many connections to one origin are open at a time. */
const connectionsMax = 16
/** How many interim responses (1xx) may come before the response; without a limit they could come until the deadline. */
const interimResponsesMax = 10
/** How many judgements of URLs are kept. */
const destinationsMax = 2_048
/** The time limit for looking up a name and connecting to one of its addresses, TLS included. */
const connectMillis = resolveMillis + 10_000

/** One request; the limits are those of `OutboundRequest`. */
export interface EgressRequest {
  readonly url: string
  readonly method: Dispatcher.HttpMethod
  readonly headers: Readonly<Record<string, string>>
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
  /** From the call of `send` to the last byte read. */
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

const headersOf = (given: EgressRequest["headers"]): Array<string> => {
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

/** Collects a response up to its limit, and reports it or the failure once. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #chunks: Array<Uint8Array> = []
  readonly #readMax: number
  readonly #report: (outcome: EgressResponse | Error) => void
  readonly #from = performance.now()
  #size = 0
  #interimResponses = 0
  #status = 0
  #headers: Readonly<Record<string, string>> = {}
  #controller: Dispatcher.DispatchController | undefined
  #isOver = false

  constructor(readMax: number, report: (outcome: EgressResponse | Error) => void) {
    this.#readMax = readMax
    this.#report = report
  }

  /** Ends the request, also while it waits for a connection. */
  abort(because: Error): void {
    this.#end(because)
    this.#controller?.abort(because)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(new Error("nobody waits for the response"))
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | Array<string> | undefined>>
  ): void {
    if (status < 200) {
      if (++this.#interimResponses <= interimResponsesMax) return
      const because = new EgressError("broken", `more than ${interimResponsesMax} responses of status 1xx`)
      this.#end(because)
      controller.abort(because)
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
    this.#end(this.#response(true))
    controller.abort(new Error("enough was read"))
  }

  onResponseEnd(): void {
    this.#end(this.#response(false))
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    this.#end(cause)
  }

  #response(isCut: boolean): EgressResponse {
    const body = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#size)
    const durationMillis = Math.round(performance.now() - this.#from)
    return { status: this.#status, headers: this.#headers, body, isCut, durationMillis }
  }

  #end(outcome: EgressResponse | Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#report(outcome)
  }
}

const failureOf = (outcome: Error, host: string): Error =>
  outcome instanceof Blocked || outcome instanceof EgressError || outcome instanceof EgressTimeout
    ? outcome
    : new EgressError("broken", `no answer from ${host}: ${outcome.message}`)

/**
 * Sends requests to addresses that users named, over connections that the guard opened. Connections are kept alive for a
 * few seconds. Redirects are not followed, bodies are not decompressed, and there is no proxy.
 */
export class EgressClient {
  readonly #guard: EgressGuard
  readonly #agent: Agent
  /** How many requests to an origin have no outcome yet. */
  readonly #waiting = new Map<string, number>()
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
        if (!this.#waiting.has(`${protocol}//${host}`)) {
          callback(new Error("no request waits for a connection"), null)
          return
        }
        guard.connect(guard.judge(`${protocol}//${host}/`), AbortSignal.timeout(connectMillis)).then(
          (socket) => callback(null, socket),
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
    let [hasReturned, isInterrupted] = [false, false]
    const reportLater = (outcome: EgressResponse | Error): void => {
      if (!hasReturned) queueMicrotask(() => reportLater(outcome))
      else if (!isInterrupted) report(outcome)
    }
    const interrupt = this.#begin(request, reportLater)
    hasReturned = true
    return () => {
      isInterrupted = true
      interrupt()
    }
  }

  #begin(request: EgressRequest, report: (outcome: EgressResponse | Error) => void): () => void {
    let destination: Destination
    try {
      destination = this.#destinationOf(request.url)
    } catch (cause) {
      report(cause as Error)
      return () => undefined
    }
    const { body, headers, method, readMax, timeoutMillis } = request
    const { host, origin, path } = destination
    this.#waiting.set(origin, (this.#waiting.get(origin) ?? 0) + 1)
    const reader = new ResponseReader(readMax, (outcome) => {
      clearTimeout(deadline)
      this.#leave(origin)
      report(outcome instanceof Error ? failureOf(outcome, host) : outcome)
    })
    const deadline = setTimeout(
      () => reader.abort(new EgressTimeout(`not done within ${timeoutMillis} ms`)),
      timeoutMillis
    )
    try {
      this.#agent.dispatch({ origin, path, method, headers: headersOf(headers), body }, reader)
    } catch (cause) {
      reader.abort(cause as Error)
    }
    return () => reader.abort(new Error("interrupted"))
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

  #leave(origin: string): void {
    const others = (this.#waiting.get(origin) ?? 0) - 1
    if (others > 0) this.#waiting.set(origin, others)
    else this.#waiting.delete(origin)
  }

  /** Closes all connections. */
  close(): Promise<void> {
    return this.#agent.destroy()
  }
}
