import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { anyUnits } from "../evidence/sourceTexts.ts"
import { extractedPerSideMax, extractiveReasoning } from "../../src/research/panels/extractiveReasoning.ts"
import { passageOf, questionOf } from "./panelTexts.ts"

const question = questionOf()

describe("the reasoning of a panel without a model", () => {
  it("quotes what the sources say in the words of the question, for and against, and judges nothing", () => {
    const passages = [
      passageOf(
        "a",
        "The central bank left its policy rate at 4 %. It will not cut rates before 2028, one banker said. Bread is cheap.",
        40
      ),
      passageOf(
        "b",
        "Analysts doubt that the bank cuts its rate in June. Rates of central banks fell in 2027 elsewhere."
      )
    ]
    const reasoning = extractiveReasoning(question, passages)
    expect(reasoning).toMatchObject({
      question_id: "q1",
      specialist: "extractive",
      model: null,
      answer: null,
      probability: null,
      distribution: null,
      confidence: null,
      unsupported: [],
      falsifiers: []
    })
    expect(reasoning.narrative).toContain("No model is configured")
    expect(reasoning.narrative).toContain("2 as evidence for, and 2, which contain words of negation or doubt")
    expect(reasoning.evidence.map(({ quote }) => quote)).toEqual([
      "The central bank left its policy rate at 4 %.",
      "Rates of central banks fell in 2027 elsewhere."
    ])
    expect(reasoning.counter_evidence.map(({ claim, quote }) => [quote, claim])).toEqual([
      ["Analysts doubt that the bank cuts its rate in June.", "Speaks of bank, cuts, rate, June."],
      ["It will not cut rates before 2028, one banker said.", "Speaks of cut, rates."]
    ])
    const text = `${" ".repeat(40)}${passages[0]!.text}`
    for (const { end, passage_id, quote, start } of [...reasoning.evidence, ...reasoning.counter_evidence]) {
      if (passage_id === "a") expect(text.slice(start, end)).toBe(quote)
    }
  })

  it("does not take words of the question for doubt, and says so when nothing is found", () => {
    const negative = questionOf({ text: "Will the talks fail, and will no treaty be signed?" })
    const passages = [passageOf("a", "The talks may fail and no treaty is signed, say diplomats.")]
    expect(extractiveReasoning(negative, passages)).toMatchObject({ evidence: [{}], counter_evidence: [] })
    expect(extractiveReasoning(negative, []).narrative).toContain("No sentence of the sources")
  })

  it("quotes exactly, each text once and not too many, whatever the texts are", () => {
    fc.assert(
      fc.property(fc.array(anyUnits, { maxLength: 4 }), fc.nat(1_000), (texts, start) => {
        const passages = [...texts, ...texts].map((text, n) =>
          passageOf(String(n), `${text} The bank cuts its rate in June ${n % 3}. ${text}`, start)
        )
        const { counter_evidence, evidence } = extractiveReasoning(question, passages)
        for (const side of [evidence, counter_evidence]) {
          expect(side.length).toBeLessThanOrEqual(extractedPerSideMax)
          expect(new Set(side.map(({ quote }) => quote)).size).toBe(side.length)
          for (const { end, passage_id, quote, start: from } of side) {
            expect(passages[Number(passage_id)]!.text.slice(from - start, end - start)).toBe(quote)
          }
        }
      }),
      { numRuns: 200 }
    )
  })
})
