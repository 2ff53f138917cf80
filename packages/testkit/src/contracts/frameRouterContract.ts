import { FrameRouter } from "@auspex/domain/inference"
import { Context, Effect, Layer, Queue, type Scope } from "effect"
import { expect, it } from "vitest"

interface Instance {
  readonly address: string
  readonly send: Context.Tag.Service<FrameRouter>["send"]
  readonly received: Queue.Dequeue<string>
}

/**
 * What every `FrameRouter` promises. `instance` makes the router of one more instance of the same installation, each
 * time that it is built.
 */
export const frameRouterContract = (instance: () => Layer.Layer<FrameRouter>): void => {
  const start: Effect.Effect<Instance, never, Scope.Scope> = Effect.gen(function*() {
    const router = Context.get(yield* Layer.build(instance()), FrameRouter)
    const received = yield* Queue.unbounded<string>()
    yield* router.receive((text) => void received.unsafeOffer(text))
    return { address: router.instance, send: router.send, received }
  })
  const run = <A>(test: Effect.Effect<A, never, Scope.Scope>): Promise<A> => Effect.runPromise(Effect.scoped(test))
  const take = ({ received }: Instance, count: number) =>
    Effect.map(Queue.takeN(received, count), (texts) => [...texts])

  it("has an address for each instance", () =>
    run(Effect.gen(function*() {
      const addresses = [(yield* start).address, (yield* start).address, (yield* start).address]
      expect(new Set(addresses).size).toBe(3)
    })))

  it("carries texts in order, to the instance that they are sent to and to no other", () =>
    run(Effect.gen(function*() {
      const [a, b, c] = [yield* start, yield* start, yield* start]
      const texts = Array.from({ length: 500 }, (_, at) => `text ${at}`)
      for (const text of texts) a.send(b.address, text)
      for (const text of texts.slice(0, 3)) b.send(a.address, text)
      a.send(c.address, "only for c")
      expect(yield* take(b, 500)).toEqual(texts)
      expect(yield* take(a, 3)).toEqual(texts.slice(0, 3))
      expect(yield* take(c, 1)).toEqual(["only for c"])
      expect(yield* Effect.all([a, b, c].map(({ received }) => received.size))).toEqual([0, 0, 0])
    })))

  it("carries texts to its own instance", () =>
    run(Effect.gen(function*() {
      const a = yield* start
      a.send(a.address, "to myself")
      expect(yield* take(a, 1)).toEqual(["to myself"])
    })))

  it("carries texts of any length and any characters, those of several senders at once", () =>
    run(Effect.gen(function*() {
      const [a, b, c] = [yield* start, yield* start, yield* start]
      const texts = [
        "",
        "'quoted' \"text\" \\ $1 ;\n\t--",
        "ä€😀".repeat(5_000),
        "😀".repeat(20_000),
        "x".repeat(7_899),
        "x".repeat(7_900),
        "x".repeat(7_901),
        "é".repeat(3_951),
        JSON.stringify({ nul: "\u0000", text: "y".repeat(1_000_000) }),
        // As large as a request for vectors may be.
        JSON.stringify({ texts: Array.from({ length: 16 }, () => "\u0001\"ä€😀".repeat(1_333)) })
      ]
      for (const text of texts) {
        a.send(c.address, `a${text}`)
        b.send(c.address, `b${text}`)
      }
      const received = yield* take(c, 2 * texts.length)
      for (const sender of ["a", "b"]) {
        expect(
          received.filter((text) => text.startsWith(sender)).map((text) => text.slice(1) === "" ? "" : text.slice(1))
        )
          .toEqual(texts)
      }
    })))

  it("drops what is sent to an instance that has ended", () =>
    run(Effect.gen(function*() {
      const a = yield* start
      const gone = yield* Effect.scoped(start)
      a.send(gone.address, "nobody hears this")
      a.send("00000000-0000-4000-8000-000000000000", "nor this")
      a.send(a.address, "but this")
      expect(yield* take(a, 1)).toEqual(["but this"])
    })))
}
