import { FrameRouter, PayloadNumbers, PayloadReceiver } from "@auspex/domain/inference"
import type { NatsConnection } from "@nats-io/transport-node"
import { Effect, Fiber, Layer, Schedule, Stream } from "effect"
import { randomUUID } from "node:crypto"

/** Where NATS is, and what to do when messages begin and cease to arrive. */
export interface FrameRouterNatsOptions {
  /** `nats://host:4222`, or `tls://` for encryption; a name and a password may stand before the host. */
  readonly url: string
  readonly connected: Effect.Effect<void>
  readonly lost: (reason: string) => Effect.Effect<void>
}

/** How often the connection is tried again, in milliseconds. */
const retryMillis = 2_000
/** How soon a connection that has silently died is noticed: two pings that get no answer. */
const pingMillis = 10_000

/**
 * A message of NATS has at most a mebibyte unless the server is configured otherwise; a UTF-16 code unit takes at most
 * three bytes.
 */
const pieceUnitsMax = 300_000

const subjectOf = (instance: string): string => `auspex.frames.${instance}`

/** The address without the credentials in it, and these. */
const serverOf = (url: string) => {
  const { host, password, protocol, username } = new URL(url)
  return {
    servers: host,
    ...(protocol === "tls:" ? { tls: {} } : {}),
    ...(username === "" ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) })
  }
}

/**
 * Carries messages through NATS, without storing them. Each instance listens to a subject named after it. While there is
 * no connection, messages are lost; it is made again for ever.
 */
export const frameRouterNats = ({ connected, lost, url }: FrameRouterNatsOptions): Layer.Layer<FrameRouter> =>
  Layer.scoped(
    FrameRouter,
    Effect.gen(function*() {
      const instance = randomUUID()
      const numbers = new PayloadNumbers(instance)
      const listening = yield* Effect.makeLatch(false)
      const receiver = new PayloadReceiver()
      let connection: NatsConnection | undefined

      const open = Effect.tryPromise(async () => {
        // Few servers use NATS, and loading it delays the start of all.
        const { connect } = await import("@nats-io/transport-node")
        return connect({
          ...serverOf(url),
          name: `auspex ${instance}`,
          maxReconnectAttempts: -1,
          reconnectTimeWait: retryMillis,
          pingInterval: pingMillis,
          maxPingOut: 2
        })
      }).pipe(
        Effect.tapError((error) => lost(String(error.cause))),
        Effect.retry({ schedule: Schedule.spaced(retryMillis) }),
        Effect.orDie
      )

      /** Tells of lost and regained connections, until the connection is closed. */
      const watch = (nats: NatsConnection) =>
        Stream.fromAsyncIterable(nats.status(), (cause) => cause).pipe(
          Stream.runForEach(({ type }) =>
            type === "disconnect" ? lost("the connection was lost") : type === "reconnect" ? connected : Effect.void
          ),
          Effect.catchAll((cause) => lost(String(cause)))
        )

      yield* Effect.acquireRelease(
        Effect.fork(Effect.gen(function*() {
          const nats = yield* open
          connection = nats
          nats.subscribe(subjectOf(instance), {
            callback: (error, message) => {
              if (error === null) receiver.accept(message.string())
            }
          })
          yield* Effect.promise(() => nats.flush())
          yield* connected
          yield* listening.open
          yield* watch(nats)
        })),
        (fiber) => Effect.zipRight(Effect.promise(async () => connection?.close()), Fiber.interrupt(fiber))
      )

      return FrameRouter.of({
        instance,
        send: (to, text) => {
          if (connection === undefined || connection.isClosed()) return
          for (const payload of numbers.payloadsOf(to, text, pieceUnitsMax)) connection.publish(subjectOf(to), payload)
        },
        receive: (received) => receiver.receive(received, listening.await)
      })
    })
  )
