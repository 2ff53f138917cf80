import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import {
  attemptsMax,
  retryDelaysSeconds,
  retryJitter,
  verdictAfter
} from "../../src/platform/webhooks/DeliverySchedule.ts"

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const attempt = fc.integer({ min: 1, max: attemptsMax })
const failure = fc.oneof(fc.constant(undefined), fc.integer({ min: 100, max: 599 })).filter((status) =>
  status === undefined || status < 200 || (status > 299 && status !== 410)
)
const resultOf = (status: number | undefined, retryAfterSeconds?: number) => ({
  durationMillis: 5,
  ...(status === undefined ? {} : { status }),
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds })
})

describe("the schedule of attempts", () => {
  it("is 10 attempts within 75.6 hours", () => {
    expect(attemptsMax).toBe(10)
    expect(retryDelaysSeconds.reduce((sum, delay) => sum + delay, 0) / 3_600).toBeCloseTo(75.6, 1)
  })

  it("ends with any 2xx and with nothing else", () => {
    fc.assert(fc.property(attempt, fc.integer({ min: 100, max: 599 }), random, (number, status, at) => {
      const { kind } = verdictAfter(number, resultOf(status), at)
      expect(kind === "delivered").toBe(status >= 200 && status <= 299)
    }))
  })

  it("keeps every delay within 20 % of its step, and fails after the last attempt", () => {
    fc.assert(fc.property(attempt, failure, random, (number, status, at) => {
      const verdict = verdictAfter(number, resultOf(status), at)
      const step = retryDelaysSeconds[number - 1]
      expect(verdict.kind).toBe(step === undefined ? "failed" : "retry")
      if (step === undefined || verdict.kind !== "retry") return
      expect(Math.abs(verdict.delaySeconds / step - 1)).toBeLessThanOrEqual(retryJitter + 1e-9)
    }))
  })

  it("honours Retry-After of 429 and 503 up to a day where it is longer than the step, and of no other status", () => {
    const seconds = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(fc.property(fc.integer({ min: 1, max: 9 }), failure, seconds, random, (number, status, after, at) => {
      const step = retryDelaysSeconds[number - 1]!
      const verdict = verdictAfter(number, resultOf(status, after), at)
      const expected = status === 429 || status === 503
        ? { kind: "retry", delaySeconds: Math.max(Math.min(after, 86_400), step) }
        : verdictAfter(number, resultOf(status), at)
      expect(verdict).toEqual(expected)
    }))
  })

  it("gives up an endpoint that is gone, at every attempt", () => {
    fc.assert(fc.property(attempt, random, (number, at) => {
      expect(verdictAfter(number, resultOf(410), at)).toEqual({ kind: "gone" })
    }))
  })
})
