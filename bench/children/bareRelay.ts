import { createServer, type ServerResponse } from "node:http"
import { type WebSocket, WebSocketServer } from "ws"

// The peer of P8: passes the chunks of machines on to the callers that asked them, and checks and stores nothing. A machine
// connects to /N; a request to /N asks it.
interface Frame {
  readonly type: string
  readonly request_id: string
  readonly payload: { readonly content?: string }
}

const machines = new Map<string, WebSocket>()
const callers = new Map<string, ServerResponse>()
let requests = 0

const server = createServer((request, response) => {
  const request_id = String(requests++)
  response.writeHead(200, { "content-type": "text/event-stream" })
  callers.set(request_id, response)
  machines.get(request.url!)!.send(JSON.stringify({ type: "infer_request", request_id, payload: {} }))
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on("connection", (socket, request) => {
  machines.set(request.url!, socket)
  socket.on("message", (data) => {
    const { payload, request_id, type } = JSON.parse((data as Buffer).toString("utf8")) as Frame
    const response = callers.get(request_id)
    if (type === "infer_chunk") {
      response?.write(`event: chunk\ndata: ${JSON.stringify({ content: payload.content })}\n\n`)
    } else if (type === "infer_done") {
      callers.delete(request_id)
      response?.end("event: done\ndata: {}\n\n")
    }
  })
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address !== null && typeof address === "object") console.log(`ready http://127.0.0.1:${address.port}`)
})
