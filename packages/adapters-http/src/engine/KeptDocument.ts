import { Effect } from "effect"
import { hash } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { type Reply, replyRaw } from "./Reply.ts"

/** A content coding that documents are served in. */
export type ContentCoding = "br" | "gzip" | "identity"

/** Nearly the best that there is, in a tenth of the time. */
const brotliQuality = 9
/** Smaller documents fit into one packet. */
const codedBytesMin = 1_400

const compressors = {
  br: (bytes: Uint8Array): Promise<Buffer> =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength
      }
    }),
  gzip: (bytes: Uint8Array): Promise<Buffer> => promisify(gzip)(bytes, { level: 9 })
}

const weightIn = (accepted: string, coding: string): number | undefined => {
  const entry = accepted.split(",").map((part) => part.trim().toLowerCase().split(/\s*;\s*/u))
    .find(([name]) => name === coding || (coding === "gzip" && name === "x-gzip"))
  if (entry === undefined) return undefined
  const quality = entry.slice(1).find((parameter) => parameter.startsWith("q="))
  // What is no number accepts nothing.
  return quality === undefined ? 1 : Number(quality.slice(2)) || 0
}

/**
 * The coding that a client prefers by its `Accept-Encoding`; among equally preferred codings, the smallest answer. A
 * client without an acceptable coding gets the uncompressed bytes, which it can at least read.
 *
 * @example contentCodingOf("gzip, deflate, br") // "br"
 * @example contentCodingOf("gzip;q=1, br;q=0.5") // "gzip"
 */
export const contentCodingOf = (accepted: string | undefined): ContentCoding => {
  if (accepted === undefined) return "identity"
  const weights = (["br", "gzip", "identity"] as const).map((coding) => {
    const other = coding === "identity" ? 0.001 : weightIn(accepted, "*") ?? 0
    return { coding, weight: weightIn(accepted, coding) ?? other }
  })
  const best = weights.reduce((best, one) => one.weight > best.weight ? one : best)
  return best.weight > 0 ? best.coding : "identity"
}

interface Representation {
  readonly bytes: Uint8Array
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

export interface KeptDocumentOptions {
  readonly contentType: string
  /** Makes the content; called once, at the first request, because most processes never serve it. */
  readonly make: () => string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A document that stays the same while the server runs. It is made once and compressed once for each content coding,
 * outside the event loop; every request is answered with the same bytes, and a repeated one with 304.
 */
export class KeptDocument {
  readonly #options: KeptDocumentOptions
  readonly #representations = new Map<ContentCoding, Promise<Representation>>()
  #plain: Representation | undefined

  constructor(options: KeptDocumentOptions) {
    this.#options = options
  }

  /** The answer to a request with these headers. */
  reply(headers: IncomingHttpHeaders): Effect.Effect<Reply<never>> {
    return Effect.suspend(() => {
      const plain = this.#plain ??= this.#make()
      const coding = plain.bytes.byteLength < codedBytesMin || this.#options.contentType.startsWith("image/")
        ? "identity"
        : contentCodingOf(headers["accept-encoding"])
      return coding === "identity"
        ? Effect.succeed(this.#replyWith(plain))
        : Effect.map(Effect.promise(() => this.#coded(coding, plain)), (coded) => this.#replyWith(coded))
    })
  }

  #make(): Representation {
    const made = this.#options.make()
    const bytes = typeof made === "string" ? Buffer.from(made) : made
    return { bytes, etag: `"${hash("sha1", bytes, "base64url")}"`, headers: {} }
  }

  #coded(coding: "br" | "gzip", plain: Representation): Promise<Representation> {
    const known = this.#representations.get(coding)
    if (known !== undefined) return known
    const made = compressors[coding](plain.bytes).then((bytes) => ({
      bytes,
      etag: plain.etag.replace(/"$/u, `-${coding}"`),
      headers: { "Content-Encoding": coding }
    }))
    this.#representations.set(coding, made)
    return made
  }

  #replyWith({ bytes, etag, headers }: Representation): Reply<never> {
    return replyRaw({ contentType: this.#options.contentType, content: bytes }, {
      etag,
      headers: { Vary: "Accept-Encoding", ...this.#options.headers, ...headers }
    })
  }
}
