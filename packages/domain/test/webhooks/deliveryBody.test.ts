import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { deliveryBody, deliveryBytesMax } from "../../src/platform/webhooks/deliveryBody.ts"

const timestamp = new Date("2026-11-22T10:00:00.123Z")
const bytesOf = (text: string): number => encodeURI(text).replaceAll(/%[0-9A-F]{2}/g, "x").length

describe("the body of a delivery", () => {
  it("holds event, data and timestamp, in this order", () => {
    const data = { question_id: "q", question: "Will it?", category: "society" }
    expect(deliveryBody({ event: "question.created", data, timestamp })).toBe(
      "{\"event\":\"question.created\",\"data\":{\"question_id\":\"q\",\"question\":\"Will it?\",\"category\":\"society\"},\"timestamp\":\"2026-11-22T10:00:00.123Z\"}"
    )
  })

  it("stays within 20 kB whatever the texts are, keeps short texts and says where it was cut", () => {
    const text = fc.tuple(fc.constantFrom("a", "é", "漢", "😀"), fc.integer({ min: 0, max: 40_000 }))
      .map(([character, count]) => character.repeat(count))
    fc.assert(
      fc.property(text, text, (question, option) => {
        const body = deliveryBody({
          event: "question.resolved",
          data: { question_id: "0123456789", question, correct_options: [option] },
          timestamp
        })
        expect(bytesOf(body)).toBeLessThanOrEqual(deliveryBytesMax)
        const { data } = JSON.parse(body)
        expect(data.question_id).toBe("0123456789")
        for (const [shown, given] of [[data.question, question], [data.correct_options[0], option]]) {
          if (shown === given) continue
          expect(shown.endsWith("…")).toBe(true)
          expect(given.startsWith(shown.replace(/…+$/u, ""))).toBe(true)
        }
      }),
      { numRuns: 50 }
    )
  })
})
