import http from "node:http"
import type { AddressInfo } from "node:net"

// The upper bound of the runtime: Node's own server, which sends the response's bytes and does nothing else.
const { body } = JSON.parse(process.argv[2]!) as { body: string }
const head = { "Content-Type": "application/json; charset=utf-8", "Content-Length": Buffer.byteLength(body) }
const server = http.createServer((_, response) => {
  response.writeHead(200, head)
  response.end(body)
})
server.listen(0, "127.0.0.1", () => console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.once("SIGTERM", () => process.exit(0))
