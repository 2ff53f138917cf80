import type { StorageUnavailable } from "@auspex/domain/kernel"
import type { Stream } from "effect"

/** The part of an answer that is not in its body. */
export interface ReplyOptions {
  /** The contract's first success status when unset. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** An entity tag, quotes included; made from the bytes on public reads when unset. */
  readonly etag?: string
}

/** Bytes that are sent as they are: a page, a file, a stream of events. */
export interface RawBody {
  readonly contentType: string
  readonly content: string | Uint8Array | Stream.Stream<Uint8Array | string, StorageUnavailable>
}

/** An answer that says more than its body. A handler may return this, or the plain body. */
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

/** A JSON answer with a status, headers or an entity tag of its own. */
export const reply = <A>(body: A, options: ReplyOptions = {}): Reply<A> => new Reply(body, undefined, options)

/** An answer that is not JSON. The operation's `produces` names its content types. */
export const replyRaw = (raw: RawBody, options: ReplyOptions = {}): Reply<never> =>
  new Reply<never>(undefined, raw, options)
