import { lookalikes } from "@auspex/domain/text"
import { closestToReasoning, OriginalityIndex, parseReasoning, reasoningGates } from "@auspex/domain/predictions"
import { randomOf, writeReasoning } from "@auspex/testkit/season"
import { demoAccounts } from "../../src/demo/DemoAccounts.ts"
import { demoQuestions } from "../../src/demo/DemoQuestions.ts"
import { describe, expect, it } from "vitest"

const deadline = new Date(Date.UTC(2031, 2, 31))
const question = demoQuestions[3]!

const write = (author: number, seed: number) =>
  writeReasoning({ seed, author: demoAccounts[author]!, question, deadline, prediction: true, confidence: 70 })

const byLatin = new Map<string, Array<string>>()
for (const [letter, latin] of lookalikes) byLatin.set(latin, [...byLatin.get(latin) ?? [], letter])

/** Changes each word that is neither an address nor a heading. */
const eachWord = (text: string, change: (word: string) => string): string =>
  text.replace(
    /https?:\/\/\S+|\b[A-Z-]{4,}(?: LINE)?:|[A-Za-z]+(?:[-'’][A-Za-z]+)*/g,
    (word) => /^https?:|:$/.test(word) ? word : change(word)
  )

const inflected = (word: string): string =>
  word.endsWith("s") ? word.replace(/(?<=\w{3})s$/, "") : word.length > 3 ? `${word}s` : word

/** Changes with which a copyist could hide a copy from a program. */
const disguises: Readonly<Record<string, (text: string, next: () => number) => string>> = {
  "look-alike letters": (text, next) =>
    eachWord(text, (word) =>
      word.replace(/[a-z]/g, (letter) => {
        const others = byLatin.get(letter) ?? [letter]
        return others[Math.floor(next() * others.length)]!
      })),
  "capitals of other scripts": (text) =>
    eachWord(
      text,
      (word) => word.replace(/[ABEHKMOPTXYN]/g, (letter) => "ΑΒΕΗΚΜΟΡΤΧΥΝ"["ABEHKMOPTXYN".indexOf(letter)]!)
    ),
  "full-width letters": (text) =>
    eachWord(text, (word) => word.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))),
  "mathematical letters": (text) =>
    eachWord(
      text,
      (word) => word.replace(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97))
    ),
  "combining marks": (text, next) =>
    eachWord(
      text,
      (word) =>
        word.replace(/[a-z]/g, (letter) => next() < 0.4 ? letter + String.fromCharCode(0x300 + next() * 0x6f) : letter)
    ),
  accents: (text) => eachWord(text, (word) => word.replace(/[aeiou]/g, (letter) => "áèîöū"["aeiou".indexOf(letter)]!)),
  "invisible characters": (text) => eachWord(text, (word) => word.split("").join("\u200b")),
  inflections: (text) => eachWord(text, inflected),
  "hyphens in place of spaces": (text) => text.replace(/(?<=[a-z]) (?=[a-z]+[ ,.])(?!https)/g, "-"),
  "hyphens inside words": (text) => eachWord(text, (word) => word.replace(/^(\w{3,5})(\w{3,})$/, "$1-$2")),
  "several at once": (text, next) =>
    eachWord(text, (word) => next() < 0.5 ? inflected(word) : word).replace(
      /[ao]/g,
      (letter) => next() < 0.5 ? letter : letter === "a" ? "а" : "о\u0301"
    )
}

describe("a copy in disguise", () => {
  it.each(Object.entries(disguises))("is recognised through %s, for each of 60 texts", (name, disguise) => {
    const next = randomOf("disguise", name).fraction
    const similarities = Array.from({ length: 60 }, (_, index) => {
      const original = write(index % demoAccounts.length, 1_000 + index)
      const copy = disguise(original, next)
      expect(copy).not.toBe(original)
      const earlier = new OriginalityIndex()
      earlier.add("original", parseReasoning(original).originalityTokens)
      return closestToReasoning(earlier, parseReasoning(copy), 0)?.similarity ?? 0
    })
    expect(Math.min(...similarities)).toBeGreaterThan(reasoningGates.similarityMax)
  })
})

describe("honestly different arguments on one question", () => {
  it("are never mistaken for copies: none of 1,035 pairs, nor of as many about another question", () => {
    for (const about of [question, demoQuestions[20]!]) {
      const index = new OriginalityIndex()
      for (let argument = 0; argument < 46; argument++) {
        const parsed = parseReasoning(writeReasoning({
          seed: argument,
          author: demoAccounts[argument % demoAccounts.length]!,
          question: about,
          deadline,
          prediction: argument % 3 > 0,
          confidence: 60 + argument % 30,
          ...(about.question_type === "multi"
            ? { selected_option: about.options[argument % about.options.length]! }
            : {})
        }))
        const closest = closestToReasoning(index, parsed, 0)
        expect(closest?.similarity ?? 0).toBeLessThan(0.55)
        index.add(`${argument}`, parsed.originalityTokens)
      }
    }
  })
})
