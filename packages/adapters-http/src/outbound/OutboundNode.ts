import {
  type Failure,
  failure,
  Outbound,
  OutboundFailure,
  type WebPage,
  outboundReadMax,
  type OutboundRequest,
  type OutboundResponse,
  outboundTimeoutMillis,
  webPageReadMax,
  webPageRedirectsMax,
  type WebPageRequest,
  webPageTimeoutMillis,
  Refusal
} from "@auspex/domain/kernel"
import { Effect, Either, Layer } from "effect"
import type { IncomingMessage } from "node:http"
import { pageEncodings, readBytes, readPage, textOfPage } from "./EgressBody.ts"
import { type DialAddress, dialAddress } from "./EgressConnection.ts"
import { EgressError } from "./EgressError.ts"
import { type EgressMessage, exchange } from "./EgressExchange.ts"
import { answersMax, resolveByDns, resolveBySystem, type ResolveName, resolveMillis } from "./EgressNames.ts"
import { type EgressTarget, isAllowedAddress, judgeEgressUrl } from "./EgressUrl.ts"

/** The maximum number of concurrent calls; further calls wait. */
const inFlightMax = 64

/** Options of outbound calls. */
export interface OutboundOptions {
  /** Allows http and loopback addresses: for development and tests only. */
  readonly allowPrivate: boolean
  /** A CA certificate (PEM) to trust in addition to Node's. */
  readonly trusted?: string
  /** The functions that resolve names and open sockets. Default: the system's. */
  readonly resolve?: ResolveName
  readonly dial?: DialAddress
}

/** A refused URL or address, within the promises below; callers see a `Refusal`. */
class Blocked extends Error {
  readonly failure: Failure

  constructor(because: Failure) {
    super(because.message)
    this.failure = because
  }
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

const pageTypes = ["text/", "application/json", "application/xml", "application/xhtml+xml", "application/rss+xml"]
  .concat("application/atom+xml", "application/ld+json", "application/javascript")

const typeMatches = (type: string, pattern: string): boolean =>
  pattern.endsWith("/*") || pattern.endsWith("/")
    ? type.startsWith(pattern.slice(0, pattern.indexOf("/") + 1))
    : type === pattern

const headersOf = (message: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(message.headers).map((
      [name, value]
    ) => [name, Array.isArray(value) ? value.join(", ") : value ?? ""])
  )

class Guard {
  private readonly allowPrivate: boolean
  private readonly trusted: string | undefined
  private readonly resolve: ResolveName
  private readonly dial: DialAddress

  constructor({ allowPrivate, dial, resolve, trusted }: OutboundOptions) {
    this.allowPrivate = allowPrivate
    this.trusted = trusted
    this.resolve = resolve ?? (allowPrivate ? resolveBySystem : resolveByDns)
    this.dial = dial ?? dialAddress
  }

  judge(url: string, field = "url"): EgressTarget {
    return Either.getOrThrowWith(judgeEgressUrl(url, this.allowPrivate, field), (because) => new Blocked(because))
  }

