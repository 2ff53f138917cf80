import * as fc from "effect/FastCheck"
import { expect, it } from "vitest"
import { piecesOf } from "../../src/text/piecesOf.ts"

it("cuts a text into pieces that are its parts, short enough, and well-formed where it is", () => {
  expect(piecesOf("", 5)).toEqual([""])
  expect(piecesOf("a😀😀b", 2)).toEqual(["a", "😀", "😀", "b"])
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.integer({ min: 2, max: 20 }), (text, max) => {
      const pieces = piecesOf(text, max)
      expect(pieces.join("")).toBe(text)
      expect(pieces.every((piece) => piece.length <= max && !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(piece))).toBe(
        true
      )
    })
  )
})
