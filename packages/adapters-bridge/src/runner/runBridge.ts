import { Data, Deferred, Effect, Either, FiberMap, Random, Redacted, Runtime, type Scope } from "effect"
import { WebSocket } from "ws"
import {
  type ClientFrame,
  closeCodes,
  decodeServiceFrame,
  heartbeatMillis,
  messageBytesMax
} from "../protocol/index.ts"
import { answerRequest } from "./answerRequest.ts"
import { reconnectDelay } from "./reconnectDelay.ts"
import type { RunnerOptions } from "./RunnerOptions.ts"
import { makeSystemInfo, type ReadSystemInfo } from "./systemInfo.ts"

/** The service refused the connection for good, such as for its key. */
export class BridgeRefused extends Data.TaggedError("BridgeRefused")<{
  readonly status: number
  readonly detail: string
}> {
  override get message(): string {
    return this.detail
  }
}

/** How long a connection must have lasted for the next attempt to count as the first. */
const steadyMillis = 60_000
const handshakeMillisMax = 10_000
/** How often the runner pings the service, which tells it of a connection that has silently died. */
const pingMillis = 20_000
const bufferedBytesHigh = 1_048_576

/** Why a connection ended. */
interface Ended {
  readonly reason: string
  readonly retryAfterMillis?: number
}

const refusedForGood: ReadonlySet<number> = new Set([400, 401, 403, 404, 426])

/** The text of an error in the body of a refused handshake. */
const refusalOf = (body: string, status: number): string => {
  try {
    const { error } = JSON.parse(body) as { readonly error?: unknown }
    if (typeof error === "string") return error
  } catch {
    // Not an answer of the service: a proxy's page, perhaps.
  }
  return `The service answered ${status}.`
}

/** Opens the connection; it is closed with the scope. `ended` completes when the connection does. */
const open = (
  { address, apiKey }: RunnerOptions,
  received: (text: string) => void
): Effect.Effect<
  { readonly socket: WebSocket; readonly ended: Deferred.Deferred<Ended, BridgeRefused> },
  never,
  Scope.Scope
> =>
  Effect.gen(function*() {
    const ended = yield* Deferred.make<Ended, BridgeRefused>()
    const end = (reason: string, retryAfterMillis?: number): void =>
      Deferred.unsafeDone(
        ended,
        Effect.succeed({ reason, ...(retryAfterMillis === undefined ? {} : { retryAfterMillis }) })
      )
    const socket = yield* Effect.acquireRelease(
      Effect.sync(() =>
        new WebSocket(address, {
          headers: { "X-API-Key": Redacted.value(apiKey) },
          maxPayload: messageBytesMax,
          perMessageDeflate: false,
          handshakeTimeout: handshakeMillisMax,
          followRedirects: false
        })
      ),
      (socket) =>
        Effect.sync(() => {
          socket.on("error", () => undefined)
          if (socket.readyState === WebSocket.OPEN) socket.close(1000, "the runner stops")
          else socket.terminate()
        })
    )
    socket.on("error", ({ message }) => end(message))
    socket.on("close", (code, reason) => {
      const text = reason.toString("utf8")
      if (code === closeCodes.keyRevoked) {
        Deferred.unsafeDone(
          ended,
          Effect.fail(new BridgeRefused({ status: 401, detail: `The service closed the connection: ${text}.` }))
        )
      }
      end(`the service closed the connection (${code}${text === "" ? "" : `: ${text}`})`)
    })
    socket.on("unexpected-response", (request, response) => {
      const status = response.statusCode ?? 0
      const retryAfter = Number(response.headers["retry-after"])
      let body = ""
      response.setEncoding("utf8")
      response.on("data", (text: string) => {
        if (body.length < 8_192) body += text
      })
      response.on("close", () => {
        const detail = refusalOf(body, status)
        if (refusedForGood.has(status)) {
          Deferred.unsafeDone(ended, Effect.fail(new BridgeRefused({ status, detail })))
        } else end(detail, Number.isFinite(retryAfter) ? retryAfter * 1_000 : undefined)
      })
      response.on("error", () => end(`The service answered ${status}.`))
      request.on("error", () => undefined)
    })
    socket.on("message", (data, isBinary) => {
      if (!isBinary) received((data as Buffer).toString("utf8"))
    })
    return { socket, ended }
  })

