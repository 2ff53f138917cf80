import { once } from "node:events"
import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http"
import { connect, type ConnectionPlan } from "./EgressConnection.ts"
import { EgressError } from "./EgressError.ts"
import type { EgressTarget } from "./EgressUrl.ts"
import { interimRefusal, protocolSwitch } from "./interimResponses.ts"

/** The size limit of a response's headers. */
export const headerBytesMax = 16_384

/** The name of this service in its requests. */
export const userAgent = "Auspex"

/** What is sent; by default a GET without a body. */
interface Sent {
  readonly method?: string
  readonly body?: string | Uint8Array
}

/** Rejects when the interim responses (1xx) are refused. Node skips the others. */
const refusedInterim = (request: ClientRequest, host: string): Promise<never> =>
  new Promise((_, reject) => {
    let count = 0
    request.on("information", ({ statusCode }) => {
      const refusal = interimRefusal(host, statusCode, ++count)
      if (refusal !== undefined) reject(refusal)
    })
    request.once("upgrade", () => reject(protocolSwitch(host)))
  })

/**
 * Sends a request over a new connection and returns when the response's headers have arrived; the caller reads the body.
 * The connection closes at the end of the body, and when `plan.signal` aborts.
 */
export const requestPage = async (
  target: EgressTarget,
  headers: Readonly<Record<string, string>>,
  plan: ConnectionPlan,
  { body, method = "GET" }: Sent = {}
): Promise<IncomingMessage> => {
  const socket = await connect(plan)
  const close = (): void => void socket.destroy()
  plan.signal.addEventListener("abort", close, { once: true })
  socket.once("close", () => plan.signal.removeEventListener("abort", close))
  let request: ClientRequest | undefined
  try {
    request = httpRequest({
      createConnection: () => socket,
      method,
      path: target.url.pathname + target.url.search,
      headers: {
        "user-agent": userAgent,
        ...headers,
        host: target.url.host,
        connection: "close",
        ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) })
      },
      maxHeaderSize: headerBytesMax,
      insecureHTTPParser: false,
      setHost: false
    })
    const answered = once(request, "response", { signal: plan.signal }) as Promise<[IncomingMessage]>
    const refused = refusedInterim(request, target.host)
    request.end(body)
    const [response] = await Promise.race([answered, refused])
    // Node takes a 101 that names no protocol for the response.
    if (response.statusCode === 101) throw protocolSwitch(target.host)
    // Later errors reach the caller through the body.
    request.on("error", () => undefined)
    return response
  } catch (cause) {
    request?.on("error", () => undefined).destroy()
    socket.on("error", () => undefined).destroy()
    if (plan.signal.aborted || cause instanceof EgressError) throw cause
    throw new EgressError("broken", `no answer from ${target.host}: ${(cause as Error).message}`)
  }
}
