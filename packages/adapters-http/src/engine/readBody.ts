import type { IncomingMessage, ServerResponse } from "node:http"

const lingerMillisMax = 2_000
const lingerBytesMax = 128 * 1_024 * 1_024

export type BodyOutcome = { readonly kind: "whole"; readonly bytes: Buffer } | { readonly kind: "too_large" }

const empty = Buffer.alloc(0)

/** The announced length of the body; undefined if it is chunked. */
export const announcedLength = (request: IncomingMessage): number | undefined => {
  const header = request.headers["content-length"]
  return header === undefined ? undefined : Number(header)
}

export const hasBody = (request: IncomingMessage): boolean =>
  request.headers["transfer-encoding"] !== undefined || (announcedLength(request) ?? 0) > 0

/**
 * Reads a body of at most `bytesMax`. A body whose announced length is larger is not read at all; reading stops when a
 * body grows larger. `done` is not called if the client disconnects before the end.
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
 * Ends an answer that was written while the client was still sending. Closing immediately would reset the connection
 * and could lose the answer, so the rest of the body is first discarded, up to a limit of time and bytes.
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
