import type { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { wrongDataFile } from "../../src/kernel/dataFile.ts"
import { WordList } from "../../src/kernel/wordLists.ts"

const wrong = (schema: Schema.Schema.AnyNoContext, contents: unknown) =>
  wrongDataFile({ file: "words.json", schema, contents })

describe("a list of words", () => {
  it("has words and phrases in lower case", () => {
    expect(wrong(WordList, ["soon", "at some point"])).toBeUndefined()
    for (const word of ["Soon", " soon", "at  some point"]) {
      expect(wrong(WordList, ["now", word])).toBe("words.json, 1: A word is in lower case, with single spaces.")
    }
  })

  it("has each of them once", () => {
    expect(wrong(WordList, ["soon", "now", "soon"])).toBe(`words.json, 2: "soon" is in the list twice.`)
  })
})
