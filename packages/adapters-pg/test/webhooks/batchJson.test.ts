import { deliveryMove, type DeliveryVerdict, type FinishedAttempt } from "@auspex/domain/webhooks"
import { expect, it } from "vitest"
import { batchJson } from "../../src/platform/webhooks/batchJson.ts"

const retry = { kind: "retry", delaySeconds: 5 } as const
const delivered = { kind: "delivered" } as const
const gone = { kind: "gone" } as const

const attemptOf = (id: string, verdict: DeliveryVerdict, number = 1): FinishedAttempt => ({
  webhook_id: "one",
  delivery: { id, sequence: 1, event: "survey.closed", body: "{}", number, scheduled: number },
  result: { durationMillis: 1 },
  verdict,
  move: deliveryMove("pending", verdict.kind, "dispatcher")!
})

const endpointsOf = (attempts: ReadonlyArray<FinishedAttempt>, leases: ReadonlyArray<number> = []) =>
  JSON.parse(batchJson(attempts, leases.map((lease) => ({ webhook_id: "one", lease, version: lease }))).endpoints)

it.each([
  ["the last attempt succeeded", [retry, delivered], { last_success: true, any_success: true, gone: false }],
  ["only an earlier one did", [delivered, retry], { last_success: false, any_success: true, gone: false }],
  ["none did", [retry, retry], { last_success: false, any_success: false, gone: false }],
  ["one found the receiver gone", [gone, delivered], { last_success: true, any_success: true, gone: true }]
])("a batch says of an endpoint that %s", (_, verdicts: ReadonlyArray<DeliveryVerdict>, health) => {
  const attempts = verdicts.map((verdict, at) => attemptOf(`delivery ${at}`, verdict))
  expect(endpointsOf(attempts)).toEqual([{ webhook_id: "one", ...health, lease: null, version: null }])
})

it("a batch ends the latest of an endpoint's leases, whether there were attempts or not", () => {
  const untried = { webhook_id: "one", last_success: null, any_success: null, gone: false }
  expect(endpointsOf([], [3, 5, 4])).toEqual([{ ...untried, lease: 5, version: 5 }])
  expect(endpointsOf([attemptOf("delivery", delivered)], [3])).toMatchObject([{ last_success: true, lease: 3 }])
})

it("of two attempts with one number a batch counts the one that delivered, and both say how the endpoint is", () => {
  const attempts = [
    attemptOf("one", retry),
    attemptOf("one", delivered),
    attemptOf("two", retry),
    attemptOf("two", retry, 2)
  ]
  const counted: ReadonlyArray<{ readonly status: string }> = JSON.parse(batchJson(attempts, []).attempts)
  expect(counted).toMatchObject([
    { delivery_id: "one", number: 1, status: "delivered", delay_seconds: null },
    { delivery_id: "two", number: 1, status: "pending", delay_seconds: 5 },
    { delivery_id: "two", number: 2, status: "pending" }
  ])
  expect(endpointsOf(attempts)).toMatchObject([{ last_success: false, any_success: true }])
})
