import { Schema } from "effect"
import { expect, it } from "vitest"
import { wrongDataFile } from "../../src/kernel/dataFile.ts"
import { RegExpSource } from "../../src/text/RegExpSource.ts"

it("the source of a regular expression compiles", () => {
  const wrong = (contents: unknown) =>
    wrongDataFile({ file: "words.json", schema: Schema.Array(RegExpSource), contents })
  expect(wrong(["\\p{L}+", "a|b"])).toBeUndefined()
  expect(wrong(["a|b", "(a"])).toMatch(/^words\.json, 1: SyntaxError: .*\(a/)
})