/** Sends a frame, and waits while the connection is slower than the model. */
const sendTo = (socket: WebSocket) => (frame: ClientFrame): Effect.Effect<void> =>
  Effect.async((resume) => {
    if (socket.readyState !== WebSocket.OPEN) return resume(Effect.void)
    const isFull = socket.bufferedAmount > bufferedBytesHigh
    socket.send(JSON.stringify(frame), () => isFull ? resume(Effect.void) : undefined)
    if (!isFull) resume(Effect.void)
  })

/** One connection, from its beginning to its end; whether it was steady. */
const connection = (options: RunnerOptions, readSystemInfo: ReadSystemInfo) =>
  Effect.scoped(Effect.gen(function*() {
    const { events, modelServer } = options
    const requests = yield* FiberMap.make<string, void>()
    const scope = yield* Effect.scope
    const runtime = yield* Effect.runtime()
    const runFork = Runtime.runFork(runtime)
    const since = performance.now()
    let lastPongAt = since
    const { ended, socket } = yield* open(options, (text) => {
      const frame = decodeServiceFrame(text)
      // A frame of a later version of the service.
      if (Either.isLeft(frame)) return
      const { request_id } = frame.right
      if (frame.right.type === "infer_cancel") {
        runFork(FiberMap.remove(requests, request_id))
        return
      }
      runFork(FiberMap.run(requests, request_id, answerRequest(options, send, frame.right)))
    })
    const send = sendTo(socket)
    let lastModels = ""
    const heartbeat = Effect.gen(function*() {
      const models = yield* Effect.either(modelServer.models)
      // A server that does not say what is loaded gets more time for its first token.
      const loaded = yield* Effect.orElseSucceed(modelServer.loaded, () => undefined)
      if (Either.isLeft(models)) events({ type: "model_server_failed", reason: models.left.detail })
      const names = Either.getOrElse(models, (): ReadonlyArray<string> => [])
      if (names.join("\n") !== lastModels) {
        lastModels = names.join("\n")
        events({ type: "models", models: names })
      }
      const system_info = yield* readSystemInfo({
        type: modelServer.type,
        loaded,
        isRunning: Either.isRight(models)
      })
      yield* send({
        type: "heartbeat",
        payload: {
          models: names,
          uptime_seconds: Math.round(process.uptime()),
          runner_source: options.source,
          concurrency: options.concurrency,
          embeds: true,
          system_info
        }
      })
    })
    socket.on("open", () => {
      events({ type: "connected" })
      runFork(Effect.forkIn(Effect.forever(Effect.zipLeft(heartbeat, Effect.sleep(heartbeatMillis))), scope))
    })
    socket.on("pong", () => {
      lastPongAt = performance.now()
    })
    yield* Effect.forkScoped(Effect.forever(Effect.delay(
      Effect.sync(() => {
        if (socket.readyState !== WebSocket.OPEN) return
        if (performance.now() - lastPongAt > 3 * pingMillis) socket.terminate()
        else socket.ping()
      }),
      pingMillis
    )))
    const end = yield* Deferred.await(ended)
    return { ...end, isSteady: performance.now() - since >= steadyMillis }
  }))

/**
 * Connects this machine's model server to the service, and works on the service's requests until interrupted. A lost
 * connection is made again, after a delay that grows with the failures. Fails only when the service refuses the
 * connection for good.
 */
export const runBridge = (options: RunnerOptions): Effect.Effect<never, BridgeRefused> =>
  Effect.gen(function*() {
    const readSystemInfo = yield* makeSystemInfo
    let failures = 0
    return yield* connection(options, readSystemInfo).pipe(
      Effect.flatMap(({ isSteady, reason, retryAfterMillis }) =>
        Effect.flatMap(Random.next, (random) => {
          failures = isSteady ? 0 : failures
          const retryMillis = Math.round(reconnectDelay(failures++, random, retryAfterMillis))
          options.events({ type: "disconnected", reason, retryMillis })
          return Effect.sleep(retryMillis)
        })
      ),
      Effect.forever
    )
  })
