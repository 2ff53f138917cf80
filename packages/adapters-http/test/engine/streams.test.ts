import { Deferred, Effect, Fiber, FiberId, Option, Stream } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { writeStream, type WriteStreamOptions } from "../../src/engine/writeStream.ts"

const megabyte = "x".repeat(1_048_576)

/** A stream of a number of megabytes that counts how many were pulled and reports its end. */
const countedStream = (megabytes: number) => {
  const taken = { count: 0 }
  const over = Effect.runSync(Deferred.make<void>())
  const stream = Stream.unfold(0, (n) => n < megabytes ? Option.some([megabyte, n + 1] as const) : Option.none()).pipe(
    Stream.rechunk(1),
    Stream.tap(() => Effect.sync(() => void taken.count++)),
    Stream.ensuring(Deferred.succeed(over, undefined))
  )
  return { stream, taken, over: Effect.runPromise(Deferred.await(over)) }
}

/** Waits until the count no longer changes without the reader. */
const settled = async (count: () => number): Promise<number> => {
  for (let before = -1, quiet = 0; quiet < 500; quiet++) {
    if (count() !== before) quiet = 0
    before = count()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return count()
}

describe("a streamed answer", () => {
  let server: http.Server
  let serve: (response: http.ServerResponse) => void
  beforeAll(async () => {
    server = http.createServer((_, response) => serve(response))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** Sends a request and returns its response unread. */
  const ask = (
    stream: Stream.Stream<string>,
    options?: WriteStreamOptions
  ): Promise<http.IncomingMessage> => {
    serve = (response) => {
      const fiber = Effect.runFork(writeStream(response, stream, options))
      response.once("close", () => void Effect.runFork(Fiber.interrupt(fiber)))
    }
    return new Promise((resolve, reject) => {
      const request = http.get(
        { host: "127.0.0.1", port: (server.address() as AddressInfo).port, agent: false },
        resolve
      )
      request.on("error", reject)
    })
  }

  const read = async (response: http.IncomingMessage): Promise<number> => {
    let length = 0
    for await (const chunk of response) length += (chunk as Buffer).length
    return length
  }

  it("waits for a reader that does not read, and continues with it to the end", async () => {
    const { over, stream, taken } = countedStream(200)
    const response = await ask(stream)
    // At most the buffers of two sockets.
    expect(await settled(() => taken.count)).toBeLessThan(40)
    expect(await read(response)).toBe(200 * megabyte.length)
    await over
    expect(taken.count).toBe(200)
  })

  it("ends when its reader disconnects", async () => {
    const { over, stream, taken } = countedStream(100_000)
    const response = await ask(stream)
    response.destroy()
    await over
    const count = taken.count
    expect(await settled(() => taken.count)).toBe(count)
    expect(count).toBeLessThan(40)
  })

  it("writes its comment after each silence, and no more once it has ended", async () => {
    const more = Effect.runSync(Deferred.make<string>())
    const stream = Stream.concat(Stream.succeed("first;"), Stream.fromEffect(Deferred.await(more)))
    const response = await ask(stream, { keepAlive: { text: "silent;", afterMillis: 5 } })
    let text = ""
    for await (const chunk of response) {
      text += String(chunk)
      if (text.includes("silent;silent;")) Effect.runSync(Deferred.succeed(more, "last;"))
    }
    expect(text).toMatch(/^first;(silent;){2,}last;$/u)
  })

  it("says farewell when the server stops, at once, and cuts off a reader that has not read what came before", async () => {
    for (const megabytes of [0, 100]) {
      const stopped = Deferred.unsafeMake<void>(FiberId.none)
      const { over, stream } = countedStream(megabytes)
      const response = await ask(Stream.concat(Stream.succeed("first;"), Stream.concat(stream, Stream.never)), {
        farewell: { text: "farewell;", stopped }
      })
      let text = ""
      if (megabytes === 0) response.on("data", (chunk) => void (text += String(chunk)))
      const ended = new Promise<string>((resolve) => {
        response.once("end", () => resolve("ended"))
        response.once("error", () => resolve("cut off"))
      })
      await settled(() => text.length)
      Effect.runSync(Deferred.succeed(stopped, undefined))
      if (megabytes > 0) {
        await over
        response.resume()
      }
      expect([await ended, text]).toEqual(megabytes === 0 ? ["ended", "first;farewell;"] : ["cut off", ""])
    }
  })
})
