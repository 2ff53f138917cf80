import { once } from "node:events"
import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http"
import { connect, type ConnectionPlan } from "./EgressConnection.ts"
import { EgressError } from "./EgressError.ts"
import type { EgressTarget } from "./EgressUrl.ts"

/** The size limit of a response's headers. */
const headerBytesMax = 16_384

/** The request to send. */
export interface EgressMessage {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
}

const ownHeaders: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "upgrade",
  "te",
  "expect"
])

const headersOf = ({ body, headers }: EgressMessage, { url }: EgressTarget): Record<string, string | number> => ({
  "user-agent": "Auspex",
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name.toLowerCase()))),
  host: url.host,
  connection: "close",
  ...(body === undefined ? {} : { "content-length": body.length })
})

/**
 * Sends one request over a new connection and returns when the response's headers have arrived; the caller reads the
 * body. The connection closes at the end of the body, and when `plan.signal` aborts.
 */
export const exchange = async (
  target: EgressTarget,
  message: EgressMessage,
  plan: ConnectionPlan
): Promise<IncomingMessage> => {
  const socket = await connect(plan)
  const close = (): void => void socket.destroy()
  plan.signal.addEventListener("abort", close, { once: true })
  socket.once("close", () => plan.signal.removeEventListener("abort", close))
  let request: ClientRequest | undefined
  try {
    request = httpRequest({
      createConnection: () => socket,
      method: message.method,
      path: target.url.pathname + target.url.search,
      headers: headersOf(message, target),
      maxHeaderSize: headerBytesMax,
      insecureHTTPParser: false,
      setHost: false
    })
    const answered = once(request, "response", { signal: plan.signal }) as Promise<[IncomingMessage]>
    request.end(message.body)
    const [response] = await answered
    // Later errors reach the caller through the body.
    request.on("error", () => undefined)
    return response
  } catch (cause) {
    request?.on("error", () => undefined).destroy()
    socket.on("error", () => undefined).destroy()
    if (plan.signal.aborted) throw cause
    throw new EgressError("broken", `no answer from ${target.host}: ${(cause as Error).message}`)
  }
}
