import { describe, expect, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { failure } from "../../src/kernel/Failure.ts"
import { foundOr, orRefuse, refuse, refuseAll } from "../../src/kernel/Refusal.ts"

const one = failure("INVALID_REQUEST", "One.")
const other = failure("DAILY_LIMIT", "Other.")

describe("validation results and lookups as effects", () => {
  it.effect("succeed with the validated value", () =>
    Effect.map(orRefuse(Either.right(7)), (value) => expect(value).toBe(7)))

  it.effect("fail with the one failure, or with all in their order", () =>
    Effect.gen(function*() {
      expect((yield* Effect.flip(orRefuse(Either.left(one)))).failures).toEqual([one])
      expect((yield* Effect.flip(orRefuse(Either.left([other, one] as const)))).failures).toEqual([other, one])
    }))

  it.effect("fail if the unwanted value was found, and only then", () =>
    Effect.gen(function*() {
      const refusal = yield* Effect.flip(refuseAll([undefined, other, undefined, one]))
      expect(refusal.failures).toEqual([other, one])
      expect(refusal.code).toBe("DAILY_LIMIT")
      expect(yield* refuseAll([undefined])).toBeUndefined()
      expect(yield* refuseAll([])).toBeUndefined()
    }))

  it.effect("fail if nothing was found, and only then", () =>
    Effect.gen(function*() {
      const gone = refuse("ACCOUNT_NOT_FOUND", "There is no such account.")
      expect(yield* foundOr(Effect.succeed(0), gone)).toBe(0)
      expect((yield* Effect.flip(foundOr(Effect.succeed(undefined), gone))).code).toBe("ACCOUNT_NOT_FOUND")
    }))
})