  /** The checked addresses of the target; empty if the name does not exist. */
  async addresses(target: EgressTarget, signal: AbortSignal, field = "url"): Promise<ReadonlyArray<string>> {
    if (target.isAddress) return [target.host]
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(resolveMillis)])
    const found = await new Promise<ReadonlyArray<string>>((resolve, reject) => {
      deadline.addEventListener("abort", () => reject(new EgressError("dns", `no answer about ${target.host}`)))
      this.resolve(target.host, deadline).then(
        resolve,
        (cause: unknown) =>
          reject(new EgressError("dns", `${target.host} cannot be resolved: ${(cause as Error).message}`))
      )
    })
    // A single private address refuses the name: mixing it with public ones is a typical attack.
    if (found.length > answersMax || !found.every((address) => isAllowedAddress(address, this.allowPrivate))) {
      const message = `${field} points to an address that this service will not call.`
      throw new Blocked(failure("SSRF_BLOCKED", message, { field }))
    }
    return found
  }

  async send(target: EgressTarget, message: EgressMessage, signal: AbortSignal): Promise<IncomingMessage> {
    const addresses = await this.addresses(target, signal)
    if (addresses.length === 0) throw new EgressError("dns", `there is no ${target.host}`)
    const { dial, trusted } = this
    return exchange(target, message, { ...target, addresses, dial, trusted, signal })
  }

  async request(request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    const from = performance.now()
    const body = typeof request.body === "string" ? Buffer.from(request.body, "utf8") : request.body
    const method = request.method ?? (body === undefined ? "GET" : "POST")
    const headers = { "accept-encoding": "identity", ...request.headers }
    const message = await this.send(this.judge(request.url), { method, headers, body }, signal)
    const { bytes, isCut } = await readBytes(message, request.readMax ?? outboundReadMax)
    message.destroy()
    const durationMillis = Math.round(performance.now() - from)
    return { status: message.statusCode ?? 0, headers: headersOf(message), body: bytes, isCut, durationMillis }
  }

  async page(request: WebPageRequest, signal: AbortSignal): Promise<WebPage> {
    const types = request.contentTypes ?? pageTypes
    const headers = {
      accept: "text/html,application/xhtml+xml,text/*;q=0.9,*/*;q=0.1",
      "accept-encoding": pageEncodings
    }
    const redirectsMax = request.redirectsMax ?? webPageRedirectsMax
    let target = this.judge(request.url)
    for (let hops = 0;; hops++) {
      const message = await this.send(target, { method: "GET", headers, body: undefined }, signal)
      try {
        const status = message.statusCode ?? 0
        const { location } = message.headers
        if (isRedirect(status)) {
          if (hops >= redirectsMax) throw new EgressError("redirects", `more than ${redirectsMax} redirects`, status)
          if (location === undefined || !URL.canParse(location, target.url)) {
            throw new EgressError("redirects", "a redirect that leads nowhere", status)
          }
          target = this.judge(new URL(location, target.url).href)
          continue
        }
        if (status < 200 || status > 299) throw new EgressError("status", `answered ${status}`, status)
        const stated = message.headers["content-type"] ?? ""
        const contentType = stated.split(";", 1)[0]!.trim().toLowerCase()
        if (!types.some((type) => typeMatches(contentType, type))) {
          throw new EgressError("content_type", `answered ${contentType.slice(0, 80) || "no content type"}`, status)
        }
        const bytes = await readPage(message, request.readMax ?? webPageReadMax)
        return { url: target.url.href, contentType, text: textOfPage(bytes, stated) }
      } finally {
        message.destroy()
      }
    }
  }
}

/** Runs a promise with a deadline and interruption, and converts its failure. */
const guarded = <A>(
  url: string,
  timeoutMillis: number,
  run: (signal: AbortSignal) => Promise<A>
): Effect.Effect<A, Refusal | OutboundFailure> =>
  Effect.suspend(() => {
    const deadline = AbortSignal.timeout(timeoutMillis)
    return Effect.tryPromise({
      try: (signal) => run(AbortSignal.any([signal, deadline])),
      catch: (cause) => {
        if (cause instanceof Blocked) return new Refusal({ failures: [cause.failure] })
        if (deadline.aborted) {
          return new OutboundFailure({ reason: "timeout", url, detail: `not done within ${timeoutMillis} ms` })
        }
        if (!(cause instanceof EgressError)) {
          return new OutboundFailure({ reason: "broken", url, detail: (cause as Error).message })
        }
        const { message: detail, reason, status } = cause
        return new OutboundFailure({ reason, url, detail, ...(status === undefined ? {} : { status }) })
      }
    })
  })

/**
 * Makes outbound calls through sockets of this process: without a proxy from the environment, without keep-alive, with
 * TLS 1.2 or later and a trusted certificate.
 */
export const outboundNode = (options: OutboundOptions): Layer.Layer<Outbound> =>
  Layer.effect(
    Outbound,
    Effect.map(Effect.makeSemaphore(inFlightMax), (semaphore) => {
      const guard = new Guard(options)
      return Outbound.of({
        check: (url, field) =>
          guarded(url, outboundTimeoutMillis, async (signal) => {
            await guard.addresses(guard.judge(url, field), signal, field)
          }).pipe(Effect.catchTag("OutboundFailure", () => Effect.void)),
        request: (request) =>
          semaphore.withPermits(1)(
            guarded(request.url, request.timeoutMillis ?? outboundTimeoutMillis, (signal) =>
              guard.request(request, signal))
          ),
        page: (request) =>
          semaphore.withPermits(1)(
            guarded(request.url, request.timeoutMillis ?? webPageTimeoutMillis, (signal) =>
              guard.page(request, signal))
          )
      })
    })
  )
