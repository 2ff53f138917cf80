import { reconnectDelay } from "@auspex/adapters-bridge/runner"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"

describe("the delay before connecting again", () => {
  it("doubles up to a minute", () => {
    expect([0, 1, 2, 5, 6, 7, 1_000].map((failures) => reconnectDelay(failures, 0)))
      .toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000])
  })

  it("differs by up to half, and is never shorter than the service asks for", () => {
    const cases = [fc.nat(50), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(120_000)] as const
    fc.assert(fc.property(...cases, (failures, random, retryAfterMillis) => {
      const delay = reconnectDelay(failures, random, retryAfterMillis)
      expect(delay).toBeGreaterThanOrEqual(Math.max(retryAfterMillis, reconnectDelay(failures, 0) / 2))
      expect(delay).toBeLessThanOrEqual(Math.max(1.1 * retryAfterMillis + 1, reconnectDelay(failures, 0)))
    }))
  })
})
