import * as fc from "effect/FastCheck"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { compareVersions, passageHash } from "../../src/research/evidence/VersionChange.ts"

const digest = (text: string): Uint8Array => createHash("sha256").update(text, "utf8").digest()
const version = (...texts: ReadonlyArray<string>) => texts.map((text) => ({ text, hash: passageHash(text, digest) }))

describe("the hash of a passage", () => {
  it("ignores white space, width and typographic signs, and nothing else", () => {
    expect(passageHash("“Rates”\n fell – a bit", digest)).toBe(passageHash(" \"Rates\" fell - a bit", digest))
    expect(passageHash("５ %", digest)).toBe(passageHash("5 %", digest))
    expect(passageHash("5 m", digest)).not.toBe(passageHash("5 M", digest))
    // Normalised, an exponent would be a digit.
    expect(passageHash("10⁶ litres", digest)).not.toBe(passageHash("106 litres", digest))
    expect(passageHash("", digest)).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe("two versions of a page", () => {
  it.each([
    ["the same", version("a", "b"), version("b", "a"), [], [], 2, 0, "Nothing changed."],
    ["empty", [], [], [], [], 0, 0, "Nothing changed."],
    [
      "a new passage",
      version("aa"),
      version("aa", "bb"),
      ["bb"],
      [],
      1,
      1 / 3,
      "About 33 % of the text changed: 1 passage was added, 0 removed and 1 kept."
    ],
    [
      "a changed passage",
      version("aa", "bb", "cc"),
      version("aa", "dd", "cc"),
      ["dd"],
      ["bb"],
      2,
      1 / 3,
      "About 33 % of the text changed: 1 passage was added, 1 removed and 2 kept."
    ],
    [
      "a repetition",
      version("a"),
      version("a", "a"),
      ["a"],
      [],
      1,
      1 / 3,
      "About 33 % of the text changed: 1 passage was added, 0 removed and 1 kept."
    ],
    [
      "everything",
      version("a", "b"),
      version("c"),
      ["c"],
      ["a", "b"],
      0,
      1,
      "The whole text changed: 2 passages were removed and 1 added."
    ]
  ])("%s", (_, older, newer, added, removed, kept, share, summary) => {
    const change = compareVersions(older, newer)
    expect(change.added.map(({ text }) => text)).toEqual(added)
    expect(change.removed.map(({ text }) => text)).toEqual(removed)
    expect([change.kept, change.share_changed, change.summary]).toEqual([kept, share, summary])
  })

  it("is symmetric, and accounts for every passage", () => {
    const some = fc.array(fc.constantFrom("a", "b", "c", "d")).map((texts) => version(...texts))
    fc.assert(fc.property(some, some, (older, newer) => {
      const [there, back] = [compareVersions(older, newer), compareVersions(newer, older)]
      expect([there.added.length, there.removed.length]).toEqual([back.removed.length, back.added.length])
      expect(there.share_changed).toBe(back.share_changed)
      expect(there.kept + there.added.length).toBe(newer.length)
      expect(there.kept + there.removed.length).toBe(older.length)
    }))
  })
})
