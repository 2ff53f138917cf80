import { once } from "node:events"
import * as net from "node:net"
import * as tls from "node:tls"
import { isSameAddress } from "./EgressAddress.ts"
import { EgressError } from "./EgressError.ts"

/** Opens a socket to an IP address. */
export type DialAddress = (address: string, port: number) => net.Socket

const connectMillis = 5_000
const triesMax = 3

export const dialAddress: DialAddress = (address, port) => net.connect({ host: address, port, noDelay: true })

/** The parameters of a connection. */
export interface ConnectionPlan {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
  readonly isAddress: boolean
  /** Checked addresses, in the order in which they are tried. */
  readonly addresses: ReadonlyArray<string>
  readonly dial: DialAddress
  /** A CA certificate (PEM) to trust in addition to Node's. */
  readonly trusted: string | undefined
  readonly signal: AbortSignal
}

const textOf = (cause: unknown): string => {
  const { code, message, name } = cause as { code?: unknown; message?: unknown; name?: unknown }
  if (name === "AbortError") return `no answer within ${connectMillis} ms`
  return typeof code === "string" ? code : String(message)
}

const withDeadline = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(connectMillis)])

const dialOne = async ({ dial, port, signal }: ConnectionPlan, address: string): Promise<net.Socket> => {
  const socket = dial(address, port)
  try {
    await once(socket, "connect", { signal: withDeadline(signal) })
    // Nothing is sent, not even the server name, before the peer's address is verified.
    if (!isSameAddress(socket.remoteAddress ?? "", address)) throw new Error("connected to another address")
    return socket
  } catch (cause) {
    socket.on("error", () => undefined).destroy()
    throw cause
  }
}

const dialAny = async (plan: ConnectionPlan): Promise<net.Socket> => {
  let last: unknown
  for (const address of plan.addresses.slice(0, triesMax)) {
    try {
      return await dialOne(plan, address)
    } catch (cause) {
      if (plan.signal.aborted) throw cause
      last = cause
    }
  }
  throw new EgressError("connect", `no connection to ${plan.host}: ${textOf(last)}`)
}

const secure = async (
  { host, isAddress, signal, trusted }: ConnectionPlan,
  socket: net.Socket
): Promise<net.Socket> => {
  const secured = tls.connect({
    socket,
    host,
    ...(isAddress ? {} : { servername: host }),
    ...(trusted === undefined ? {} : { ca: [...tls.rootCertificates, trusted] }),
    minVersion: "TLSv1.2",
    rejectUnauthorized: true,
    ALPNProtocols: ["http/1.1"]
  })
  try {
    await once(secured, "secureConnect", { signal: withDeadline(signal) })
    return secured
  } catch (cause) {
    secured.on("error", () => undefined).destroy()
    if (signal.aborted) throw cause
    throw new EgressError("tls", `no trusted connection to ${host}: ${textOf(cause)}`)
  }
}

/** Opens a connection to one of the checked addresses, with TLS if the plan requires it. The caller closes it. */
export const connect = async (plan: ConnectionPlan): Promise<net.Socket> => {
  const socket = await dialAny(plan)
  return plan.isSecure ? secure(plan, socket) : socket
}
