import { FrameRouter, PayloadNumbers, PayloadReceiver } from "@auspex/domain/inference"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { type ListeningOptions, listenTo } from "../../database/ListeningConnection.ts"

export interface FrameRouterNotifyOptions
  extends Pick<ListeningOptions, "url" | "connected" | "lost" | "heartbeatMillis" | "answerMillisMax"> {}

/** A name must not exceed 63 characters, including the suffix that the connection adds for its own channel. */
const channelOf = (instance: string): string => `auspex_to_${instance.replaceAll("-", "")}`

/** Postgres refuses payloads of 8,000 bytes; the prefix of a piece takes up to 60. */
const pieceBytesMax = 7_900
/** A UTF-16 code unit takes at most three bytes. */
const pieceUnitsMax = Math.floor(pieceBytesMax / 3)

/** More texts than this that wait to be sent are dropped: the database does not take them. */
const pendingMax = 100_000

/** The length of pieces of a text that fit payloads. */
const pieceLengthOf = (text: string): number => Buffer.byteLength(text) === text.length ? pieceBytesMax : pieceUnitsMax

/**
 * Carries messages by `LISTEN` and `NOTIFY` on the database, over a connection of its own. Each instance listens to a
 * channel named after it. Long texts are sent in several payloads, which arrive in order.
 */
export const frameRouterNotify = (options: FrameRouterNotifyOptions): Layer.Layer<FrameRouter> =>
  Layer.scoped(
    FrameRouter,
    Effect.gen(function*() {
      const instance = randomUUID()
      const scope = yield* Effect.scope
      const receiver = new PayloadReceiver()
      const numbers = new PayloadNumbers(instance)
      const pending: Array<{ readonly channel: string; readonly payload: string }> = []
      const latch = yield* Effect.makeLatch(false)
      const listening = yield* Effect.makeLatch(false)
      const connection = yield* listenTo({
        ...options,
        channel: channelOf(instance),
        received: (payload) => receiver.accept(payload),
        connected: Effect.zipRight(Effect.asVoid(listening.open), options.connected)
      })
      yield* latch.await.pipe(
        Effect.zipRight(latch.close),
        Effect.zipRight(Effect.suspend(() => connection.notify(pending.splice(0)))),
        // The frame is lost, as the port allows; `lost` has told the operator.
        Effect.catchTag("ListeningFailed", () => Effect.void),
        Effect.forever,
        Effect.forkIn(scope)
      )
      return FrameRouter.of({
        instance,
        send: (to, text) => {
          if (pending.length > pendingMax) return
          const channel = channelOf(to)
          for (const payload of numbers.payloadsOf(to, text, pieceLengthOf(text))) pending.push({ channel, payload })
          latch.unsafeOpen()
        },
        receive: (received) => receiver.receive(received, listening.await)
      })
    })
  )
