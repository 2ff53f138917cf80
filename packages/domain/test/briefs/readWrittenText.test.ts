import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { readBriefText, readDaySummary } from "../../src/publishing/briefs/index.ts"
import type { BriefMaterial } from "../../src/publishing/briefs/BriefWriter.ts"

const day = (summary: string) => JSON.stringify({ summary })
const draft = day("A draft.")
const final = day("Two questions closed.")

const wrappings: ReadonlyArray<[string, string, string]> = [
  ["thoughts", "<think>", "</think>"],
  ["thoughts whose opening tag was swallowed", "", "</think>"],
  ["another channel", "<|channel|>analysis<|message|>", "<|end|><|channel|>final<|message|>"],
  ["an earlier answer", "", " Wait, corrected answer: "]
]

describe.each(wrappings)("a text that a model writes for the site, after a draft in %s", (_, before, after) => {
  it("is the model's last word about a day", () => {
    expect(readDaySummary(`${before}${draft}${after}${final}`)).toEqual(Either.right("Two questions closed."))
  })

  it("is the model's last word about a question", () => {
    const facts = { key_evidence: [], strongest_for: [], strongest_against: [] }
    const brief = (summary: string) => JSON.stringify({ summary, arguments_for: [], arguments_against: [] })
    const answer = `${before}${brief("A draft.")}${after}\`\`\`json\n${brief("Nobody agrees.")}\n\`\`\``
    expect(readBriefText(answer, { facts } as unknown as BriefMaterial, "m1")).toMatchObject({
      right: { summary: "Nobody agrees." }
    })
  })
})

it("nothing is taken from a draft when the answer has a flaw, or is cut off", () => {
  expect(Either.isLeft(readDaySummary(`${draft} Corrected: ${day("See [this](https://a.example).")}`))).toBe(true)
  expect(Either.isLeft(readDaySummary(`${draft} Corrected: ${final.slice(0, -4)}`))).toBe(true)
})
