import { Effect, FiberSet } from "effect"
import { chunksOf } from "effect/Array"
import type { AttemptRecorder } from "./AttemptRecorder.ts"
import { deliveryMove } from "./DeliveryMove.ts"
import { type DeliveryQueue, type LeasedEndpoint, leaseSeconds } from "./DeliveryQueue.ts"
import { type AttemptResult, verdictAfter } from "./DeliverySchedule.ts"
import type { BegunDelivery, ServedEndpoint } from "./ServedEndpoint.ts"
import type { ServedEndpoints } from "./ServedEndpoints.ts"
import type { WebhookTransport } from "./WebhookTransport.ts"

/** How many due deliveries are read at a time after those that came with the lease. */
const readMax = 100

/** How many leased endpoints start at once; then the event loop runs, so that requests leave and others are answered. */
const startedAtOnceMax = 32

/** The services and the state that sending needs. */
export interface SenderParts {
  readonly holder: string
  readonly queue: typeof DeliveryQueue.Service
  readonly transport: typeof WebhookTransport.Service
  readonly endpoints: ServedEndpoints
  readonly recorder: AttemptRecorder
  /** The loops of endpoints that are being served. */
  readonly fibers: FiberSet.FiberSet
  /** The time of a clock that is never set, in milliseconds. */
  readonly now: () => number
  /** A random number, 0 to 1, exclusive. */
  readonly random: () => number
}

/** Starts to serve endpoints. */
export const serveAll = (parts: SenderParts, endpoints: ReadonlyArray<ServedEndpoint>): Effect.Effect<void> =>
  Effect.forEach(
    chunksOf(endpoints, startedAtOnceMax),
    (some) =>
      Effect.forEach(some, (endpoint) => FiberSet.run(parts.fibers, serve(parts, endpoint)), { discard: true }).pipe(
        Effect.zipRight(Effect.sleep(0))
      ),
    { discard: true }
  )

/** Sends new deliveries of a leased endpoint under its present lease, if they may follow; else under the next one. */
export const serveHeld = (parts: SenderParts, held: LeasedEndpoint): Effect.Effect<void> =>
  Effect.suspend(() => {
    const endpoint = parts.endpoints.find(held.webhook_id)
    if (endpoint?.follow(held, parts.now()) !== true || endpoint.phase !== "idle") return Effect.void
    // Its release is not written yet, and will not be.
    endpoint.phase = "queued"
    return FiberSet.run(parts.fibers, serve(parts, endpoint))
  })

/**
 * Sends what is due for an endpoint, in order, and what becomes due meanwhile; then asks for its release. The next request
 * does not wait until the attempt before it is recorded, and further deliveries are read while these are sent.
 */
const serve = (parts: SenderParts, endpoint: ServedEndpoint): Effect.Effect<void> =>
  Effect.gen(function*() {
    const { endpoints, now, recorder } = parts
    yield* endpoints.enter(endpoint)
    for (;;) {
      for (let begun = endpoint.begin(now()); begun !== undefined; begun = endpoint.begin(now())) {
        yield* Effect.fork(attempt(parts, endpoint, begun))
      }
      const cursor = endpoint.beginReading(now())
      if (cursor !== undefined) yield* Effect.fork(readDue(parts, endpoint, cursor))
      if (endpoint.isQuiet) break
      endpoint.apply(yield* endpoint.events.take, now())
    }
    yield* endpoints.leave(endpoint)
    yield* recorder.release(endpoint)
  })

/** The result of an attempt that failed by a defect of ours; without a result its endpoint would wait for ever. */
const unsendable: AttemptResult = { error: "the request could not be made", durationMillis: 0 }

/** Makes one attempt and hands it over to be recorded. */
const attempt = (
  { random, recorder, transport }: SenderParts,
  endpoint: ServedEndpoint,
  begun: BegunDelivery
): Effect.Effect<void> =>
  Effect.gen(function*() {
    const { secrets, url, webhook_id } = endpoint
    const { body, event, id, scheduled, sequence } = begun.delivery
    const message = { webhook_id, url, secrets, id, sequence, event, body }
    const result = yield* Effect.catchAllDefect(transport.send(message), (defect) =>
      Effect.as(Effect.logError("A webhook could not be called", defect), unsendable))
    const verdict = verdictAfter(scheduled, result, random())
    const move = deliveryMove("pending", verdict.kind, "dispatcher")!
    yield* recorder.record({ webhook_id, delivery: begun.delivery, result, verdict, move })
    yield* endpoint.events.offer({ kind: "ended", begun, verdict })
  })

/** Reads the next due deliveries of an endpoint, which renews its lease. */
const readDue = (
  { holder, now, queue }: SenderParts,
  endpoint: ServedEndpoint,
  cursor: string
): Effect.Effect<void> =>
  Effect.gen(function*() {
    const { lease, webhook_id } = endpoint
    const until = now() + 1_000 * leaseSeconds
    const page = yield* queue.next({ webhook_id, lease, cursor }, holder, readMax).pipe(
      Effect.catchAllCause((cause) =>
        Effect.as(Effect.logWarning("The further deliveries of a webhook wait for its next lease", cause), undefined)
      )
    )
    yield* endpoint.events.offer({ kind: "read", page, until })
  })
