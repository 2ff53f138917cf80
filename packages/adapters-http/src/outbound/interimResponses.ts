import type { Socket } from "node:net"
import { EgressError } from "./EgressError.ts"

/** How many interim responses (1xx) may come before the response; without a limit they could come until the deadline. */
const interimResponsesMax = 10

/** The refusal of a receiver that leaves HTTP unasked. */
export const protocolSwitch = (host: string): EgressError =>
  new EgressError("broken", `${host} answered 101: it wants to switch protocols, which was not asked for`)

/** Why the interim response, the `count`th, ends the request; undefined when it is skipped. */
export const interimRefusal = (host: string, status: number, count: number): EgressError | undefined => {
  if (status === 101) return protocolSwitch(host)
  return count > interimResponsesMax
    ? new EgressError("broken", `${host} sent more than ${interimResponsesMax} responses of status 1xx`)
    : undefined
}

const [lineFeed, carriageReturn, digit0, digit1, digit2] = [10, 13, 48, 49, 50]
/** Where the status begins in `HTTP/1.1 100`. */
const statusAt = 9

/**
 * Follows the bytes of responses and turns the status 100 into 102: HTTP allows both before any response, but undici takes
 * an unasked 100 for a broken one.
 */
class InterimStatus {
  /** The position in the status line, up to the status. */
  #position = 0
  #status = 0
  #isInterim = false
  #isPassed = false
  /** The length of the present line of an interim response. */
  #lineLength = 0

  /** A request has been sent: its response comes next. */
  expect(): void {
    this.#position = 0
    this.#status = 0
    this.#isInterim = false
    this.#isPassed = false
  }

  /** Rewrites the status in place. Only interim responses are read to their end. */
  pass(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.#isPassed; at++) {
      if (this.#isInterim) this.#header(bytes[at]!)
      else this.#statusLine(bytes, at)
    }
  }

  #statusLine(bytes: Uint8Array, at: number): void {
    const byte = bytes[at]!
    // Parsers skip empty lines before a response.
    if (this.#position === 0 && (byte === carriageReturn || byte === lineFeed)) return
    const digit = this.#position++ - statusAt
    if (digit < 0) return
    if (digit === 0 && byte !== digit1) {
      this.#isPassed = true
      return
    }
    this.#status = this.#status * 10 + byte - digit0
    if (digit < 2) return
    if (this.#status === 100) bytes[at] = digit2
    this.#isInterim = true
    this.#lineLength = this.#position
  }

  #header(byte: number): void {
    if (byte === carriageReturn) return
    if (byte !== lineFeed) this.#lineLength++
    else if (this.#lineLength > 0) this.#lineLength = 0
    else this.expect()
  }
}

/** The socket, on which an unasked `100 Continue` reads as `102 Processing`. Requests must follow one another on it. */
export const withoutContinue = (socket: Socket): Socket => {
  const interim = new InterimStatus()
  const read = socket.read.bind(socket)
  const write = socket.write.bind(socket) as (...sent: ReadonlyArray<unknown>) => boolean
  socket.read = (size?: number) => {
    const bytes: unknown = read(size)
    if (bytes instanceof Uint8Array) interim.pass(bytes)
    return bytes
  }
  socket.write = (...sent: ReadonlyArray<unknown>) => {
    interim.expect()
    return write(...sent)
  }
  return socket
}
