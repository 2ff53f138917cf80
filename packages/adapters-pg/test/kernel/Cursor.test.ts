import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { isId, isNumber, listCursor, tupleOf, wholeFrom } from "../../src/kernel/Cursor.ts"

type Place = readonly [score: number, count: number, id: string]

const isPlace = tupleOf<Place>(isNumber, wholeFrom(0, 9), isId)
const place: Place = [0.5, 9, "0190a1b2-0000-7000-8000-000000000000"]

describe("a position with several parts", () => {
  it.effect("is encoded and decoded by its own cursor only", () =>
    Effect.gen(function*() {
      const cursor = listCursor("places", isPlace)
      expect(yield* cursor.decode(cursor.encode(place))).toEqual(place)
      const elsewhere = listCursor("others", isPlace).encode(place)
      expect((yield* Effect.flip(cursor.decode(elsewhere))).code).toBe("INVALID_REQUEST")
    }))

  it.each(
    [
      undefined,
      null,
      {},
      [],
      place.slice(0, 2),
      [...place, 1],
      ["0.5", 9, place[2]],
      [0.5, 10, place[2]],
      [0.5, 0.5, place[2]],
      [0.5, 9, "9"]
    ]
  )("is not %j", (value) => expect(isPlace(value)).toBe(false))
})
