import { costGrowth, linearGrowthMax } from "@auspex/testkit/cost"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  commentGates,
  type CommentFacts,
  judgeComment,
  noCommentFacts
} from "../../src/community/comments/CommentGates.ts"
import { linksIn } from "../../src/community/comments/CommentLink.ts"
import { commentReadMax, readComment } from "../../src/community/comments/CommentText.ts"
import { noProfanityFilter } from "../../src/community/comments/ProfanityFilter.ts"
import { spamRules } from "../../src/community/comments/SpamRule.ts"

const good = "The base rate says otherwise: three of forty such bills became law."
const judge = (text: string, facts: Partial<CommentFacts> = {}, filter = noProfanityFilter) =>
  judgeComment(text, { ...noCommentFacts, ...facts }, filter)
const codes = (...args: Parameters<typeof judge>) => judge(...args).map(({ code }) => code)
const beastFilter = {
  find: (text: string) => [...text.matchAll(/beast/g)].map(({ index }) => ({ start: index, end: index + 5 }))
}

describe("the gates of comments", () => {
  it("accept a good comment, in any script", () => {
    for (
      const text of [
        good,
        "Базовая ставка говорит об обратном: три из сорока таких законов приняты.",
        "基准利率表明情况并非如此，四十个法案中只有三个成为法律，而且都不是在选举年通过的。",
        "इस दर के अनुसार चालीस में से केवल तीन विधेयक कानून बने हैं।",
        "معدل الأساس يقول خلاف ذلك: ثلاثة من أربعين مشروع قانون أصبحت قوانين."
      ]
    ) expect(judge(text), text).toEqual([])
  })

  it("report all failures together, in their order", () => {
    expect(codes("AAAAAAAA beast", { commentsOnQuestion: 5, repeatedCommentId: "c1" }, beastFilter)).toEqual([
      "COMMENT_TOO_SHORT",
      "COMMENT_FEW_UNIQUE_WORDS",
      "COMMENT_PROFANITY",
      "COMMENT_SPAM",
      "COMMENT_SPAM",
      "COMMENT_LIMIT"
    ])
    expect(codes("a ".repeat(600))).toEqual([
      "COMMENT_TOO_LONG",
      "COMMENT_FEW_UNIQUE_WORDS",
      "COMMENT_SPAM",
      "COMMENT_SPAM"
    ])
  })

  it.each([[19, "COMMENT_TOO_SHORT", 20], [20, undefined, 0], [1_000, undefined, 0], [
    1_001,
    "COMMENT_TOO_LONG",
    1_000
  ]])(
    "count %i code points of the trimmed text: %s",
    (length, code, limit) => {
      const words = "one two three four five six seven "
      const sentence = Array.from({ length: 80 }, (_, i) => `${words}${i}x `).join("")
      const text = `\n  😀${sentence.slice(0, length - 2)}z\t `.replace(/ z/, "zz")
      expect([...text.trim()].length).toBe(length)
      const found = judge(text).find(({ code: each }) => each.startsWith("COMMENT_TOO_"))
      expect(found?.code).toBe(code)
      if (code !== undefined) expect(found).toMatchObject({ field: "content", measured: length, limit })
    }
  )

  it.each([
    ["one two three four", 4],
    ["one two three four five", 5],
    ["One ONE one Ｏｎｅ o\u200bne on\u00ade", 1],
    ["an it be to of 12 I’m", 0],
    ["it's it’s IT'S", 1],
    ["well-known 2026 1.25 a1b", 3],
    ["https://one.org/two/three/four www.five.org/six", 0],
    ["नमस्ते दुनिया", 2],
    ["東京都", 2],
    ["京", 0],
    ["", 0]
  ])("%s: %i distinct words of three characters", (text, count) => {
    expect(readComment(text).longWords.size).toBe(count)
  })

  it("report the measured values", () => {
    expect(judge("one two three four, one TWO three four: one two.")).toContainEqual({
      code: "COMMENT_FEW_UNIQUE_WORDS",
      field: "content",
      measured: 4,
      limit: 5,
      message: "The comment has 4 distinct words of 3 or more characters outside links; 5 are needed."
    })
    expect(judge(`${good} The beast, the beastly beast and the beast!`, {}, beastFilter)).toMatchObject([
      { code: "COMMENT_PROFANITY", measured: 4, limit: 0, message: /"beast", "beast", "beast" and 1 more\.$/ }
    ].map((failure) => ({ ...failure, message: expect.stringMatching(failure.message) as string })))
    expect(judge(good, { commentsOnQuestion: commentGates.perQuestionMax - 1 })).toEqual([])
    expect(judge(good, { commentsOnQuestion: 7 })).toMatchObject([{ code: "COMMENT_LIMIT", measured: 7, limit: 5 }])
  })
})

