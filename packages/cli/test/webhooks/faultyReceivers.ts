import { answerWith, type Respond } from "@auspex/testkit/outside"
import { once } from "node:events"
import { createServer as createHttpsServer } from "node:https"
import * as net from "node:net"
import { Worker } from "node:worker_threads"
import { gzipSync } from "node:zlib"
import type { Identity } from "./certificates.ts"

/** A listening server, with the port that it got. */
export interface Listening {
  readonly port: number
  readonly stop: () => Promise<void>
}

/** A whole answer on a connection that is not used again. */
const closing = (status: number, headers: Readonly<Record<string, string>> = {}, body = ""): Respond =>
  answerWith(status, { connection: "close", ...headers }, body)

const tenGigabytes = 10 * 1024 ** 3
/** 64 MB of zeros in 64 kB. */
const bomb = gzipSync(Buffer.alloc(64_000_000))
const block = Buffer.alloc(65_536, "x")

/** Writes blocks for as long as the connection takes them. */
const pump = (response: Parameters<Respond>[1]): void => {
  while (!response.destroyed && response.write(block));
  if (!response.destroyed) response.once("drain", () => pump(response))
}

/** Repeats a text on the bare connection for as long as it takes it. */
const flood = (socket: net.Socket, text: string): void => {
  while (!socket.destroyed && socket.write(text));
  if (!socket.destroyed) socket.once("drain", () => flood(socket, text))
}

/** Answers that are failures or attacks, by path. `trap` is an address that nothing may call. */
export const faultyAnswers = (trap: string): Readonly<Record<string, Respond>> => ({
  "/error": closing(500, {}, "out of order"),
  "/busy": closing(429, { "retry-after": "8" }),
  "/busy-for-two-days": closing(429, { "retry-after": "172800" }),
  "/busy-for-nothing": closing(429, { "retry-after": "0" }),
  "/gone": closing(410),
  "/redirect": closing(301, { location: trap }),
  "/see-other": closing(303, { location: trap }),
  "/preserve": closing(308, { location: trap }),
  "/silent": () => undefined,
  "/head-only": (_, response) => {
    response.writeHead(200, { "content-length": 1_000 })
    response.flushHeaders()
  },
  "/half": (_, response) => void response.writeHead(200, { "content-length": 1_000 }).write("half of an ans"),
  "/drip": (_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write("x"), 20)
    response.on("close", () => clearInterval(timer))
  },
  "/endless": (_, response) => pump(response.writeHead(200, { "content-length": tenGigabytes })),
  "/endless-chunks": (_, response) => pump(response.writeHead(500)),
  "/bomb": (_, response) => void response.writeHead(200, { connection: "close", "content-encoding": "gzip" }).end(bomb),
  "/reset": (_, response, { socket }) => {
    response.writeHead(200, { "content-length": 1_000 }).write("half of an ans", () => socket.resetAndDestroy())
  },
  "/cut": (_, _response, { socket }) => void socket.destroy(),
  "/garbage": (_, _response, { socket }) => void socket.end("220 mail.example ESMTP ready\r\n"),
  "/long-header": (_, response) => void response.writeHead(200, { "x-long": "x".repeat(40_000) }).end(),
  "/many-headers": (_, response) => {
    const headers = Array.from({ length: 2_000 }, (_, n) => [`x-${n}`, "x".repeat(20)])
    response.writeHead(200, Object.fromEntries(headers)).end()
  },
  "/upgrade": (_, _response, { socket }) =>
    void socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: chat\r\n\r\n"),
  "/interim": (_, _response, { socket }) => flood(socket, "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n")
})

const listening = async (server: net.Server, open: Iterable<net.Socket>): Promise<Listening> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const stop = async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, "close")
  }
  return { port: (server.address() as net.AddressInfo).port, stop }
}

/** A server that does something with every connection and knows no HTTP. */
export const startBare = (onConnection: (socket: net.Socket) => void): Promise<Listening> => {
  const open = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    open.add(socket)
    socket.on("error", () => socket.destroy()).on("close", () => open.delete(socket))
    onConnection(socket)
  })
  return listening(server, open)
}

/** An https server that answers 204. */
export const startSecure = (identity: Identity): Promise<Listening> => {
  const open = new Set<net.Socket>()
  const server = createHttpsServer({ ...identity, minVersion: "TLSv1.2" }, (request, response) => {
    request.resume().on("end", () => response.writeHead(204, { connection: "close" }).end())
  })
  server.on("connection", (socket: net.Socket) => open.add(socket.on("close", () => open.delete(socket))))
  server.on("tlsClientError", (_, socket) => socket.destroy())
  return listening(server, open)
}

/** The program of a thread that listens and then stops for good, so that nobody accepts its connections. */
const deafListener = `
const { parentPort } = require("node:worker_threads")
const server = require("node:net").createServer()
server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
  parentPort.postMessage(server.address().port)
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
})`

/** A port where the queue of connections is full: the system answers no further one. */
export const startFullQueue = async (): Promise<Listening> => {
  const thread = new Worker(deafListener, { eval: true })
  const [port] = await once(thread, "message") as [number]
  const fillers = Array.from({ length: 16 }, () => net.connect(port, "127.0.0.1").on("error", () => undefined))
  // The queue holds two.
  let connected = 0
  await new Promise<void>((resolve) => {
    for (const filler of fillers) {
      filler.once("connect", () => {
        if (++connected === 2) resolve()
      })
    }
  })
  const stop = async () => {
    for (const filler of fillers) filler.destroy()
    await thread.terminate()
  }
  return { port, stop }
}
