import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { FairTurns } from "./FairTurns.ts"

/** Handles a request whose turn has come. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

export interface ClientConnectionOptions {
  readonly requestsMax: number
  /** Begins the requests that had to wait. */
  readonly turns: FairTurns
}

interface Turn {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly handle: RequestHandler
}

/** The bytes that end the head of a request. */
const blankLine = "\n\r\n"
/** Shorter than the shortest request, so that a slice that begins with a request holds no second request. */
const headBytesMin = 16
/** Bodies may consist of blank lines, and each slice costs time; a slice that ends a body holds a few requests at most. */
const bodyBytesMin = 128
const sliceBytesMax = 4_096

/**
 * The length of the slice that the parser is given next. Node's parser cannot be stopped before it has reported every
 * request in its input, so a slice ends at the first blank line.
 */
const sliceLengthOf = (bytes: Buffer, bytesMin: number): number => {
  if (bytes.length <= bytesMin) return bytes.length
  const at = bytes.indexOf(blankLine, bytesMin - blankLine.length)
  return Math.min(at === -1 ? bytes.length : at + blankLine.length, sliceBytesMax)
}

/** How much of the data written to a socket its operating system has taken. Node counts this, but has no public name for it. */
const bytesAccepted = (socket: Socket): number => {
  const { _handle: handle } = socket as unknown as {
    readonly _handle: { readonly bytesWritten: number; readonly writeQueueSize: number } | null
  }
  return handle === null ? 0 : handle.bytesWritten - handle.writeQueueSize
}

/**
 * A client's connection. Its requests are answered one at a time: the next begins when the answer before it has been
 * flushed. Until then no further request is parsed, and after at most one more chunk the socket is not read:
 * TCP's back-pressure slows a client that sends without reading.
 */
export class ClientConnection {
  readonly #socket: Socket
  readonly #parse: (bytes: Buffer) => void
  /** Requests that were parsed in the same slice as the current request. */
  readonly #waiting: Array<Turn> = []
  #current: Turn | undefined
  /** The request that was parsed last, whose body may not be complete. */
  #latest: IncomingMessage | undefined
  /** Bytes that were read while a request was being answered. */
  #unparsed: Buffer | undefined
  #isPaused = false
  readonly #options: ClientConnectionOptions
  #requests = 0
  #accepted = 0
  #progressAt: number

  /**
   * Takes the reading of the socket over from Node's HTTP server, whose own listener would parse without pause. The
   * answer to the last of `requestsMax` requests ends the connection; later requests are neither performed nor
   * answered.
   */
  constructor(socket: Socket, options: ClientConnectionOptions, now: number) {
    this.#socket = socket
    this.#options = options
    this.#progressAt = now
    const [parse] = socket.listeners("data")
    if (parse === undefined) throw new Error("The HTTP server does not read the connection.")
    this.#parse = parse as (bytes: Buffer) => void
    socket.off("data", this.#parse)
    socket.on("data", this.#read)
    socket.once("close", () => {
      this.#waiting.length = 0
      this.#unparsed = undefined
    })
  }

  /** Handles a request now, or when the requests before it have been answered. */
  take(request: IncomingMessage, response: ServerResponse, handle: RequestHandler): void {
    this.#latest = request
    const turn: Turn = { request, response, handle }
    // Node's own limit would answer the requests after the last one, without a body.
    const { requestsMax } = this.#options
    if (++this.#requests > requestsMax) return
    if (this.#requests === requestsMax) response.shouldKeepAlive = false
    if (this.#current === undefined && this.#waiting.length === 0) this.#begin(turn)
    else this.#waiting.push(turn)
  }

  /**
   * Ends the parsing, because a request offers another protocol; returns the bytes read after this request. Undefined
   * if an earlier answer is unfinished: Node no longer completes it, so the connection is useless.
   */
  release(): Buffer | undefined {
    this.#socket.off("data", this.#read)
    // Node has taken its own listener away, and an error that nobody listens for ends the process.
    this.#socket.on("error", () => this.#socket.destroy())
    // The socket flows again when its new owner listens; bytes that flow before that would be lost.
    this.#isPaused = false
    const rest = this.#unparsed ?? Buffer.alloc(0)
    this.#unparsed = undefined
    return this.#current === undefined && this.#waiting.length === 0 ? rest : undefined
  }

  /** Whether the client has had unread data for this long and has read none of it. Call it periodically. */
  isStalled(now: number, millisMax: number): boolean {
    const accepted = bytesAccepted(this.#socket)
    if (this.#socket.writableLength === 0 || accepted !== this.#accepted) {
      this.#accepted = accepted
      this.#progressAt = now
      return false
    }
    return now - this.#progressAt >= millisMax
  }

  #begin(turn: Turn): void {
    this.#current = turn
    turn.response.once("close", this.#finish)
    turn.handle(turn.request, turn.response)
  }

  /** The answer has been flushed, or the connection is closed. */
  readonly #finish = (): void => {
    if (this.#waiting.length === 0 && this.#unparsed === undefined) this.#current = undefined
    else this.#options.turns.add(this.#next)
  }

  readonly #next = (): void => {
    this.#current = undefined
    // After an answer that ended the connection, nothing more is performed.
    const turn = this.#socket.writable ? this.#waiting.shift() : undefined
    if (turn !== undefined) this.#begin(turn)
    this.#parseOn()
  }

  readonly #read = (chunk: Buffer): void => {
    this.#unparsed = this.#unparsed === undefined ? chunk : Buffer.concat([this.#unparsed, chunk])
    this.#parseOn()
  }

  /** Whether the parser may have more: for the body of the current request, or for the next one. */
  get #mayParse(): boolean {
    return this.#waiting.length === 0 && (this.#current === undefined || !this.#current.request.complete) &&
      this.#socket.writable
  }

  #parseOn(): void {
    while (this.#unparsed !== undefined && this.#mayParse) {
      const bytes: Buffer = this.#unparsed
      const length = sliceLengthOf(bytes, this.#latest?.complete === false ? bodyBytesMin : headBytesMin)
      this.#unparsed = length === bytes.length ? undefined : bytes.subarray(length)
      this.#parse(length === bytes.length ? bytes : bytes.subarray(0, length))
    }
    if (this.#unparsed !== undefined) {
      this.#isPaused = true
      this.#socket.pause()
    } else if (this.#isPaused) {
      this.#isPaused = false
      this.#socket.resume()
    }
  }
}
