import { once } from "node:events"
import { request } from "undici"
import { WebSocket } from "ws"
import { type Bench, type BenchRow, quantile, rowOf } from "./harness/BenchRow.ts"
import { type Child, startChild } from "./harness/Child.ts"
import { connected, startBenchServer } from "./harness/databases.ts"
import { residentMemory } from "./harness/memory.ts"
import { agentKey, benchId, fillWorld } from "./harness/world.ts"

const rounds = 7
const machineCount = 50
/** Just below the number of messages that a machine may send at once, which the service refills in two seconds. */
const chunksOfMachine = 900
const refillMillis = 2_500
const pacedMachines = 10
const pacedPerSecond = 20
const pacedSeconds = 5
/** Sockets that are opened to be idle; an owner has five machines at most. */
const idleCount = 900
const idlePerOwner = 4

/** A side: how its machines connect, and where they are asked. */
interface Side {
  readonly child: Child
  readonly connect: (machine: number) => Promise<WebSocket>
  readonly ask: (machine: number) => ReturnType<typeof request>
}

const opened = async (socket: WebSocket): Promise<WebSocket> => {
  await once(socket, "open")
  return socket
}

const socketOf = (url: string, headers: Record<string, string> = {}): Promise<WebSocket> =>
  opened(new WebSocket(url.replace("http", "ws"), { perMessageDeflate: false, headers }))

/** A machine of the nth agent at our server, from an address of its own. */
const connectHere = async (url: string, agent: number, address: number): Promise<WebSocket> => {
  const socket = await socketOf(`${url}/api/ws/bridge`, {
    "x-api-key": agentKey(agent),
    "x-forwarded-for": `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`
  })
  socket.send(JSON.stringify({ type: "heartbeat", payload: { models: ["bench"], concurrency: 8 } }))
  return socket
}

/** Answers each request of a machine with `write`, which sends the chunks. */
const onRequest = (socket: WebSocket, write: (chunk: (content: string) => void) => Promise<void> | void): void => {
  socket.removeAllListeners("message")
  socket.on("message", (data) => {
    const { request_id, type } = JSON.parse((data as Buffer).toString("utf8")) as Record<string, string>
    if (type !== "infer_request") return
    const send = (frame: object): void => socket.send(JSON.stringify({ ...frame, request_id }))
    const chunk = (content: string): void => send({ type: "infer_chunk", payload: { content } })
    void Promise.resolve(write(chunk)).then(() => send({ type: "infer_done", payload: { full_response: "" } }))
  })
}

/** Reads a stream of events to its end; calls `event` with each block. */
const readEvents = async (asked: ReturnType<typeof request>, event: (block: string) => void): Promise<void> => {
  const { body, statusCode } = await asked
  let rest = ""
  for await (const bytes of body) {
    const blocks = (rest + String(bytes)).split("\n\n")
    rest = blocks.pop()!
    for (const block of blocks) event(block)
  }
  if (statusCode !== 200) throw new Error(`a request answered ${statusCode}: ${rest}`)
}

/** Chunks per second from all machines to their callers. */
const relay = async (side: Side, machines: ReadonlyArray<WebSocket>): Promise<number> => {
  for (const machine of machines) {
    onRequest(machine, (chunk) => {
      for (let n = 0; n < chunksOfMachine; n++) chunk(" token")
    })
  }
  let chunks = 0
  const began = performance.now()
  await Promise.all(machines.map((_, n) =>
    readEvents(side.ask(n), (block) => {
      if (block.startsWith("event: chunk")) chunks += 1
    })
  ))
  const seconds = (performance.now() - began) / 1_000
  if (chunks === 0) throw new Error("no chunk arrived")
  await new Promise((resolve) => setTimeout(resolve, refillMillis))
  return (machines.length * chunksOfMachine) / seconds
}

/** Milliseconds from sending each chunk to its arrival, at a steady pace. */
const lagsOf = async (side: Side, machines: ReadonlyArray<WebSocket>): Promise<ReadonlyArray<number>> => {
  const lags: Array<number> = []
  await Promise.all(
    machines.slice(0, pacedMachines).map((machine, n) => {
      onRequest(machine, async (chunk) => {
        for (let sent = 0; sent < pacedPerSecond * pacedSeconds; sent++) {
          await new Promise((resolve) => setTimeout(resolve, 1_000 / pacedPerSecond))
          chunk(`${performance.now()};`)
        }
      })
      return readEvents(side.ask(n), (block) => {
        const at = performance.now()
        for (const [, sent] of block.matchAll(/([\d.]+);/g)) lags.push(at - Number(sent))
      })
    })
  )
  return lags
}

