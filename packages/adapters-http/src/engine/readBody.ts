import type { IncomingMessage, ServerResponse } from "node:http"

const lingerMillisMax = 2_000
const lingerBytesMax = 128 * 1_024 * 1_024

export type BodyOutcome = { readonly kind: "whole"; readonly bytes: Buffer } | { readonly kind: "too_large" }

const empty = Buffer.alloc(0)

/** The announced length of the body, undefined when it is chunked. */
export const announcedLength = (request: IncomingMessage): number | undefined => {
  const header = request.headers["content-length"]
  return header === undefined ? undefined : Number(header)
}

export const hasBody = (request: IncomingMessage): boolean =>
  request.headers["transfer-encoding"] !== undefined || (announcedLength(request) ?? 0) > 0

/**
 * Reads a body of at most `bytesMax`. One that is announced as longer is not read at all, one that grows longer is cut
 * off. When the client goes away before the end, nothing is reported.
 */
export const readBody = (request: IncomingMessage, bytesMax: number, done: (outcome: BodyOutcome) => void): void => {
  if (!hasBody(request)) return done({ kind: "whole", bytes: empty })
  if ((announcedLength(request) ?? 0) > bytesMax) return done({ kind: "too_large" })
  const chunks: Array<Buffer> = []
  let length = 0
  const onData = (chunk: Buffer): void => {
    length += chunk.length
    if (length > bytesMax) {
      request.off("data", onData).off("end", onEnd)
      return done({ kind: "too_large" })
    }
    chunks.push(chunk)
  }
  const onEnd = (): void =>
    done({ kind: "whole", bytes: chunks.length === 1 ? chunks[0] as Buffer : Buffer.concat(chunks) })
  request.on("data", onData).on("end", onEnd)
}

/**
 * Ends an answer that was written while the client was still sending. Closing at once would reset the connection and
 * lose the answer on its way, so what still comes is thrown away for a while first.
 */
export const lingerAndEnd = (request: IncomingMessage, response: ServerResponse): void => {
  let dropped = 0
  const finish = (): void => {
    clearTimeout(timer)
    request.off("data", onData).off("end", finish).off("close", finish)
    if (!response.writableEnded) response.end()
  }
  const onData = (chunk: Buffer): void => {
    dropped += chunk.length
    if (dropped > lingerBytesMax) finish()
  }
  const timer = setTimeout(finish, lingerMillisMax)
  request.on("data", onData).on("end", finish).on("close", finish)
  request.resume()
}