describe("the rules against spam", () => {
  const broken = (text: string, repeatedCommentId: string | null = null) =>
    spamRules.filter(({ limit, measure }) => {
      const measured = measure(readComment(text), { repeatedCommentId })
      return measured !== undefined && measured > limit
    }).map(({ id }) => id)

  it.each(spamRules.map((rule) => [rule.id, rule] as const))("%s is broken by its bad examples only", (id, rule) => {
    expect(rule.bad.length * rule.good.length).toBeGreaterThan(0)
    for (const { repeatedCommentId, text } of rule.bad) expect(broken(text, repeatedCommentId), text).toContain(id)
    for (const { repeatedCommentId, text } of rule.good) {
      expect(broken(text, repeatedCommentId), text).toEqual([])
      if (text.length > 30) expect(judge(text), text).toEqual([])
    }
  })

  it("have unique ids, and messages that include the measured value", () => {
    expect(new Set(spamRules.map(({ id }) => id)).size).toBe(spamRules.length)
    for (const { message } of spamRules) expect(message(97, { repeatedCommentId: "c1" })).toMatch(/^.+\.$/)
  })

  it("find links in any notation", () => {
    const found = (text: string) => linksIn(text).map(({ host, path }) => host + path)
    expect(found("(https://User:pw@A.org:8443/b?c#d), http://b.org,www.c.org; https://x.org,https://y.org/")).toEqual([
      "a.org/b?c#d",
      "b.org",
      "c.org",
      "x.org",
      "y.org/"
    ])
    expect(found("node.js, e.g. and/or, 3.5/4.2, U.S./EU, http:// ok")).toEqual([])
    expect(found("[docs](https://a.org/b_(c)) «bit.ly/x»")).toEqual(["a.org/b_(c)", "bit.ly/x"])
  })
})

describe("for any text", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.array(fc.constantFrom(..."aAß\u0301\u200b\ud83d京 . !/:1https://bit.ly/"), { maxLength: 300 })
      .map((parts) => parts.join(""))
  )
  const order = ["TOO_SHORT", "TOO_LONG", "FEW_UNIQUE_WORDS", "PROFANITY", "SPAM", "LIMIT"]
  const facts = fc.record({ commentsOnQuestion: fc.nat(9), repeatedCommentId: fc.option(fc.uuid()) })

  it("the gates return failures in order, deterministically", () => {
    fc.assert(fc.property(anyText, facts, (text, known) => {
      const failures = judge(text, known)
      const places = failures.map(({ code }) => order.indexOf(code.replace("COMMENT_", "")))
      expect(places.every((place, i) => place >= 0 && (i === 0 || places[i - 1]! <= place))).toBe(true)
      for (const { limit, measured } of failures) expect(measured !== undefined && limit !== undefined).toBe(true)
      expect(judge(text, known)).toEqual(failures)
      expect(judge(` ${text}\n`, known)).toEqual(failures)
    }))
  })

  it("additional good words never cause COMMENT_FEW_UNIQUE_WORDS, and case does not affect counts", () => {
    fc.assert(fc.property(anyText, fc.nat(8), (text, more) => {
      const words = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"].slice(0, more).join(" ")
      const before = readComment(text).longWords.size
      // A trailing link may include following text on its line, so the words are on a separate line.
      const after = readComment(`${text}\n${words}`).longWords.size
      expect(after).toBeGreaterThanOrEqual(Math.max(before, more))
    }))
    fc.assert(fc.property(fc.lorem({ maxCount: 30 }), (text) => {
      expect([...readComment(text.toUpperCase()).longWords]).toEqual([...readComment(text).longWords])
    }))
  })

  it("the gates of facts depend on facts only", () => {
    fc.assert(fc.property(anyText, facts, (text, known) => {
      const alone = judge(text)
      const ownCodes = judge(text, known).filter(({ code, message }) =>
        code !== "COMMENT_LIMIT" && !message.includes("word for word")
      )
      expect(ownCodes).toEqual(alone)
    }))
  })

  it.each([
    ["a".repeat(1_000_000)],
    ["a ".repeat(500_000)],
    ["\u0301".repeat(1_000_000)],
    ["\ufdfa".repeat(1_000_000)],
    ["\u200b".repeat(1_000_000)],
    [" ".repeat(999_999) + "a"],
    ["https://".repeat(125_000)],
    ["a.".repeat(500_000)],
    ["a-".repeat(500_000)],
    ["www.a ".repeat(166_000)],
    ["京".repeat(1_000_000)],
    ["(((((".repeat(200_000)],
    ["😀".repeat(500_000)],
    ["\ud83d".repeat(1_000_000)]
  ])("a megabyte is checked in linear time (%#)", async (text) => {
    const input = (size: number) => text.slice(-size)
    const work = (part: string) => judge(part)
    expect(await costGrowth({ input, work, size: text.length / 2 })).toBeLessThan(linearGrowthMax)
    expect(readComment(text).read.length).toBeLessThanOrEqual(commentReadMax)
  })
})
