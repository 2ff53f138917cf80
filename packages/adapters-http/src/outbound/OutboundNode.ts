import {
  Outbound,
  OutboundFailure,
  outboundReadMax,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundStream,
  type OutboundStreamRequest,
  outboundTimeoutMillis,
  Refusal,
  type WebDocument,
  type WebDocumentRequest,
  webPageReadMax,
  webPageRedirectsMax,
  type WebPageRequest,
  webPageTimeoutMillis
} from "@auspex/domain/kernel"
import { Effect, Layer, Option, type Scope, Stream } from "effect"
import { isUtf8 } from "node:buffer"
import { decodeText } from "./decodeText.ts"
import { pageEncodings, readPage } from "./EgressBody.ts"
import { EgressClient, EgressTimeout, flat } from "./EgressClient.ts"
import { EgressError } from "./EgressError.ts"
import { Blocked, EgressGuard, type OutboundOptions } from "./EgressGuard.ts"
import { FetchCookies } from "./FetchCookies.ts"
import { requestPage } from "./requestPage.ts"

/** The maximum number of pages read at a time; further ones wait. Who sends messages limits their number itself. */
const pagesInFlightMax = 64

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

const pageTypes = ["text/", "application/json", "application/xml", "application/xhtml+xml", "application/rss+xml"]
  .concat("application/atom+xml", "application/ld+json", "application/javascript")

const typeMatches = (type: string, pattern: string): boolean =>
  pattern.endsWith("/*") || pattern.endsWith("/")
    ? type.startsWith(pattern.slice(0, pattern.indexOf("/") + 1))
    : type === pattern

const noHeaders = {}

const request = (
  client: EgressClient,
  { body, headers = noHeaders, method, readMax = outboundReadMax, timeoutMillis = outboundTimeoutMillis, url }:
    OutboundRequest
): Effect.Effect<OutboundResponse, Refusal | OutboundFailure> =>
  Effect.async((resume) => {
    const interrupt = client.send({
      url,
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      body: body ?? null,
      readMax,
      timeoutMillis
    }, (outcome) => resume(outcome instanceof Error ? Effect.fail(failureOf(url, outcome)) : Effect.succeed(outcome)))
    return Effect.sync(interrupt)
  })

const charsetOf = (contentType: string): string | null =>
  /charset\s*=\s*"?([\w:-]{1,40})/i.exec(contentType)?.[1] ?? null

/** A header as its sender meant it: Node reads headers as Latin 1, and many servers send addresses in UTF-8. */
const headerText = (header: string): string => {
  const bytes = Buffer.from(header, "latin1")
  return isUtf8(bytes) ? bytes.toString("utf8") : header
}

/** The address to which a redirect leads; fails if it is one too many, or leads nowhere. */
const redirectTarget = (location: string | undefined, base: URL, isAllowed: boolean, status: number): string => {
  const address = location === undefined ? undefined : headerText(location)
  const url = address !== undefined && URL.canParse(address, base) ? new URL(address, base) : undefined
  if (url === undefined) throw new EgressError("redirects", "a redirect that leads nowhere", status)
  if (isAllowed) return url.href
  throw new EgressError("redirects", `one redirect too many, to ${(url.host || url.protocol).slice(0, 100)}`, status)
}

const documentOf = async (
  guard: EgressGuard,
  request: WebDocumentRequest,
  signal: AbortSignal
): Promise<WebDocument> => {
  const limits = Object.entries(request.bytesMax)
  const headers = {
    accept: "text/html,application/xhtml+xml,text/*;q=0.9,*/*;q=0.1",
    "accept-encoding": pageEncodings
  }
  const redirectsMax = request.redirectsMax ?? webPageRedirectsMax
  const cookies = new FetchCookies()
  let target = guard.judge(request.url)
  for (let hops = 0;; hops++) {
    const cookie = cookies.headerFor(target.url)
    const sent = cookie === undefined ? headers : { ...headers, cookie }
    const message = await requestPage(target, sent, await guard.plan(target, signal))
    try {
      const status = message.statusCode ?? 0
      cookies.keep(message.headers["set-cookie"] ?? [], target.url)
      if (isRedirect(status)) {
        target = guard.judge(redirectTarget(message.headers.location, target.url, hops < redirectsMax, status))
        continue
      }
      if (status < 200 || status > 299) throw new EgressError("status", `answered ${status}`, status)
      const stated = message.headers["content-type"] ?? ""
      const contentType = stated.split(";", 1)[0]!.trim().toLowerCase()
      const limit = limits.find(([type]) => typeMatches(contentType, type))
      if (limit === undefined) {
        throw new EgressError("content_type", `answered ${contentType.slice(0, 80) || "no content type"}`, status)
      }
      const bytes = await readPage(message, limit[1])
      return { url: target.url.href, contentType, charset: charsetOf(stated), bytes }
    } finally {
      message.destroy()
    }
  }
}

