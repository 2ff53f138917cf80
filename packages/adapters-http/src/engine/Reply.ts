import type { StorageUnavailable } from "@auspex/domain/kernel"
import type { Stream } from "effect"

/** The status and headers of an answer. */
export interface ReplyOptions {
  /** Default: the contract's first success status. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The content type of a JSON format with its own type, as in the contract. Default: `application/json`. */
  readonly contentType?: string
  /** An entity tag, including the quotes. Default: derived from the bytes on public reads. */
  readonly etag?: string
}

/** Written while a stream has nothing to send, so that proxies keep the connection open. */
export interface KeepAlive {
  readonly text: string
  /** The length of a silence after which the text is written. */
  readonly afterMillis: number
}

/** Content that is sent unchanged: a page, a file, a stream of events. */
export interface RawBody {
  readonly contentType: string
  readonly content: string | Uint8Array | Stream.Stream<Uint8Array | string, StorageUnavailable>
  /** For a stream that may be silent for long. */
  readonly keepAlive?: KeepAlive
  /** For a stream that does not end by itself soon: its last words when the server stops, which then ends it at once. */
  readonly farewell?: string
}

/** An answer with its own status, headers or content type. A handler returns this or the plain body. */
export class Reply<out A> {
  readonly body: A | undefined
  readonly raw: RawBody | undefined
  readonly options: ReplyOptions
  constructor(body: A | undefined, raw: RawBody | undefined, options: ReplyOptions) {
    this.body = body
    this.raw = raw
    this.options = options
  }
}

/** A JSON answer with its own status, headers or entity tag. */
export const reply = <A>(body: A, options: ReplyOptions = {}): Reply<A> => new Reply(body, undefined, options)

/** An answer that is not JSON. The operation's policy lists its content types in `produces`. */
export const replyRaw = (raw: RawBody, options: ReplyOptions = {}): Reply<never> =>
  new Reply<never>(undefined, raw, options)
