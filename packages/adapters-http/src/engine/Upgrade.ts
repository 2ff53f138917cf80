import { type Refusal, refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { type IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { isOwnOrigin, type OriginFacts } from "./ownOrigin.ts"

/** Takes over a connection: `head` holds the bytes that the client has sent after its request. */
export type TakeOver = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * The result of a handler that accepts a request to change the protocol of the connection, as WebSocket does.
 * `takeOver` sends the response of status 101. A request that does not ask for another protocol gets 426.
 */
export class Upgrade {
  readonly takeOver: TakeOver
  constructor(takeOver: TakeOver) {
    this.takeOver = takeOver
  }
}

/**
 * Fails for a request that a page of another site has made in a browser. Clients outside browsers send no `Origin`, or
 * the origin of the service itself, as some libraries do.
 */
export const requireOwnOrigin = (facts: OriginFacts): Effect.Effect<void, Refusal> =>
  isOwnOrigin(facts)
    ? Effect.void
    : refuse("ORIGIN_REFUSED", "Pages of other sites may not open this connection.", { field: "Origin" })

interface Offered {
  readonly socket: Socket
  readonly head: Buffer
}

/** The connections whose requests offer another protocol. */
const offers = new WeakMap<IncomingMessage, Offered>()

/**
 * A response for a request that offers another protocol, so that it is answered like any other. Node creates no
 * response: it hands over the bare connection, which ends after the response.
 */
export const responseOfUpgrade = (request: IncomingMessage, socket: Socket, head: Buffer): ServerResponse => {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.on("finish", () => socket.destroySoon())
  offers.set(request, { socket, head })
  return response
}

/** Hands the connection over; returns false if the request does not offer another protocol. */
export const handOver = (request: IncomingMessage, response: ServerResponse, takeOver: TakeOver): boolean => {
  const offered = offers.get(request)
  if (offered === undefined || request.headers.upgrade?.toLowerCase() !== "websocket") return false
  offers.delete(request)
  response.detachSocket(offered.socket)
  takeOver(request, offered.socket, offered.head)
  return true
}
