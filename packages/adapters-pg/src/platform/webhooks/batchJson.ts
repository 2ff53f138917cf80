import type { FinishedAttempt, LeaseEnd } from "@auspex/domain/webhooks"
import { groupBy } from "effect/Array"
import { attemptJson } from "./WebhookDeliveriesPg.ts"

const finishedJson = ({ delivery, move, result, verdict, webhook_id }: FinishedAttempt) => ({
  webhook_id,
  delivery_id: delivery.id,
  number: delivery.number,
  status: move.to,
  delay_seconds: verdict.kind === "retry" ? verdict.delaySeconds : null,
  attempt: attemptJson(delivery.number, result)
})

/** Two attempts of a delivery have the same number under an expired lease and its successor. Then a success counts. */
const countedOf = (attempts: ReadonlyArray<FinishedAttempt>): ReadonlyArray<FinishedAttempt> => {
  const counted = new Map<string, FinishedAttempt>()
  for (const attempt of attempts) {
    const key = `${attempt.delivery.id}.${attempt.delivery.number}`
    if (attempt.verdict.kind === "delivered" || !counted.has(key)) counted.set(key, attempt)
  }
  return [...counted.values()]
}

/** The health of an endpoint after its attempts, null where none was made, and its lease to end, null where none ends. */
const endpointJson = (
  webhook_id: string,
  attempts: ReadonlyArray<FinishedAttempt>,
  releases: ReadonlyArray<LeaseEnd>
) => {
  const kinds = attempts.map(({ verdict }) => verdict.kind)
  const latest = releases.reduce<LeaseEnd | undefined>(
    (latest, end) => latest !== undefined && latest.lease >= end.lease ? latest : end,
    undefined
  )
  return {
    webhook_id,
    last_success: kinds.length === 0 ? null : kinds.at(-1) === "delivered",
    any_success: kinds.length === 0 ? null : kinds.includes("delivered"),
    gone: kinds.includes("gone"),
    lease: latest?.lease ?? null,
    version: latest?.version ?? null
  }
}

const webhookOf = ({ webhook_id }: { readonly webhook_id: string }): string => webhook_id

/** Attempts, in the order in which they ended, and ends of leases, as parameters of `record`. */
export const batchJson = (attempts: ReadonlyArray<FinishedAttempt>, releases: ReadonlyArray<LeaseEnd>) => {
  const attemptsOf = groupBy(attempts, webhookOf)
  const releasesOf = groupBy(releases, webhookOf)
  const webhookIds = new Set([...attempts, ...releases].map(webhookOf))
  return {
    attempts: JSON.stringify(countedOf(attempts).map(finishedJson)),
    endpoints: JSON.stringify(
      Array.from(webhookIds, (id) => endpointJson(id, attemptsOf[id] ?? [], releasesOf[id] ?? []))
    )
  }
}
