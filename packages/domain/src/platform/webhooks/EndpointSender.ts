import { Effect } from "effect"
import { chunksOf } from "effect/Array"
import type { AttemptRecorder } from "./AttemptRecorder.ts"
import { deliveryMove } from "./DeliveryMove.ts"
import { type DeliveryQueue, type DueDelivery, type LeasedEndpoint, leaseSeconds } from "./DeliveryQueue.ts"
import { type AttemptResult, verdictAfter } from "./DeliverySchedule.ts"
import type { ServedEndpoint } from "./ServedEndpoint.ts"
import type { ServedEndpoints } from "./ServedEndpoints.ts"
import type { WebhookTransport } from "./WebhookTransport.ts"

/** How many due deliveries are read at a time, after the deliveries that came with the lease. */
const readMax = 100

/** How many endpoints start before the event loop runs, so that requests are written and other work is not held up. */
const startedAtOnceMax = 32

/** The services and the state that sending needs. */
export interface SenderParts {
  readonly holder: string
  readonly queue: typeof DeliveryQueue.Service
  readonly transport: typeof WebhookTransport.Service
  readonly endpoints: ServedEndpoints
  readonly recorder: AttemptRecorder
  /** Runs an effect beside the caller, which goes on first. */
  readonly fork: (effect: Effect.Effect<void>) => void
  /** The time of a clock that is never set, in milliseconds. */
  readonly now: () => number
  /** A random number, 0 to 1, exclusive. */
  readonly random: () => number
}

/** Serves endpoints, each as soon as it has a place. The event loop runs between every 32 of them. */
export const serveAll = (parts: SenderParts, endpoints: ReadonlyArray<ServedEndpoint>): Effect.Effect<void> =>
  Effect.forEach(chunksOf(endpoints, startedAtOnceMax), (some) =>
    Effect.zipRight(
      Effect.sync(() => {
        for (const endpoint of some) parts.endpoints.enqueue(endpoint, parts.now())
        serveQueued(parts)
      }),
      Effect.sleep(0)
    ), { discard: true })

/** Sends new deliveries of a leased endpoint under the present lease, if they may follow; otherwise the next lease sends them. */
export const serveHeld = (parts: SenderParts, held: LeasedEndpoint): void => {
  const { endpoints, now } = parts
  const endpoint = endpoints.find(held.webhook_id)
  if (endpoint?.follow(held, now()) !== true) return
  if (endpoint.phase === "sending") startWorker(parts, endpoint)
  if (endpoint.phase !== "idle") return
  // The endpoint waits for its release, which is not written now that it is served again.
  endpoints.enqueue(endpoint, now())
  serveQueued(parts)
}

/** Serves the queued endpoints for which there are places. */
export const serveQueued = (parts: SenderParts): void => {
  for (let next = parts.endpoints.enter(); next !== undefined; next = parts.endpoints.enter()) {
    parts.fork(work(parts, next))
  }
}

/** Adds a worker if something is left to send and the limit of concurrent requests permits another one. */
const startWorker = (parts: SenderParts, endpoint: ServedEndpoint): void => {
  if (!endpoint.mayBegin(parts.now())) return
  endpoint.workers++
  parts.fork(work(parts, endpoint))
}

/**
 * A worker sends the deliveries of its endpoint, one request at a time and always the next in order, until none is left.
 * The last worker of an endpoint asks for the release of the lease, and goes on with a queued endpoint in its place.
 */
const work = (parts: SenderParts, first: ServedEndpoint): Effect.Effect<void> =>
  Effect.gen(function*() {
    const { endpoints, now, recorder } = parts
    for (let endpoint: ServedEndpoint | undefined = first; endpoint !== undefined; endpoint = endpoints.enter()) {
      for (;;) {
        const cursor = endpoint.beginReading(now())
        if (cursor !== undefined) {
          startWorker(parts, endpoint)
          yield* readDue(parts, endpoint, cursor)
        }
        const delivery = endpoint.next(now())
        if (delivery === undefined) break
        startWorker(parts, endpoint)
        yield* attempt(parts, endpoint, delivery)
      }
      endpoint.workers--
      if (endpoint.workers > 0) return
      endpoints.leave(endpoint)
      yield* recorder.release(endpoint)
    }
  })

/** The result of an attempt that failed because of a defect in Auspex. */
const unsendable: AttemptResult = { error: "the request could not be made", durationMillis: 0 }

/** Sends a delivery, and hands the result to the recorder. */
const attempt = (
  { now, random, recorder, transport }: SenderParts,
  endpoint: ServedEndpoint,
  delivery: DueDelivery
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { secrets, url, webhook_id } = endpoint
    const { body, event, id, scheduled, sequence } = delivery
    const request = endpoint.begin(now())
    return transport.send({ webhook_id, url, secrets, id, sequence, event, body }).pipe(
      Effect.catchAllDefect((defect) =>
        Effect.as(Effect.logError("A webhook could not be called", defect), unsendable)
      ),
      Effect.flatMap((result) => {
        const verdict = verdictAfter(scheduled, result, random())
        endpoint.end(request, verdict)
        const move = deliveryMove("pending", verdict.kind, "dispatcher")!
        return recorder.record({ webhook_id, delivery, result, verdict, move })
      })
    )
  })

/** Reads the next due deliveries of an endpoint, and so renews its lease, while other workers send the earlier ones. */
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
        Effect.as(Effect.logWarning("Further deliveries of a webhook wait for its next lease", cause), undefined)
      )
    )
    endpoint.endReading(page, until, now())
  })
