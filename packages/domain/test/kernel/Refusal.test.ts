import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { failure } from "../../src/kernel/Failure.ts"
import { foundOr, orRefuse, refuse, refuseAll } from "../../src/kernel/Refusal.ts"

const one = failure("INVALID_REQUEST", "One.")
const other = failure("DAILY_LIMIT", "Other.")

describe("validation results and lookups as effects", () => {
  it("succeed with the validated value", () => {
    expect(Effect.runSync(orRefuse(Either.right(7)))).toBe(7)
  })

  it("fail with the one failure, or with all in their order", () => {
    expect(Effect.runSync(Effect.flip(orRefuse(Either.left(one)))).failures).toEqual([one])
    expect(Effect.runSync(Effect.flip(orRefuse(Either.left([other, one] as const)))).failures).toEqual([other, one])
  })

  it("fail if the unwanted value was found, and only then", () => {
    const refusal = Effect.runSync(Effect.flip(refuseAll([undefined, other, undefined, one])))
    expect(refusal.failures).toEqual([other, one])
    expect(refusal.code).toBe("DAILY_LIMIT")
    expect(Effect.runSync(refuseAll([undefined]))).toBeUndefined()
    expect(Effect.runSync(refuseAll([]))).toBeUndefined()
  })

  it("fail if nothing was found, and only then", () => {
    const gone = refuse("ACCOUNT_NOT_FOUND", "There is no such account.")
    expect(Effect.runSync(foundOr(Effect.succeed(0), gone))).toBe(0)
    expect(Effect.runSync(Effect.flip(foundOr(Effect.succeed(undefined), gone))).code).toBe("ACCOUNT_NOT_FOUND")
  })
})
