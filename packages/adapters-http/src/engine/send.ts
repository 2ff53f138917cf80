import type { StorageUnavailable } from "@auspex/domain/kernel"
import type { Deferred, Effect } from "effect"
import { hash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { type HttpAnswer, jsonType } from "./HttpAnswer.ts"
import type { HttpExchange } from "./HttpExchange.ts"
import { jsonHeadersOf, matchesEtag, rawHeadersOf } from "./headers.ts"
import type { CachedAnswer, CachedHead } from "./ResponseCache.ts"
import { writeStream } from "./writeStream.ts"

/** A strong entity tag of the bytes. */
export const etagOf = (content: string | Uint8Array): string => `"${hash("sha1", content, "base64url")}"`

type Audience = keyof typeof jsonHeadersOf

const audienceOf = (exchange: HttpExchange, answer: HttpAnswer): Audience => {
  if (!exchange.route.isPublicGet) return "own"
  return exchange.authenticated || answer.status !== 200 ? "open" : "shared"
}

const isStream = ({ content }: HttpAnswer): boolean => typeof content === "object" && !(content instanceof Uint8Array)

const headOf = (audience: Audience, answer: HttpAnswer): ReadonlyArray<string> =>
  // Bytes are a document, whose own headers take precedence.
  answer.contentType === jsonType && !isStream(answer) && !(answer.content instanceof Uint8Array)
    ? jsonHeadersOf[audience]
    : rawHeadersOf(audience, answer.contentType, answer.headers)

const bytesOf = (content: string | Uint8Array): Uint8Array => {
  if (typeof content !== "string") return content
  // Not from Node's buffer pool: a small buffer would keep a whole pool slab alive.
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
  body.write(content)
  return body
}

/** The answer in the form that the cache stores; undefined if it may not be cached. */
export const cachedAnswerOf = (exchange: HttpExchange, answer: HttpAnswer): CachedAnswer | undefined => {
  if (answer.status !== 200 || answer.content === undefined || isStream(answer)) return undefined
  const body = bytesOf(answer.content as string | Uint8Array)
  const headFor = (audience: Audience, etag: string | undefined): CachedHead => ({
    lines: [
      ...headOf(audience, answer),
      ...answer.headers,
      ...(etag === undefined ? [] : ["ETag", etag]),
      "Content-Length",
      String(body.byteLength)
    ],
    etag
  })
  return {
    body,
    shared: headFor("shared", answer.etag ?? etagOf(body)),
    open: headFor("open", answer.etag),
    metrics: exchange.route.metrics,
    ownRate: exchange.route.ownRate
  }
}

/**
 * Sends a cached answer with this request's own headers, without encoding, hashing or a fiber. Returns the status sent.
 */
export const sendCached = (
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedAnswer,
  audience: "shared" | "open",
  own: ReadonlyArray<string>
): number => {
  const { etag, lines } = cached[audience]
  const head = lines.concat(own)
  if (etag !== undefined && matchesEtag(request.headers["if-none-match"], etag)) {
    response.writeHead(304, withoutLength(head))
    response.end()
    return 304
  }
  response.writeHead(200, head)
  response.end(cached.body)
  return 200
}

const withoutLength = (head: ReadonlyArray<string>): Array<string> => {
  const kept: Array<string> = []
  for (let at = 0; at + 1 < head.length; at += 2) {
    const name = (head[at] as string).toLowerCase()
    if (name !== "content-length" && name !== "content-type") kept.push(head[at] as string, head[at + 1] as string)
  }
  return kept
}

/**
 * Sends an answer. For a stream, returns the effect that writes it with back-pressure and then ends the response;
 * otherwise the response is complete and the result is undefined. Event streams end when `stopped` is done.
 */
export const send = (
  exchange: HttpExchange,
  answer: HttpAnswer,
  stopped: Deferred.Deferred<void>
): Effect.Effect<void, StorageUnavailable> | undefined => {
  const { response, request } = exchange
  const audience = audienceOf(exchange, answer)
  const head = [
    ...headOf(audience, answer),
    ...answer.headers,
    "X-Request-Id",
    exchange.requestId,
    ...exchange.rateHeaders
  ]
  const { content } = answer
  if (content === undefined) {
    response.writeHead(answer.status, withoutLength(head))
    response.end()
    return undefined
  }
  if (typeof content !== "string" && !(content instanceof Uint8Array)) {
    response.writeHead(answer.status, head)
    if (request.method === "HEAD") {
      response.end()
      return undefined
    }
    const { farewell, keepAlive } = answer
    return writeStream(response, content, {
      keepAlive,
      farewell: farewell === undefined ? undefined : { text: farewell, stopped }
    })
  }
  if (audience === "shared" || answer.etag !== undefined) {
    const etag = answer.etag ?? etagOf(content)
    head.push("ETag", etag)
    if (answer.status === 200 && matchesEtag(request.headers["if-none-match"], etag)) {
      response.writeHead(304, withoutLength(head))
      response.end()
      return undefined
    }
  }
  head.push("Content-Length", String(typeof content === "string" ? Buffer.byteLength(content) : content.byteLength))
  response.writeHead(answer.status, head)
  response.end(content)
  return undefined
}
