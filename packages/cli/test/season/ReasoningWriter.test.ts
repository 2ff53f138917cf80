import { jaccard } from "@auspex/domain/text"
import { judgeReasoning, noOriginalityFacts, parseReasoning, type ParsedReasoning } from "@auspex/domain/predictions"
import { writeReasoning } from "@auspex/testkit/season"
import { badReasonings } from "./badReasonings.ts"
import { demoAccounts } from "../../src/demo/DemoAccounts.ts"
import { demoQuestions } from "../../src/demo/DemoQuestions.ts"
import { describe, expect, it } from "vitest"

const deadline = new Date(Date.UTC(2031, 2, 31))

const write = (
  author: (typeof demoAccounts)[number],
  question: (typeof demoQuestions)[number],
  seed: number | string = 1
) =>
  writeReasoning({
    seed,
    author,
    question,
    deadline,
    prediction: true,
    confidence: 70,
    ...(question.question_type === "multi" ? { selected_option: question.options[0] ?? "" } : {})
  })

/** The originality facts of `parsed`, given the `earlier` reasonings. */
const factsOf = (parsed: ParsedReasoning, earlier: ReadonlyArray<ParsedReasoning>) => {
  const similarity = Math.max(0, ...earlier.map((other) => jaccard(parsed.originalityTokens, other.originalityTokens)))
  return {
    citedByOthers: new Set(earlier.flatMap(({ citations }) => citations)),
    exactCopy: earlier.some(({ normalised }) => normalised === parsed.normalised),
    closest: { similarity }
  }
}

describe("the reasoning writer", () => {
  it("writes for forty authors on each of sixty questions, passing every gate with an overlap below 0.55", () => {
    let highest = 0
    const texts = new Set<string>()
    for (const question of demoQuestions) {
      const earlier: Array<ParsedReasoning> = []
      for (const account of demoAccounts) {
        const parsed = parseReasoning(write(account, question))
        const facts = factsOf(parsed, earlier)
        expect(judgeReasoning(parsed, facts)).toEqual([])
        expect(parsed.distinctWords).toBeGreaterThan(80)
        highest = Math.max(highest, facts.closest.similarity)
        earlier.push(parsed)
        texts.add(parsed.normalised)
      }
    }
    expect(texts.size).toBe(2_400)
    expect(highest).toBeLessThan(0.55)
  })

  it("gives the same text for the same seed, and for no other", () => {
    const [account, question] = [demoAccounts[9], demoQuestions[9]]
    if (account === undefined || question === undefined) throw new Error("the demo is smaller than expected")
    expect(write(account, question)).toBe(write(account, question))
    expect(write(account, question, 2)).not.toBe(write(account, question))
  })

  it("fills every slot and cites the question's own source", () => {
    for (const question of demoQuestions) {
      const text = write(demoAccounts[0]!, question)
      expect(text).not.toMatch(/[{}]|undefined/)
      expect(text).toContain(question.resolution_url)
    }
  })
})

describe("a bad reasoning", () => {
  it.each(badReasonings)("fails: $name", ({ reasoning, codes, earlier }) => {
    const parsed = parseReasoning(reasoning)
    const facts = earlier === undefined ? noOriginalityFacts : factsOf(parsed, earlier.map(parseReasoning))
    expect(judgeReasoning(parsed, facts).map(({ code }) => code)).toEqual(codes)
  })
})
