import { Deferred, Effect } from "effect"
import { constVoid } from "effect/Function"
import { type Member, Members } from "../../kernel/Members.ts"
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

/** What belongs to sending to an endpoint. */
export interface SendingParts {
  /** Whether the lease has expired, during an outage; the rest is sent under the next one, by this instance or another. */
  readonly isOver: () => boolean
  /** What became due for the endpoint meanwhile, and is sent under the same lease; undefined when nothing did. */
  readonly following?: () => LeasedEndpoint | undefined
  /** Called with the endpoint as it was read with the last of its deliveries that were sent. */
  readonly done: (outcome: SendingOutcome, last: LeasedEndpoint) => void
}

/** Sending what was read of one endpoint, and what follows. */
interface Sending extends Member {
  readonly place: EndpointPlace
  readonly inFlightMax: number
  readonly parts: SendingParts
  endpoint: LeasedEndpoint
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
   * Sends the deliveries that were read of an endpoint in their order, some at a time, and hands the attempts over. Goes on
   * with what follows as long as everything is delivered, and calls `done` when all have a result. Once the endpoint is gone
   * or the lease is over, and after `stop`, the rest is not sent. What is returned is to be called when something follows;
   * afterwards it does nothing.
   */
  send(place: EndpointPlace, endpoint: LeasedEndpoint, parts: SendingParts): () => void {
    const inFlightMax = endpoint.failing ? 1 : requestsPerEndpointMax
    const sending: Sending = {
      slot: 0,
      place,
      inFlightMax,
      parts,
      endpoint,
      next: 0,
      inFlight: 0,
      outcome: "delivered"
    }
    this.#active.add(sending)
    this.#proceed(sending)
    return () => {
      if (sending.inFlight > 0) this.#proceed(sending)
    }
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
    while (sending.inFlight < sending.inFlightMax && this.#goesOn(sending)) {
      const delivery = sending.endpoint.deliveries[sending.next]
      if (delivery !== undefined) {
        sending.next++
        this.#attempt(sending, delivery)
        continue
      }
      const following = sending.outcome === "delivered" ? sending.parts.following?.() : undefined
      if (following === undefined) break
      sending.endpoint = following
      sending.next = 0
    }
    if (sending.inFlight > 0) return
    this.#active.delete(sending)
    sending.parts.done(sending.outcome, sending.endpoint)
    if (this.#whenIdle !== undefined && this.#active.size === 0) Deferred.unsafeDone(this.#whenIdle, Effect.void)
  }

  #goesOn({ outcome, parts }: Sending): boolean {
    return outcome !== "gone" && !this.#isStopping && !parts.isOver()
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
