import {
  advanceSession,
  type BridgeSession,
  type BridgeSessionEvent,
  closeCodes,
  isPingDue,
  openedSession
} from "@auspex/adapters-bridge/protocol"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"

type Step = readonly [at: number, event: BridgeSessionEvent]

const run = (steps: ReadonlyArray<Step>): BridgeSession =>
  steps.reduce((session, [at, event]) => advanceSession(session, event, at), openedSession(0))

const tick = (at: number): Step => [at, { type: "tick" }]
const heartbeat = (at: number): Step => [at, { type: "heartbeat" }]
const working = (at: number, requests: number): Step => [at, { type: "working", requests }]

describe("a connection", () => {
  it.each<[string, ReadonlyArray<Step>, number | undefined]>([
    ["lives for 75 s without a heartbeat", [tick(74_999)], undefined],
    ["and no longer", [tick(75_000)], closeCodes.heartbeatMissed],
    ["lives on with heartbeats", [heartbeat(30_000), heartbeat(60_000), tick(134_999)], undefined],
    ["may be silent for 330 s while it works", [heartbeat(0), working(1, 1), tick(329_999)], undefined],
    ["and no longer then", [heartbeat(0), working(1, 1), tick(330_000)], closeCodes.heartbeatMissed],
    [
      "counts the end of a request as a sign of life",
      [working(1, 1), working(300_000, 0), tick(374_999)],
      undefined
    ],
    ["has 10 s for a pong", [heartbeat(15_000), [20_000, { type: "pinged" }], tick(29_999)], undefined],
    ["and no longer", [[20_000, { type: "pinged" }], tick(30_000)], closeCodes.heartbeatMissed],
    [
      "need not answer pings while it works",
      [[20_000, { type: "pinged" }], working(21_000, 1), tick(70_000)],
      undefined
    ],
    [
      "nor those that were sent before it was idle again",
      [[20_000, { type: "pinged" }], working(21_000, 1), working(70_000, 0), tick(90_000)],
      undefined
    ],
    ["ends by a message that is no frame", [[1, { type: "malformed", reason: "x" }]], closeCodes.policyViolation],
    [
      "survives 19 strays",
      Array.from({ length: 19 }, (): Step => [1, { type: "stray" }]),
      undefined
    ],
    ["and ends by the twentieth", Array.from({ length: 20 }, (): Step => [1, { type: "stray" }]), 1008],
    [
      "takes 1,000 messages at once",
      Array.from({ length: 1_000 }, (): Step => [1, { type: "message", bytes: 1 }]),
      undefined
    ],
    ["and no more", Array.from({ length: 1_002 }, (): Step => [1, { type: "message", bytes: 1 }]), 1008],
    [
      "takes 500 messages a second for good",
      Array.from({ length: 5_000 }, (_, at): Step => [at * 2, { type: "message", bytes: 1 }]),
      undefined
    ],
    [
      "ends by too many bytes",
      Array.from({ length: 5 }, (): Step => [1, { type: "message", bytes: 1_048_576 }]),
      1008
    ]
  ])("%s", (_, steps, code) => {
    expect(run(steps).closing?.code).toBe(code)
  })

  it("is pinged every 20 s while it is idle and has answered", () => {
    expect(isPingDue(openedSession(0), 19_999)).toBe(false)
    expect(isPingDue(openedSession(0), 20_000)).toBe(true)
    expect(isPingDue(run([[20_000, { type: "pinged" }]]), 40_000)).toBe(false)
    expect(isPingDue(run([[20_000, { type: "pinged" }], [20_001, { type: "pong" }]]), 40_000)).toBe(true)
    expect(isPingDue(run([working(1, 1)]), 40_000)).toBe(false)
  })

  it("closes once, for one reason, and never with 1000", () => {
    const event: fc.Arbitrary<BridgeSessionEvent> = fc.oneof(
      fc.constantFrom<BridgeSessionEvent>(
        { type: "heartbeat" },
        { type: "pinged" },
        { type: "pong" },
        { type: "stray" },
        { type: "tick" },
        { type: "malformed", reason: "x" },
        { type: "close", closing: { code: closeCodes.serviceRestart, reason: "stop" } }
      ),
      fc.nat(3_000_000).map((bytes): BridgeSessionEvent => ({ type: "message", bytes })),
      fc.nat(8).map((requests): BridgeSessionEvent => ({ type: "working", requests }))
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(40_000), event), { maxLength: 60 }), (steps) => {
        let [at, session] = [0, openedSession(0)]
        for (const [after, one] of steps) {
          const next = advanceSession(session, one, at += after)
          if (session.closing !== undefined) expect(next).toBe(session)
          session = next
        }
        expect(session.closing?.code).not.toBe(1_000)
        expect(Buffer.byteLength(session.closing?.reason ?? "")).toBeLessThanOrEqual(123)
      }),
      { numRuns: 500 }
    )
  })
})
