import type { Topic } from "@auspex/domain/kernel"
import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import { noticeOf, payloadsOf } from "../../src/kernel/ChangeNotice.ts"

const instance = "01998f7e-0000-7000-8000-000000000000"
const topic: FastCheck.Arbitrary<Topic> = FastCheck.oneof(
  FastCheck.constantFrom<Topic>("questions", "leaderboard", "boards", "discussions", "suspensions"),
  FastCheck.tuple(FastCheck.constantFrom("question", "comments", "account"), FastCheck.uuid())
    .map(([kind, id]) => `${kind}:${id}` as Topic)
)

describe("a notice of changes", () => {
  it("is read as it was written, in payloads that Postgres accepts", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(topic, { maxLength: 600 }), (topics) => {
        const payloads = payloadsOf({ instance, topics })
        expect(payloads.flatMap((payload) => noticeOf(payload)?.topics)).toEqual(topics)
        expect(payloads.every((payload) => Buffer.byteLength(payload) < 8_000)).toBe(true)
      }),
      { numRuns: 200 }
    )
  })

  it("names everything when told to, or when a topic has a form that it cannot carry", () => {
    const all = [`1 ${instance} *`]
    expect(payloadsOf({ instance, topics: "all" })).toEqual(all)
    expect(payloadsOf({ instance, topics: ["questions", "account:a b"] })).toEqual(all)
    expect(noticeOf(all[0]!)).toEqual({ instance, topics: "all" })
    expect(payloadsOf({ instance, topics: [] })).toEqual([])
  })

  it.each([
    "",
    " ",
    "1",
    `1 ${instance}`,
    `1 ${instance} `,
    `2 ${instance} questions`,
    `1 nobody questions`,
    `1 ${instance} questions  boards`,
    `1 ${instance} questions *`,
    `1 ${instance} * questions`,
    `1 ${instance} Questions`,
    `1 ${instance} question:`,
    `1 ${instance} question:a:b`,
    `1 ${instance} __proto__`,
    `1 ${instance} questions\nboards`,
    `{"instance":"${instance}","topics":["questions"]}`,
    "x".repeat(7_999),
    "\u{1f600} \ud800"
  ])("is not read from anything else: %j", (payload) => {
    expect(noticeOf(payload)).toBeUndefined()
  })
})
