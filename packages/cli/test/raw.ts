import { request as httpRequest } from "node:http"
import * as net from "node:net"

/** Sends a request with an unchanged target; `fetch` would normalise it. */
export const rawRequest = (
  url: string,
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string
): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const request = httpRequest({ hostname, port, method, path: target, headers, agent: false }, (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => {
        text += chunk
      })
      response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }))
    })
    request.on("error", reject)
    request.end(body)
  })

/** All data that a server sends on a connection. */
export interface Conversation {
  readonly text: string
}

/** Opens a connection, passes it to `speak`, and reads until it is closed. */
export const converse = (url: string, speak: (socket: net.Socket) => void): Promise<Conversation> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = net.connect(Number(port), hostname, () => speak(socket))
    let text = ""
    socket.setEncoding("latin1")
    socket.on("data", (chunk: string) => {
      text += chunk
    })
    socket.on("error", () => socket.destroy())
    socket.on("close", () => resolve({ text }))
  })

/** The head of a request. */
export const head = (method: string, target: string, headers: Readonly<Record<string, string | number>> = {}): string =>
  `${method} ${target} HTTP/1.1\r\nHost: auspex.test\r\n${
    Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("")
  }\r\n`

/** Fails if `work` hangs; `millisMax` should be ten times its usual duration, so that a busy machine is no reason. */
export const within = <A>(what: string, millisMax: number, work: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${millisMax} ms`)), millisMax)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Polls until `condition` holds, every `pauseMillis`. */
export const eventually = async (
  what: string,
  condition: () => Promise<boolean> | boolean,
  millisMax = 20_000,
  pauseMillis = 10
): Promise<void> => {
  for (const deadline = Date.now() + millisMax; !(await condition());) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${millisMax} ms`)
    await new Promise((resolve) => setTimeout(resolve, pauseMillis))
  }
}
