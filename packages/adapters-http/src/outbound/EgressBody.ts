import type { IncomingMessage } from "node:http"
import { type Readable, Transform, type TransformCallback } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, type Inflate } from "node:zlib"
import { EgressError } from "./EgressError.ts"

/** The accepted compressions of a page. */
export const pageEncodings = "gzip, deflate, br"

/** Reads at most `max` bytes and discards the rest. Memory is bounded by `max` plus one chunk. */
export const readBytes = async (source: Readable, max: number): Promise<{ bytes: Uint8Array; isCut: boolean }> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  // Leaving the loop destroys the source, and with it the connection.
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    const room = max - size
    chunks.push(chunk.length <= room ? chunk : chunk.subarray(0, room))
    size += Math.min(chunk.length, room)
    if (chunk.length > room) return { bytes: Buffer.concat(chunks, size), isCut: true }
  }
  return { bytes: Buffer.concat(chunks, size), isCut: false }
}

/**
 * Decompresses `deflate`, which servers send with and without the wrapper of zlib (RFC 9110 says with, and many do not). The
 * first byte tells: its low half is 8 in a wrapper.
 */
class Inflating extends Transform {
  #inflate: Inflate | undefined

  override _transform(chunk: Uint8Array, _encoding: string, done: TransformCallback): void {
    if (chunk.length === 0) {
      done()
      return
    }
    this.#inflate ??= this.#begin(chunk)
    this.#inflate.write(chunk, done)
  }

  override _flush(done: TransformCallback): void {
    if (this.#inflate === undefined) {
      done()
      return
    }
    this.#inflate.once("end", () => done())
    this.#inflate.end()
  }

  override _read(size: number): void {
    this.#inflate?.resume()
    super._read(size)
  }

  override _destroy(cause: Error | null, done: (cause?: Error | null) => void): void {
    this.#inflate?.destroy()
    super._destroy(cause, done)
  }

  #begin(chunk: Uint8Array): Inflate {
    const inflate = (chunk[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw()
    inflate.on("data", (data: Uint8Array) => {
      if (!this.push(data)) inflate.pause()
    })
    inflate.on("error", (cause) => this.destroy(cause))
    return inflate
  }
}

const decompressed = (message: IncomingMessage): Readable => {
  const encoding = (message.headers["content-encoding"] ?? "").trim().toLowerCase()
  if (encoding === "" || encoding === "identity") return message
  const decoder = encoding === "gzip" || encoding === "x-gzip"
    ? createGunzip()
    : encoding === "deflate"
    ? new Inflating()
    : encoding === "br"
    ? createBrotliDecompress()
    : undefined
  // At most one compression: nested ones can inflate a small page enormously.
  if (decoder === undefined) throw new EgressError("encoding", `compressed as ${encoding.slice(0, 40)}`)
  message.on("error", (cause) => decoder.destroy(cause))
  decoder.on("close", () => message.destroy())
  return message.pipe(decoder)
}

/** The complete decompressed body; fails if it is longer than `max` bytes. */
export const readPage = async (message: IncomingMessage, max: number): Promise<Uint8Array> => {
  const isPlain = (message.headers["content-encoding"] ?? "") === ""
  if (isPlain && Number(message.headers["content-length"] ?? 0) > max) throw tooLarge(max)
  const source = decompressed(message)
  try {
    const { bytes, isCut } = await readBytes(source, max)
    if (isCut) throw tooLarge(max)
    return bytes
  } catch (cause) {
    const code = (cause as { code?: unknown }).code
    if (typeof code === "string" && /^Z_|^ERR_.*(BROTLI|ZLIB)|^ERR__ERROR/.test(code)) {
      throw new EgressError("encoding", `broken compression (${code})`)
    }
    throw cause
  }
}

const tooLarge = (max: number): EgressError => new EgressError("too_large", `more than ${max} bytes`)