const failureOf = (url: string, cause: unknown): Refusal | OutboundFailure => {
  if (cause instanceof Blocked) return new Refusal({ failures: [cause.failure] })
  if (cause instanceof EgressTimeout) return new OutboundFailure({ reason: "timeout", url, detail: cause.message })
  if (!(cause instanceof EgressError)) {
    return new OutboundFailure({ reason: "broken", url, detail: (cause as Error).message })
  }
  const { message: detail, reason, status } = cause
  return new OutboundFailure({ reason, url, detail, ...(status === undefined ? {} : { status }) })
}

/** Runs a promise with interruption, and converts its failure. */
const guarded = <A>(
  url: string,
  run: (signal: AbortSignal) => Promise<A>
): Effect.Effect<A, Refusal | OutboundFailure> =>
  Effect.tryPromise({ try: run, catch: (cause) => failureOf(url, cause) })

/** The response of a request as it arrives. */
const openOf = (
  guard: EgressGuard,
  { body, headers = {}, isOperators = false, method, url }: OutboundStreamRequest
): Effect.Effect<OutboundStream, Refusal | OutboundFailure, Scope.Scope> =>
  Effect.gen(function*() {
    const abort = yield* Effect.acquireRelease(
      Effect.sync(() => new AbortController()),
      (controller) => Effect.sync(() => controller.abort())
    )
    const message = yield* guarded(url, async () => {
      const target = guard.judge(url, "url", isOperators ? "any" : undefined)
      return requestPage(
        target,
        { ...headers, "accept-encoding": "identity" },
        await guard.plan(target, abort.signal),
        {
          method: method ?? (body === undefined ? "GET" : "POST"),
          ...(body === undefined ? {} : { body })
        }
      )
    })
    const failed = (cause: unknown) =>
      Option.some(new OutboundFailure({ reason: "broken", url, detail: (cause as Error).message }))
    const chunks = (message as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
    // Not `Stream.fromAsyncIterable`, which ends by returning the iterator: that waits for the next chunk, and so for ever
    // when the server is silent. Here the scope closes the connection.
    const next = Effect.flatMap(
      Effect.tryPromise({ try: () => chunks.next(), catch: failed }),
      ({ done, value }) => done === true ? Effect.fail(Option.none()) : Effect.succeed(value as Uint8Array)
    )
    return {
      status: message.statusCode ?? 0,
      headers: flat(message.headers),
      body: Stream.repeatEffectOption(next)
    }
  })

/** Runs a promise with a deadline. */
const within = async <A>(
  millis: number,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<A>
): Promise<A> => {
  const deadline = AbortSignal.timeout(millis)
  try {
    return await run(AbortSignal.any([signal, deadline]))
  } catch (cause) {
    throw deadline.aborted && !(cause instanceof Blocked) ? new EgressTimeout(`not done within ${millis} ms`) : cause
  }
}

/**
 * Makes outbound calls through sockets of this process: without a proxy from the environment, with TLS 1.2 or later and
 * a trusted certificate. Connections of `request` are kept alive for a few seconds.
 */
export const outboundNode = (options: OutboundOptions): Layer.Layer<Outbound> =>
  Layer.scoped(
    Outbound,
    Effect.gen(function*() {
      const pages = yield* Effect.makeSemaphore(pagesInFlightMax)
      const guard = new EgressGuard(options)
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => new EgressClient(guard)),
        (client) => Effect.promise(() => client.close())
      )
      const document = (request: WebDocumentRequest) =>
        pages.withPermits(1)(
          guarded(request.url, (signal) =>
            within(
              request.timeoutMillis ?? webPageTimeoutMillis,
              signal,
              (signal) => documentOf(guard, request, signal)
            ))
        )
      return Outbound.of({
        check: (url, field) =>
          guarded(url, (signal) =>
            within(outboundTimeoutMillis, signal, async (signal) => {
              await guard.addresses(guard.judge(url, field), signal, field)
            })).pipe(Effect.catchTag("OutboundFailure", () => Effect.void)),
        request: (asked) => request(client, asked),
        open: (request) => openOf(guard, request),
        document,
        page: ({ contentTypes = pageTypes, readMax = webPageReadMax, ...request }: WebPageRequest) =>
          Effect.map(
            document({ ...request, bytesMax: Object.fromEntries(contentTypes.map((type) => [type, readMax])) }),
            ({ bytes, charset, contentType, url }) => ({ url, contentType, text: decodeText(bytes, charset) })
          )
      })
    })
  )