/** P8: the bridge, against a relay of bare sockets and streams. */
export const bridge: Bench = async () => {
  const server = await startBenchServer()
  const children: Array<Child> = []
  const sockets: Array<WebSocket> = []
  const start = async (name: string, options: object): Promise<Child> => {
    const child = await startChild(name, options)
    children.push(child)
    return child
  }
  try {
    const databaseUrl = await server.create("bridge")
    await connected(databaseUrl, (client) => fillWorld(client, { agents: 1_000, questions: 10, history: 0 }))
    const auspex = await start("auspexServer", {
      databaseUrl,
      trustedProxies: "127.0.0.1",
      modelRequestsPerDay: "1000000"
    })
    const bare = await start("bareRelay", {})
    const sides: Readonly<Record<"ours" | "theirs", Side>> = {
      ours: {
        child: auspex,
        connect: (machine) => connectHere(auspex.url, machine, machine),
        ask: (machine) =>
          request(`${auspex.url}/api/me/agents/${benchId(1, machine)}/infer`, {
            method: "POST",
            headers: { "x-api-key": agentKey(machine), "content-type": "application/json" },
            body: JSON.stringify({ messages: [{ role: "user", content: "?" }], stream: true })
          })
      },
      theirs: {
        child: bare,
        connect: (machine) => socketOf(`${bare.url}/${machine}`),
        ask: (machine) => request(`${bare.url}/${machine}`)
      }
    }
    const connectAll = async (side: Side): Promise<ReadonlyArray<WebSocket>> => {
      const machines = await Promise.all(Array.from({ length: machineCount }, (_, n) => side.connect(n)))
      sockets.push(...machines)
      return machines
    }
    const [here, there] = [await connectAll(sides.ours), await connectAll(sides.theirs)]
    const turn = async () => ({ ours: await relay(sides.ours, here), theirs: await relay(sides.theirs, there) })
    await turn()
    const turns: Array<{ readonly ours: number; readonly theirs: number }> = []
    const cpuBefore = { ours: auspex.cpuSeconds(), theirs: bare.cpuSeconds() }
    for (let round = 0; round < rounds; round++) turns.push(await turn())
    const cpuOf = (side: keyof typeof sides): number =>
      (sides[side].child.cpuSeconds() - cpuBefore[side]) * 1e6 / (rounds * machineCount * chunksOfMachine)
    const [lagsHere, lagsThere] = [await lagsOf(sides.ours, here), await lagsOf(sides.theirs, there)]
    const before = residentMemory(auspex.pid)
    for (let n = 0; n < idleCount; n++) {
      sockets.push(await connectHere(auspex.url, machineCount + Math.floor(n / idlePerOwner), machineCount + n))
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const perSocket = (residentMemory(auspex.pid) - before) * 1_024 / idleCount
    const rows: Array<BenchRow> = [
      rowOf(`chunks of ${machineCount} machines to as many callers`, "chunks/s", turns, {
        of: "ratio",
        is: "at least",
        value: 0.5
      }),
      { what: "the same, server CPU (less is better)", unit: "µs/chunk", ours: cpuOf("ours"), theirs: cpuOf("theirs") },
      {
        what:
          `${pacedMachines} machines at ${pacedPerSecond} chunks/s, 99th percentile above the peer's (less is better)`,
        unit: "ms",
        ours: quantile(lagsHere, 0.99) - quantile(lagsThere, 0.99),
        goal: { of: "ours", is: "at most", value: 5 }
      },
      {
        what: `resident memory of ${idleCount} idle machines (less is better)`,
        unit: "kB/socket",
        ours: perSocket,
        goal: { of: "ours", is: "at most", value: 30 }
      }
    ]
    return {
      title: "P8 Bridge",
      rows,
      notes: [
        `${server.version}; the peer parses each frame and writes it to the caller's stream, and checks and stores nothing.`,
        `Each machine sends ${chunksOfMachine} chunks at once, just below its limit.`
      ]
    }
  } finally {
    for (const socket of sockets) socket.terminate()
    for (const child of children) await child.stop()
    await server.stop()
  }
}
