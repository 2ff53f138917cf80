import { isThorough, onServerDatabaseFirst } from "@auspex/testkit/databases"
import { randomBytes } from "node:crypto"
import * as net from "node:net"
import { expect, it } from "vitest"
import type { RunningAuspex } from "../harness.ts"
import { registerAgent } from "../people.ts"
import { eventually } from "../raw.ts"
import { auspexOn } from "../servers.ts"
import { ask, ownerKeyOf } from "./asking.ts"
import { connectMachine } from "./bridgeClient.ts"

let addresses = 0

/** Opens a WebSocket by hand, writes bytes after the handshake, and waits until the service closes the connection. */
const sendRaw = (auspex: RunningAuspex, key: string, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const number = addresses++
    const { hostname, port } = new URL(auspex.url)
    const socket = net.connect(Number(port), hostname)
    let received = ""
    socket.on("connect", () =>
      socket.write(
        "GET /api/ws/bridge HTTP/1.1\r\nHost: auspex.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
          + `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n`
          + `X-Forwarded-For: 10.${210 + (number >> 16)}.${(number >> 8) & 255}.${
            number & 255
          }\r\nX-API-Key: ${key}\r\n\r\n`
      ))
    socket.on("data", (chunk: Buffer) => {
      const isFirst = received === ""
      received += chunk.toString("latin1")
      if (!isFirst) return
      if (!received.startsWith("HTTP/1.1 101")) return reject(new Error(received))
      socket.write(bytes)
      // Half of them break off, as a machine that is switched off does.
      if (number % 2 === 0) socket.end()
      // Some announce more than they send, and the service waits for the rest.
      else setTimeout(() => socket.destroy(), 500).unref()
    })
    socket.on("error", () => undefined)
    socket.on("close", () => resolve())
  })

/** A masked frame with any header bits. */
const frame = (first: number, payload: Buffer, length = payload.length): Buffer => {
  const mask = randomBytes(4)
  const head = length < 126
    ? Buffer.from([first, 0x80 | length])
    : length < 65_536
    ? Buffer.from([first, 0x80 | 126, length >> 8, length & 255])
    : Buffer.concat([
      Buffer.from([first, 0x80 | 127, 0, 0, 0, 0]),
      Buffer.from(new Uint32Array([length]).buffer).swap32()
    ])
  return Buffer.concat([head, mask, Buffer.from(payload.map((byte, at) => byte ^ mask[at % 4]!))])
}

const text = (content: string): Buffer => frame(0x81, Buffer.from(content))

const malformed: ReadonlyArray<() => Buffer> = [
  () => randomBytes(64),
  () => frame(0x83, Buffer.from("a reserved opcode")),
  () => frame(0xc1, Buffer.from("a reserved bit")),
  () => Buffer.from([0x81, 0x05, 0x68, 0x65, 0x6c, 0x6c, 0x6f]),
  () => frame(0x81, Buffer.from([0xff, 0xfe, 0xfd])),
  () => frame(0x89, Buffer.alloc(126)),
  () => frame(0x88, Buffer.from([0x00, 0x01])),
  () => frame(0x80, Buffer.from("a continuation of nothing")),
  () => frame(0x81, Buffer.alloc(10), 2_000_000),
  () => Buffer.concat(Array.from({ length: 300 }, (_, at) => frame(at === 0 ? 0x01 : 0x00, Buffer.from("x")))),
  () => frame(0x82, Buffer.from("{\"type\":\"heartbeat\"}")),
  () => text("{"),
  () => text("null"),
  () => text("{\"type\":1}"),
  () => text(JSON.stringify({ type: "infer_chunk", request_id: "x" })),
  () => text(JSON.stringify({ type: "embed_done", request_id: "x", payload: { vectors: [[1]] } })),
  () => text(JSON.stringify({ type: "embed_done", request_id: "x", payload: { vectors: ["A".repeat(600_000)] } })),
  () => text(JSON.stringify({ type: "heartbeat", payload: { models: ["x".repeat(20_000)] } })),
  () => Buffer.concat(Array.from({ length: 25 }, (_, at) => text(`{"type":"unknown ${at}"}`))),
  () => Buffer.concat(Array.from({ length: 1_200 }, () => text("{\"type\":\"heartbeat\",\"payload\":{}}")))
]

onServerDatabaseFirst("hostile clients of the bridge", (db) => {
  const auspex = auspexOn(db, { background: true })

  it("are closed, and the others do not notice", async () => {
    const honest = await registerAgent(auspex)
    const owner = await ownerKeyOf(auspex, honest.id)
    const client = await connectMachine(auspex, honest.key)
    client.answerWith(["fine"])
    // Each has its own agent, because a connecting machine replaces the machine of the same agent.
    const hostile = await Promise.all(malformed.map(async (bytes) => ({ ...(await registerAgent(auspex)), bytes })))
    const rounds = isThorough ? 112 : 8
    for (let round = 0; round < rounds; round++) {
      await Promise.all(hostile.map(({ bytes, key }) => sendRaw(auspex, key, bytes())))
      expect(await ask(auspex, owner)).toEqual({ text: "fine" })
    }
    await eventually(
      "no machine of theirs to be left",
      async () => {
        const status = ({ key }: { readonly key: string }) => auspex.call("GET", "/api/bridge/status", { as: key })
        return (await Promise.all(hostile.map(status))).every(({ body }) => body.connected === false)
      }
    )
    expect(client.closed()).toBeUndefined()
    await client.close()
  })
})
