import type { RateVerdict } from "@auspex/domain/kernel"
import type { Fiber } from "effect"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import type { HttpAnswer } from "./HttpAnswer.ts"
import type { ClientAddress } from "./ClientAddress.ts"
import type { Route } from "./Route.ts"

/** The part of a request that an operation needs, independent of the transport. */
export interface ReceivedRequest {
  readonly request: { readonly headers: IncomingHttpHeaders }
  readonly route: Route
  readonly path: Readonly<Record<string, string | undefined>>
  readonly queryText: string
  readonly client: Pick<ClientAddress, "address" | "scheme">
  readonly requestId: string
  readonly body: Buffer | undefined
}

/** A request received over the network, with the state of its answer. */
export interface HttpExchange extends ReceivedRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Path and query as sent. */
  readonly url: string
  readonly client: ClientAddress
  readonly startedAt: number
  readonly authenticated: boolean
  body: Buffer | undefined
  rateHeaders: ReadonlyArray<string>
  fiber: Fiber.RuntimeFiber<HttpAnswer, unknown> | undefined
  /** Receives the answer. */
  settle: ((answer: HttpAnswer) => void) | undefined
  /** Whether the deadline has passed and the handler has been interrupted. */
  timedOut: boolean
  /** Whether an answer is being sent, or the client has disconnected. */
  settled: boolean
  /** Whether this exchange only revalidates a cache entry in the background. It counts towards no limit. */
  readonly isRevalidation: boolean
  /** Whether the request has been counted against the rate limit of its address. */
  isCounted: boolean
  /** The index among the exchanges in flight; -1 when absent. */
  inFlightAt: number
}

/** The rate-limit headers of one verdict. */
export const rateHeadersOf = (
  name: string,
  max: number,
  windowSeconds: number,
  verdict: RateVerdict
): ReadonlyArray<string> => [
  "RateLimit-Policy",
  `"${name}";q=${max};w=${windowSeconds}`,
  "RateLimit",
  `"${name}";r=${verdict.remaining};t=${Math.ceil(verdict.resetSeconds)}`
]

/**
 * Clears the references of a finished exchange. Exchanges and finished fibers (in Effect's set of roots) live long
 * enough for V8 to promote them to the old generation, where garbage stays until the next full collection. Otherwise
 * their answers would be promoted with them: a quarter of all garbage.
 */
export const detach = (exchange: HttpExchange, answer: { content: unknown }): void => {
  exchange.fiber = undefined
  exchange.settle = undefined
  exchange.body = undefined
  answer.content = undefined
}
