import { Context, Data, type Effect } from "effect"
import type { Refusal } from "./Refusal.ts"

/** The most bytes of an answer that `request` reads unless told otherwise: 16 KiB. */
export const outboundReadMax = 16_384
/** How long a request may take unless told otherwise, from the first look-up of the name to the last byte read. */
export const outboundTimeoutMillis = 15_000
/** The most bytes of a page, after decompression: 5 MiB. */
export const webPageReadMax = 5_242_880
/** How long a page may take, redirects included. */
export const webPageTimeoutMillis = 20_000
/** How many redirects are followed to a page; each is judged like the first address. */
export const webPageRedirectsMax = 3

/** One call to somebody else's server. */
export interface OutboundRequest {
  readonly url: string
  /** POST when there is a body, else GET. */
  readonly method?: "GET" | "POST" | "PUT" | "DELETE"
  /** Sent as given; `Host`, `Connection` and `Content-Length` are set by the sender. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as these bytes exactly; a text as UTF-8. */
  readonly body?: string | Uint8Array
  readonly timeoutMillis?: number
  /** The most bytes read; the connection is closed there. */
  readonly readMax?: number
}

/** What came back, whatever its status: redirects are not followed. */
export interface OutboundResponse {
  readonly status: number
  /** Names in lower case; several values of one name are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** At most `readMax` bytes, as sent (not decompressed). */
  readonly body: Uint8Array
  /** Whether there was more than was read. */
  readonly isCut: boolean
  readonly durationMillis: number
}

/** What a page must keep to, where it differs from the defaults above. */
export interface WebPageRequest {
  readonly url: string
  readonly readMax?: number
  readonly timeoutMillis?: number
  readonly redirectsMax?: number
  /** Media types that are taken, in lower case; `text/*` and the like match by their beginning. */
  readonly contentTypes?: ReadonlyArray<string>
}

/** A public page as text. */
export interface WebPage {
  /** The address that answered, after redirects. */
  readonly url: string
  /** The media type in lower case, without parameters. */
  readonly contentType: string
  /** Decoded by its charset (UTF-8 unless stated); markup is left in. */
  readonly text: string
}

/**
 * Why a call that was allowed brought nothing: `dns` no such name, `connect` nobody answered, `tls` no trusted
 * certificate, `timeout`, `broken` cut off or no HTTP. For pages also `status` not 2xx, `redirects` too many or nowhere,
 * `content_type` not a text, `encoding` compressed in an unknown or faulty way, `too_large`.
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

/** A call that was allowed and failed; `detail` is for the operator and for the owner of the address. */
export class OutboundFailure extends Data.TaggedError("OutboundFailure")<{
  readonly reason: OutboundFailureReason
  readonly url: string
  readonly detail: string
  /** The status of the answer, when there was one. */
  readonly status?: number
}> {
  override get message(): string {
    return `${this.reason}: ${this.detail}`
  }
}

/**
 * Calls to addresses that users name, and nothing else may make such calls. Only public addresses are reached: the name
 * is resolved once, every address of it is judged, and the connection goes to one that was judged. Refused are addresses
 * without https (HTTPS_REQUIRED), whatever is private, local, reserved or not for web pages (SSRF_BLOCKED), and what is
 * no address (INVALID_REQUEST). Time and size are bounded; interruption closes the connection.
 */
export class Outbound extends Context.Tag("auspex/Outbound")<Outbound, {
  /** Judges an address when it is saved, its name included; a name that does not resolve yet passes. */
  readonly check: (url: string, field?: string) => Effect.Effect<void, Refusal>
  /** Sends one request, judged anew, and reads the beginning of the answer. */
  readonly request: (request: OutboundRequest) => Effect.Effect<OutboundResponse, Refusal | OutboundFailure>
  /** Reads a whole page as text, or fails. */
  readonly page: (request: WebPageRequest) => Effect.Effect<WebPage, Refusal | OutboundFailure>
}>() {}
