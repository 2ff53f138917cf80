import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A request that a receiver got. */
export interface ReceivedDelivery {
  readonly path: string
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders
  /** The body as text, exactly as received. */
  readonly body: string
}

/** Answers a delivery; it may also leave it unanswered, or break the connection. */
export type Respond = (delivery: ReceivedDelivery, response: ServerResponse, request: IncomingMessage) => void

/** A local HTTP server that stands for the receivers of webhooks. */
export interface WebhookReceiver {
  readonly url: string
  /** All deliveries, in the order in which they arrived. */
  readonly received: Array<ReceivedDelivery>
  /** How deliveries are answered from now on. */
  answer: Respond
  /** Waits until `count` deliveries have arrived, in all or on one path. */
  readonly until: (count: number, path?: string) => Promise<ReadonlyArray<ReceivedDelivery>>
  readonly stop: () => Promise<void>
}

/** Answers with a status, and with headers if there are any. */
export const answerWith =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ""): Respond => (_, response) => {
    response.writeHead(status, headers).end(body)
  }

/** Starts a receiver on a free port of this machine; it answers 204 unless `answer` says otherwise. */
export const startWebhookReceiver = async (answer: Respond = answerWith(204)): Promise<WebhookReceiver> => {
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { headers, url: path = "/" } = request
      const delivery = { path, headers, body: Buffer.concat(chunks).toString("utf8") }
      receiver.received.push(delivery)
      receiver.answer(delivery, response, request)
      for (const check of waiting) check()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer,
    until: (count, path) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = receiver.received.filter((delivery) => path === undefined || delivery.path === path)
          if (found.length < count) return
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
      }),
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    }
  }
  return receiver
}
