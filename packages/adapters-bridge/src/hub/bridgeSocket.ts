import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { type WebSocket, WebSocketServer } from "ws"
import { messageBytesMax } from "../protocol/index.ts"
import type { BridgeHub, BridgeClient } from "./BridgeHub.ts"

// Without these limits twenty unfinished messages of 20 MB each take half a gigabyte.
const options = {
  noServer: true,
  maxPayload: messageBytesMax,
  maxFragments: 256,
  maxBufferedChunks: 1_024,
  perMessageDeflate: false,
  clientTracking: false,
  closeTimeout: 5_000,
  skipUTF8Validation: false
}

const server = new WebSocketServer(options)

const attach = (hub: typeof BridgeHub.Service, client: BridgeClient, socket: WebSocket): void => {
  const machine = hub.connect(client, {
    send: (text) => socket.send(text),
    ping: () => socket.ping(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    // Its end can only be read from a connection that is read.
    close: (code, reason) => {
      socket.resume()
      socket.close(code, reason)
    },
    bufferedBytes: () => socket.bufferedAmount
  })
  socket.on("message", (data, isBinary) => {
    const bytes = data as Buffer
    if (isBinary) machine.receiveBinary(hub.now())
    else machine.receive(bytes.toString("utf8"), bytes.length, hub.now())
  })
  socket.on("pong", () => machine.pong(hub.now()))
  // A message that breaks the protocol of WebSocket; the library closes the connection with the code for it.
  socket.on("error", () => undefined)
  socket.on("close", () => machine.ended(hub.now()))
}

/** Completes the handshake of an admitted client on its connection, and adds its machine to the hub. */
export const acceptSocket = (
  hub: typeof BridgeHub.Service,
  client: BridgeClient,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer
): void => server.handleUpgrade(request, socket, head, (accepted) => attach(hub, client, accepted))
