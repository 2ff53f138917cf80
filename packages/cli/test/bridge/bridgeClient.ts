import { once } from "node:events"
import { WebSocket } from "ws"
import type { RunningAuspex } from "../harness.ts"
import { eventually } from "../raw.ts"

/** A frame of the service, as the client gets it. */
interface ReceivedFrame {
  readonly type: string
  readonly request_id: string
  // oxlint-disable-next-line no-explicit-any
  readonly payload?: any
}

/** A client of the bridge, as an owner might write one. */
export interface BridgeClient {
  readonly socket: WebSocket
  readonly frames: ReadonlyArray<ReceivedFrame>
  /** How the service closed the connection; undefined while it is open. */
  readonly closed: () => { readonly code: number; readonly reason: string } | undefined
  readonly send: (frame: unknown) => void
  /** Answers each request with these pieces from now on. */
  readonly answerWith: (pieces: ReadonlyArray<string>) => void
  readonly close: () => Promise<void>
}

/** The status and body of a refused handshake. */
export interface RefusedHandshake {
  readonly status: number
  // oxlint-disable-next-line no-explicit-any
  readonly body: any
}

export const socketUrl = ({ url }: RunningAuspex): string => `${url.replace("http", "ws")}/api/ws/bridge`

let addresses = 0

/** Connects with the given headers, from a new address unless they name one. */
export const handshake = async (
  auspex: RunningAuspex,
  headers: Readonly<Record<string, string>>,
  url = socketUrl(auspex)
): Promise<BridgeClient | RefusedHandshake> => {
  const number = addresses++
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    headers: { "x-forwarded-for": `10.200.${(number >> 8) & 255}.${number & 255}`, ...headers }
  })
  const frames: Array<ReceivedFrame> = []
  let pieces: ReadonlyArray<string> | undefined
  let closed: { readonly code: number; readonly reason: string } | undefined
  const send = (frame: unknown): void => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame))
  const answer = ({ request_id, type }: ReceivedFrame): void => {
    if (pieces === undefined || type !== "infer_request") return
    for (const content of pieces) send({ type: "infer_chunk", request_id, payload: { content } })
    send({ type: "infer_done", request_id, payload: { full_response: pieces.join("") } })
  }
  socket.on("message", (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as ReceivedFrame
    frames.push(frame)
    answer(frame)
  })
  socket.on("close", (code, reason) => {
    closed = { code, reason: reason.toString() }
  })
  socket.on("error", () => undefined)
  const refused = once(socket, "unexpected-response").then(async ([request, response]) => {
    let text = ""
    for await (const chunk of response) text += String(chunk)
    request.destroy()
    return { status: response.statusCode as number, body: text === "" ? undefined : JSON.parse(text) as unknown }
  })
  // Whichever does not happen never settles, or fails with the socket.
  refused.catch(() => undefined)
  const opened = once(socket, "open").then((): BridgeClient => ({
    socket,
    frames,
    closed: () => closed,
    send,
    answerWith: (given) => {
      pieces = given
    },
    close: async () => {
      if (socket.readyState === WebSocket.CLOSED) return
      const over = once(socket, "close")
      socket.close()
      await over
    }
  }))
  opened.catch(() => undefined)
  return Promise.race([opened, refused])
}

/** Connects a machine that has told of its models. */
export const connectMachine = async (
  auspex: RunningAuspex,
  secret: string,
  payload: object = { models: ["llama3"] }
): Promise<BridgeClient> => {
  const client = await handshake(auspex, { "x-api-key": secret })
  if ("status" in client) throw new Error(`the handshake was refused: ${client.status} ${JSON.stringify(client.body)}`)
  client.send({ type: "heartbeat", payload })
  const { models = [] } = payload as { readonly models?: ReadonlyArray<string> }
  await eventually("the heartbeat to arrive", async () => {
    const { body } = await auspex.call("GET", "/api/bridge/status", { as: secret })
    return body.connected === true && models.every((model) => body.models.includes(model))
  })
  return client
}
