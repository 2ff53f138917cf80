import type { RateVerdict } from "@auspex/domain/kernel"
import type { Fiber } from "effect"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import type { HttpAnswer } from "./HttpAnswer.ts"
import type { ClientAddress } from "./ClientAddress.ts"
import type { Route } from "./Route.ts"

/** What an operation needs of a request, whatever carried it here. */
export interface ReceivedRequest {
  readonly request: { readonly headers: IncomingHttpHeaders }
  readonly route: Route
  readonly path: Readonly<Record<string, string | undefined>>
  readonly queryText: string
  readonly client: { readonly address: string }
  readonly requestId: string
  readonly body: Buffer | undefined
}

/** One request of the network and its answer to be. */
export interface HttpExchange extends ReceivedRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** As it was sent, path and query. */
  readonly url: string
  readonly client: ClientAddress
  readonly startedAt: number
  readonly authenticated: boolean
  body: Buffer | undefined
  rateHeaders: ReadonlyArray<string>
  fiber: Fiber.RuntimeFiber<HttpAnswer, unknown> | undefined
  /** What is done with the answer. */
  settle: ((answer: HttpAnswer) => void) | undefined
  /** The deadline has passed and the handler has been told to stop. */
  timedOut: boolean
  /** An answer is on its way, or nobody is there to read it. */
  settled: boolean
  /** Its answer went out already, from the cache; this computes the next one. Counts against no limit. */
  readonly behind: boolean
  /** Its place among those in flight; -1 when it is not among them. */
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
 * Unties what has ended. Exchanges live long enough for V8 to make them among the old objects, where dead ones stay until
 * the next full collection; so do finished fibers in Effect's set of roots. With their answers tied to them, a quarter of
 * all garbage would be moved there.
 */
export const detach = (exchange: HttpExchange, answer: { content: unknown }): void => {
  exchange.fiber = undefined
  exchange.settle = undefined
  exchange.body = undefined
  answer.content = undefined
}
