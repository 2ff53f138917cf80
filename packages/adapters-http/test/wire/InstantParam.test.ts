import { Either, Schema } from "effect"
import { expect, it } from "vitest"
import { Instant } from "../../src/wire/InstantParam.ts"

it.each<[string, string | undefined]>([
  ["2026-11-20T12:00:00+02:00", "2026-11-20T10:00:00.000Z"],
  ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
  ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ["0000-01-01T00:00:00Z", undefined],
  ["0001-01-01T00:00:00+14:00", undefined],
  ["9999-12-31T23:59:59-14:00", undefined],
  ["2026-02-30T00:00:00Z", undefined],
  ["2026-11-20T12:00:00", undefined]
])("the instant %s is %s", (text, expected) => {
  const decoded = Schema.decodeUnknownEither(Instant)(text)
  expect(Either.isRight(decoded) ? decoded.right.toISOString() : undefined).toBe(expected)
})
