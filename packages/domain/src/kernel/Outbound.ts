import { Context, Data, type Effect, type Scope, type Stream } from "effect"
import type { Refusal } from "./Refusal.ts"

/** The default for how many bytes of a response `request` reads: 16 KiB. */
export const outboundReadMax = 16_384
/** The default time limit of a request in milliseconds, from the DNS lookup to the last byte read. */
export const outboundTimeoutMillis = 15_000
/** The default size limit of a page after decompression: 5 MiB. */
export const webPageReadMax = 5_242_880
/** The default time limit of a page or document in milliseconds, redirects included. */
export const webPageTimeoutMillis = 20_000
/** The default for how many redirects to a page or document are followed; each address is checked like the first. */
export const webPageRedirectsMax = 3

/** Headers with one text each. */
export type OutboundHeaders = Readonly<Record<string, string>>

/** One HTTP request to a server that a user named. */
export interface OutboundRequest {
  readonly url: string
  /** Defaults to POST when there is a body, else GET. */
  readonly method?: "GET" | "POST" | "PUT" | "DELETE"
  /**
   * Sent as given; `Host`, `Connection` and `Content-Length` are set by the sender. A function is called when the request
   * begins, which may be later than it was asked for; the request fails with the message of what it throws.
   */
  readonly headers?: OutboundHeaders | (() => OutboundHeaders)
  /** Bytes are sent as they are, a string as UTF-8. */
  readonly body?: string | Uint8Array
  readonly timeoutMillis?: number
  /** The number of bytes after which reading stops and the connection is closed. */
  readonly readMax?: number
}

/** The response, whatever its status. Redirects are not followed. */
export interface OutboundResponse {
  readonly status: number
  /** Names in lower case; several values of one name are joined by a comma. */
  readonly headers: OutboundHeaders
  /** At most `readMax` bytes, not decompressed. */
  readonly body: Uint8Array
  /** Whether the body was longer than what was read. */
  readonly isCut: boolean
  /** From when the request began, after waiting for a connection, to the last byte read. */
  readonly durationMillis: number
}

/** A request whose response is read as it arrives; the caller limits its time and size. */
export interface OutboundStreamRequest extends Pick<OutboundRequest, "url" | "method" | "body"> {
  readonly headers?: OutboundHeaders
  /** Whether the operator configured the address, which may then be private, and reached by http. */
  readonly isOperators?: boolean
}

/** The response, whatever its status. Redirects are not followed. */
export interface OutboundStream extends Pick<OutboundResponse, "status" | "headers"> {
  /** Not decompressed. */
  readonly body: Stream.Stream<Uint8Array, OutboundFailure>
}

/** A request for a web page; what is absent takes the defaults above. */
export interface WebPageRequest {
  readonly url: string
  readonly readMax?: number
  readonly timeoutMillis?: number
  readonly redirectsMax?: number
  /** Accepted media types, in lower case; `text/*` and the like match by prefix. */
  readonly contentTypes?: ReadonlyArray<string>
}

/** A request for a document of certain types. */
export interface WebDocumentRequest {
  readonly url: string
  /**
   * The accepted media types, in lower case, each with its size limit in bytes after decompression; `text/*` and the like
   * match by prefix. The first match counts.
   */
  readonly bytesMax: Readonly<Record<string, number>>
  readonly timeoutMillis?: number
  readonly redirectsMax?: number
}

/** A public document as bytes, decompressed. */
export interface WebDocument {
  /** The final address, after redirects. */
  readonly url: string
  /** The media type in lower case, without parameters. */
  readonly contentType: string
  /** The charset that the server stated; null when it stated none. */
  readonly charset: string | null
  readonly bytes: Uint8Array
}

/** A public page as text. */
export interface WebPage {
  /** The final address, after redirects. */
  readonly url: string
  /** The media type in lower case, without parameters. */
  readonly contentType: string
  /** Decoded by its charset, with its markup. */
  readonly text: string
}

/**
 * Why a permitted request failed: `dns` (no such name), `connect` (no connection), `tls` (no trusted certificate),
 * `timeout`, `broken` (connection cut off, or not HTTP). For pages and documents also: `status` (not 2xx), `redirects` (too
 * many, or without a target), `content_type` (none of the accepted), `encoding` (unknown or corrupt compression), `too_large`.
 */
export type OutboundFailureReason =
  | "dns"
  | "connect"
  | "tls"
  | "timeout"
  | "broken"
  | "status"
  | "redirects"
  | "content_type"
  | "encoding"
  | "too_large"

/** A permitted request that failed. `detail` is for the operator and for the owner of the address. */
export class OutboundFailure extends Data.TaggedError("OutboundFailure")<{
  readonly reason: OutboundFailureReason
  readonly url: string
  readonly detail: string
  /** The status of the response, when there was one. */
  readonly status?: number
}> {
  override get message(): string {
    return `${this.reason}: ${this.detail}`
  }
}

/**
 * The only way to call addresses that users name (the egress guard). For these it reaches public addresses only: the name is
 * resolved once, every resulting address is checked, and the connection goes to a checked one. Refused are addresses
 * without https (HTTPS_REQUIRED), private, local and reserved addresses and ports that are not for the web
 * (SSRF_BLOCKED), and what is not an address (INVALID_REQUEST). Time and size are limited; interruption closes the
 * connection.
 */
export class Outbound extends Context.Tag("auspex/Outbound")<Outbound, {
  /** Checks an address, its host name included, when it is saved. A name that does not resolve yet passes. */
  readonly check: (url: string, field?: string) => Effect.Effect<void, Refusal>
  /** Sends one request, after checking the address again, and reads the beginning of the response. */
  readonly request: (request: OutboundRequest) => Effect.Effect<OutboundResponse, Refusal | OutboundFailure>
  /** Sends one request; succeeds when the headers of its response have arrived. The connection closes with the scope. */
  readonly open: (
    request: OutboundStreamRequest
  ) => Effect.Effect<OutboundStream, Refusal | OutboundFailure, Scope.Scope>
  /** Reads a whole document, or fails. */
  readonly document: (request: WebDocumentRequest) => Effect.Effect<WebDocument, Refusal | OutboundFailure>
  /** Reads a whole page as text, or fails. */
  readonly page: (request: WebPageRequest) => Effect.Effect<WebPage, Refusal | OutboundFailure>
}>() {}
