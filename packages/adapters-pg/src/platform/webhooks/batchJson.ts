import type { FinishedAttempt, LeaseEnd } from "@auspex/domain/webhooks"
import { attemptJson } from "./WebhookDeliveriesPg.ts"

/** The outcome of an endpoint in a batch, as a parameter of `record`. */
interface EndpointJson {
  readonly webhook_id: string
  /** Whether its last attempt succeeded, and whether any attempt did; null without attempts. */
  last_success: boolean | null
  any_success: boolean | null
  /** Whether a receiver answered that it is gone for good. */
  gone: boolean
  /** The lease that ends, and the version that was read under it; null if the lease continues. */
  lease: number | null
  version: number | null
}

const finishedJson = ({ delivery, move, result, verdict, webhook_id }: FinishedAttempt) => ({
  webhook_id,
  delivery_id: delivery.id,
  number: delivery.number,
  status: move.to,
  delay_seconds: verdict.kind === "retry" ? verdict.delaySeconds : null,
  attempt: attemptJson(delivery.number, result)
})

/**
 * Attempts, in the order in which they ended, and the ends of leases as parameters of `record`. Of two attempts of a
 * delivery with the same number, under an expired lease and its successor, the successful attempt counts.
 */
export const batchJson = (attempts: ReadonlyArray<FinishedAttempt>, releases: ReadonlyArray<LeaseEnd>) => {
  const counted = new Map<string, FinishedAttempt>()
  const endpoints = new Map<string, EndpointJson>()
  const endpointOf = (webhook_id: string): EndpointJson => {
    const known = endpoints.get(webhook_id)
    if (known !== undefined) return known
    const endpoint = { webhook_id, last_success: null, any_success: null, gone: false, lease: null, version: null }
    endpoints.set(webhook_id, endpoint)
    return endpoint
  }
  for (const attempt of attempts) {
    const { delivery, verdict, webhook_id } = attempt
    const succeeded = verdict.kind === "delivered"
    const key = `${delivery.id}.${delivery.number}`
    if (succeeded || !counted.has(key)) counted.set(key, attempt)
    const endpoint = endpointOf(webhook_id)
    endpoint.last_success = succeeded
    endpoint.any_success = endpoint.any_success === true || succeeded
    endpoint.gone = endpoint.gone || verdict.kind === "gone"
  }
  for (const { lease, version, webhook_id } of releases) {
    const endpoint = endpointOf(webhook_id)
    if (endpoint.lease !== null && endpoint.lease >= lease) continue
    endpoint.lease = lease
    endpoint.version = version
  }
  return {
    attempts: JSON.stringify([...counted.values()].map(finishedJson)),
    endpoints: JSON.stringify([...endpoints.values()])
  }
}
