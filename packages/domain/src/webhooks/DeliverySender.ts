import { Deferred, Effect } from "effect"
import { constVoid } from "effect/Function"
import { type Member, Members } from "../kernel/Members.ts"
import { type FinishedAttempt, type DueDelivery, type LeasedEndpoint } from "./DeliveryQueue.ts"
import { deliveryMove } from "./DeliveryMove.ts"
import { type AttemptResult, verdictAfter } from "./DeliverySchedule.ts"
import { type DispatchBudget, type EndpointPlace, requestsPerEndpointMax } from "./DispatchBudget.ts"
import type { WebhookTransport } from "./WebhookTransport.ts"

/** What a sender works with. */
export interface SenderParts {
  readonly transport: typeof WebhookTransport.Service
  readonly budget: DispatchBudget
  /** Hands an attempt over to be recorded. */
  readonly record: (attempt: FinishedAttempt) => void
  /** A random number, 0 to 1, exclusive. */
  readonly random: () => number
}

/** What came of the deliveries of an endpoint: all were delivered, or some were not, or the endpoint is gone. */
export type SendingOutcome = "delivered" | "undelivered" | "gone"

/** Sending what was read of one endpoint. */
interface Sending extends Member {
  readonly place: EndpointPlace
  readonly endpoint: LeasedEndpoint
  readonly inFlightMax: number
  readonly done: (outcome: SendingOutcome) => void
  /** The place of the next delivery. */
  next: number
  inFlight: number
  outcome: SendingOutcome
}

/** An attempt in flight. */
interface Attempt extends Member {
  interrupt: () => void
}

/**
 * Sends the deliveries of leased endpoints. Callbacks instead of effects: a fiber for each endpoint or delivery would be
 * as expensive as the delivery itself.
 */
export class DeliverySender {
  readonly #parts: SenderParts
  readonly #attempts = new Members<Attempt>()
  readonly #active = new Members<Sending>()
  #isStopping = false
  #whenIdle: Deferred.Deferred<void> | undefined

  constructor(parts: SenderParts) {
    this.#parts = parts
  }

  /**
   * Sends the deliveries that were read of an endpoint in their order, some at a time, and hands the attempts over. Calls
   * `done` when all have a result. Once the endpoint is gone, and after `stop`, the rest is not sent.
   */
  send(place: EndpointPlace, endpoint: LeasedEndpoint, done: (outcome: SendingOutcome) => void): void {
    const inFlightMax = endpoint.failing ? 1 : requestsPerEndpointMax
    const sending: Sending = { slot: 0, place, endpoint, inFlightMax, done, next: 0, inFlight: 0, outcome: "delivered" }
    this.#active.add(sending)
    this.#proceed(sending)
  }

  /** Whether no further request begins. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  /** No further request begins. */
  stop(): void {
    this.#isStopping = true
  }

  /** Waits until nothing is being sent, after `stop`. */
  readonly idle: Effect.Effect<void> = Effect.suspend(() => {
    if (this.#active.size === 0) return Effect.void
    return Effect.flatMap(Deferred.make<void>(), (idle) => {
      this.#whenIdle = idle
      return Deferred.await(idle)
    })
  })

  /** Interrupts the attempts in flight; they have no outcome. */
  interrupt(): void {
    for (const { interrupt } of this.#attempts.all) interrupt()
  }

  #proceed(sending: Sending): void {
    const { deliveries } = sending.endpoint
    while (sending.inFlight < sending.inFlightMax && sending.outcome !== "gone" && !this.#isStopping) {
      const delivery = deliveries[sending.next]
      if (delivery === undefined) break
      sending.next++
      this.#attempt(sending, delivery)
    }
    if (sending.inFlight > 0) return
    this.#active.delete(sending)
    sending.done(sending.outcome)
    if (this.#whenIdle !== undefined && this.#active.size === 0) Deferred.unsafeDone(this.#whenIdle, Effect.void)
  }

  #attempt(sending: Sending, delivery: DueDelivery): void {
    const { budget, record, transport } = this.#parts
    const { endpoint: { secrets, url, webhook_id }, place } = sending
    const { body, event, id, sequence } = delivery
    const request = budget.begin(place)
    sending.inFlight++
    const attempt: Attempt = { slot: 0, interrupt: constVoid }
    this.#attempts.add(attempt)
    attempt.interrupt = transport.send({ webhook_id, url, secrets, id, sequence, event, body }, (result) => {
      this.#attempts.delete(attempt)
      budget.end(place, request)
      sending.inFlight--
      const finished = this.#finished(webhook_id, delivery, result)
      const { kind } = finished.verdict
      if (kind === "gone") sending.outcome = "gone"
      else if (kind !== "delivered" && sending.outcome === "delivered") sending.outcome = "undelivered"
      record(finished)
      this.#proceed(sending)
    })
  }

  #finished(webhook_id: string, delivery: DueDelivery, result: AttemptResult): FinishedAttempt {
    const verdict = verdictAfter(delivery.scheduled, result, this.#parts.random())
    return { webhook_id, delivery, result, verdict, move: deliveryMove("pending", verdict.kind, "dispatcher")! }
  }
}
