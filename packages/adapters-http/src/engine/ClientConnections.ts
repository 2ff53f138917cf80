import type * as http from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { ClientConnection, type ClientConnectionOptions, type RequestHandler } from "./ClientConnection.ts"
import { FairTurns } from "./FairTurns.ts"

export interface ClientConnectionsOptions {
  readonly perAddressMax: number
  readonly requestsMax: number
  /** Addresses without a limit: trusted proxies carry many clients. */
  readonly isTrusted: (remoteAddress: string) => boolean
  /** How long a client may leave sent data unread before its connection is cut. */
  readonly stallMillisMax: number
}

const sweepMillisMax = 1_000

/**
 * The open connections of a server. Cuts connections beyond the limit of their address, and connections whose client
 * reads nothing.
 */
export class ClientConnections {
  readonly #open = new Map<Socket, ClientConnection>()
  readonly #perAddress = new Map<string, number>()
  readonly #options: ClientConnectionsOptions
  readonly #each: ClientConnectionOptions
  readonly #sweeping: NodeJS.Timeout

  constructor(server: http.Server, options: ClientConnectionsOptions) {
    this.#options = options
    this.#each = { requestsMax: options.requestsMax, turns: new FairTurns() }
    server.on("connection", (socket) => this.#add(socket))
    this.#sweeping = setInterval(() => this.#sweep(), Math.min(sweepMillisMax, options.stallMillisMax / 4))
    this.#sweeping.unref()
  }

  get size(): number {
    return this.#open.size
  }

  sockets(): Iterable<Socket> {
    return this.#open.keys()
  }

  /** A handler of Node's `request` event that answers the requests of a connection one at a time. */
  inTurn(handle: RequestHandler): RequestHandler {
    return (request, response) => this.#open.get(request.socket)?.take(request, response, handle)
  }

  /**
   * A handler of Node's `upgrade` and `connect` events that adds the bytes read after the request's head. A connection
   * with an unfinished answer before the request is cut, because Node does not complete that answer.
   */
  alone(handle: (request: http.IncomingMessage, socket: Socket, head: Buffer) => void): (
    request: http.IncomingMessage,
    socket: Duplex,
    head: Buffer
  ) => void {
    return (request, socket, head) => {
      const rest = this.#open.get(request.socket)?.release()
      if (rest === undefined) socket.destroy()
      else handle(request, socket as Socket, Buffer.concat([head, rest]))
    }
  }

  close(): void {
    clearInterval(this.#sweeping)
  }

  #add(socket: Socket): void {
    this.#open.set(socket, new ClientConnection(socket, this.#each, performance.now()))
    socket.once("close", () => this.#open.delete(socket))
    const address = socket.remoteAddress ?? "unknown"
    if (this.#options.isTrusted(address)) return
    const count = (this.#perAddress.get(address) ?? 0) + 1
    this.#perAddress.set(address, count)
    socket.once("close", () => {
      const left = (this.#perAddress.get(address) ?? 1) - 1
      if (left === 0) this.#perAddress.delete(address)
      else this.#perAddress.set(address, left)
    })
    if (count > this.#options.perAddressMax) socket.destroy()
  }

  #sweep(): void {
    const now = performance.now()
    for (const [socket, connection] of this.#open) {
      if (connection.isStalled(now, this.#options.stallMillisMax)) socket.destroy()
    }
  }
}
