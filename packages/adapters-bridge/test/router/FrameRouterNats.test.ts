import { frameRouterNats } from "@auspex/adapters-bridge/router"
import { FrameRouter } from "@auspex/domain/inference"
import { frameRouterContract } from "@auspex/testkit/contracts"
import { Context, Effect, Layer } from "effect"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import * as net from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

/** A port that nobody listens on. */
const freePort = async (): Promise<number> => {
  const server = net.createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, "close")
  return port
}

/** `nats-server` comes with Debian and not with npm, so it may be missing. */
const isInstalled = spawnSync("nats-server", ["--version"]).status === 0
const missing = "nats-server is not installed: apt-get install nats-server"

/** Starts `nats-server`. */
const startNats = async (port: number): Promise<ChildProcess> => {
  const child = spawn(
    "nats-server",
    ["--addr", "127.0.0.1", "--port", String(port), "--user", "ada", "--pass", "x/y"],
    {
      stdio: ["ignore", "ignore", "pipe"]
    }
  )
  await new Promise<void>((resolve, reject) => {
    child.once("error", () => reject(new Error(missing)))
    let output = ""
    child.stderr!.on("data", (text: Buffer) => {
      output += text.toString()
      if (output.includes("Server is ready")) resolve()
    })
    child.once("exit", () => reject(new Error(output)))
  })
  return child
}

const throughNats = (): void => {
  let port = 0
  let nats: ChildProcess
  beforeAll(async () => {
    port = await freePort()
    nats = await startNats(port)
  })
  afterAll(async () => {
    nats.kill()
    await once(nats, "exit")
  })

  const events: Array<string> = []
  const router = (): Layer.Layer<FrameRouter> =>
    frameRouterNats({
      url: `nats://ada:x%2Fy@127.0.0.1:${port}`,
      connected: Effect.sync(() => void events.push("connected")),
      lost: () => Effect.sync(() => void events.push("lost"))
    })

  frameRouterContract(router)

  it("arrive again when the server is back, and the router says so", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      events.length = 0
      const { instance, receive, send } = yield* Effect.map(
        Layer.build(router()),
        (built) => Context.get(built, FrameRouter)
      )
      const received: Array<string> = []
      yield* receive((text) => void received.push(text))
      send(instance, "before")
      yield* until(() => received.length === 1)
      nats.kill("SIGKILL")
      yield* until(() => events.includes("lost"))
      nats = yield* Effect.promise(() => startNats(port))
      yield* until(() => events.length === 3)
      expect(events).toEqual(["connected", "lost", "connected"])
      send(instance, "after")
      yield* until(() => received.includes("after"))
      expect(received).toEqual(["before", "after"])
    }))))
}

/** Waits until the condition holds. */
const until = (condition: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => condition() ? Effect.void : Effect.zipRight(Effect.sleep(10), until(condition)))

describe("messages between instances through NATS", () => {
  if (isInstalled) throughNats()
  else {
    it(`ARE NOT TESTED: ${missing}`, () => {
      console.warn(`\n*** Messages between instances through NATS are not tested: ${missing} ***\n`)
    })
  }
})
