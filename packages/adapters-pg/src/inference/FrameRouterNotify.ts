import { FrameRouter } from "@auspex/domain/inference"
import { piecesOf } from "@auspex/domain/kernel"
import { Effect, Layer, type Scope } from "effect"
import { randomUUID } from "node:crypto"
import { type ListeningOptions, listenTo } from "../database/ListeningConnection.ts"

export interface FrameRouterNotifyOptions
  extends Pick<ListeningOptions, "url" | "connected" | "lost" | "heartbeatMillis" | "answerMillisMax"> {}

/** With what the connection adds for its own channel, a name must not exceed 63 characters. */
const channelOf = (instance: string): string => `auspex_to_${instance.replaceAll("-", "")}`

/** Postgres refuses payloads of 8,000 bytes; what stands before the piece takes up to 60. */
const pieceBytesMax = 7_900
/** A UTF-16 code unit takes at most three bytes. */
const pieceUnitsMax = Math.floor(pieceBytesMax / 3)

/** More texts than this that wait to be sent are dropped: the database does not take them. */
const pendingMax = 100_000

/** The pieces of a text that fit payloads. */
const payloadPieces = (text: string): ReadonlyArray<string> => {
  const isAscii = Buffer.byteLength(text) === text.length
  return piecesOf(text, isAscii ? pieceBytesMax : pieceUnitsMax)
}

/**
 * A payload: the sender, `+` if the text goes on in its next payload and `.` if it ends, the payload's number, a space,
 * and the piece. The number also makes payloads differ: Postgres delivers equal ones of a transaction once.
 */
const payloadOf = (sender: string, goesOn: boolean, number: number, piece: string): string =>
  `${sender}${goesOn ? "+" : "."}${number} ${piece}`

const payloadPattern = /^([0-9a-f-]{36})([+.])(\d+) ([^]*)$/

/** Puts the texts of several senders together from their pieces. A text of which a piece was lost is dropped. */
const assembling = (receiver: (text: string) => void): (payload: string) => void => {
  const senders = new Map<string, { next: number; pieces: Array<string>; isBroken: boolean }>()
  return (payload) => {
    const [, sender, mark, digits, piece] = payloadPattern.exec(payload) ?? []
    if (sender === undefined || piece === undefined) return
    const number = Number(digits)
    const state = senders.get(sender) ?? { next: number, pieces: [], isBroken: false }
    senders.set(sender, state)
    if (number !== state.next && state.pieces.length > 0) state.isBroken = true
    state.next = number + 1
    state.pieces.push(piece)
    if (mark === "+") return
    const text = state.isBroken ? undefined : state.pieces.join("")
    state.pieces = []
    state.isBroken = false
    if (text !== undefined) receiver(text)
  }
}

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
      let receiver: ((payload: string) => void) | undefined
      /** The number of the next payload to each instance. */
      const numbers = new Map<string, number>()
      const pending: Array<{ readonly channel: string; readonly payload: string }> = []
      const latch = yield* Effect.makeLatch(false)
      const listening = yield* Effect.makeLatch(false)
      const connection = yield* listenTo({
        ...options,
        channel: channelOf(instance),
        received: (payload) => receiver?.(payload),
        connected: Effect.zipRight(Effect.asVoid(listening.open), options.connected)
      })
      yield* latch.await.pipe(
        Effect.zipRight(latch.close),
        Effect.zipRight(Effect.suspend(() => connection.notify(pending.splice(0)))),
        // What was to be sent is lost, as the port says; `lost` has told the operator.
        Effect.catchTag("ListeningFailed", () => Effect.void),
        Effect.forever,
        Effect.forkIn(scope)
      )
      return FrameRouter.of({
        instance,
        send: (to, text) => {
          if (pending.length > pendingMax) return
          const pieces = payloadPieces(text)
          let number = numbers.get(to) ?? 0
          pieces.forEach((piece, at) => {
            const payload = payloadOf(instance, at < pieces.length - 1, number++, piece)
            pending.push({ channel: channelOf(to), payload })
          })
          numbers.set(to, number)
          latch.unsafeOpen()
        },
        receive: (received): Effect.Effect<void, never, Scope.Scope> =>
          Effect.zipRight(
            Effect.acquireRelease(
              Effect.sync(() => {
                receiver = assembling(received)
              }),
              () =>
                Effect.sync(() => {
                  receiver = undefined
                })
            ),
            listening.await
          )
      })
    })
  )
