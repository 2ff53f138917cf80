import { createHmac } from "node:crypto"
import { createServer } from "node:http"
import { Agent, request } from "undici"

// The peer of P7: on a request it signs and posts the same body to each URL, some at a time, and answers when all are done.
const { body, inFlight, secret, urls } = JSON.parse(process.argv[2]!) as {
  readonly body: string
  readonly inFlight: number
  readonly secret: string
  readonly urls: ReadonlyArray<string>
}
const dispatcher = new Agent({ connections: inFlight, pipelining: 1 })

const post = async (url: string, n: number): Promise<void> => {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const headers = {
    "content-type": "application/json",
    "x-ws-signature": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    "webhook-id": String(n),
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${createHmac("sha256", secret).update(`${n}.${timestamp}.${body}`).digest("base64")}`
  }
  const response = await request(url, { method: "POST", headers, body, dispatcher })
  await response.body.dump()
}

const server = createServer((_, response) => {
  let next = 0
  const work = async (): Promise<void> => {
    while (next < urls.length) await post(urls[next]!, next++)
  }
  void Promise.all(Array.from({ length: inFlight }, work)).then(() => response.end("done"))
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address !== null && typeof address === "object") console.log(`ready http://127.0.0.1:${address.port}`)
})
