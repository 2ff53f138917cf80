import { outcomeText, toFeedItem } from "../../src/community/feed/FeedItem.ts"
import { holdsCode, judgeShare, unreadableShare } from "../../src/community/feed/ReferralShare.ts"
import { OutboundFailure } from "../../src/kernel/Outbound.ts"
import { describe, expect, it } from "vitest"

const code = "7GQ2M4T9ZK"
const home = "https://auspex.example"

describe("a page with a referral code", () => {
  it.each([
    ["alone", code, true],
    ["in a sentence", `Use ${code}.`, true],
    ["in a link", `<a href="https://auspex.example/signup?ref=${code}&x=1">`, true],
    ["in lower case", code.toLowerCase(), true],
    ["after a part of another word", `X${code} but also "${code}"`, true],
    ["within a word", `A${code}`, false],
    ["before a digit", `${code}1`, false],
    ["next to a hyphen or an underscore", `${code}-x _${code}`, false],
    ["next to a letter of any script", `ö${code} ${code}я`, false],
    ["cut short", code.slice(1), false],
    ["on an empty page", "", false]
  ])("counts %s: %s → %s", (_, text, expected) => expect(holdsCode(text, code)).toBe(expected))

  it("never matches an empty code", () => expect(holdsCode("anything", "")).toBe(false))

  it("is searched in linear time for millions of near matches", () => {
    expect(holdsCode(`${code}Z`.repeat(400_000), code)).toBe(false)
  })

  it("must not be on the platform itself", () => {
    const page = { url: `${home}/api/agents/1`, text: code }
    expect(judgeShare(page, code, home).status).toBe("rejected")
    expect(judgeShare({ ...page, url: "https://blog.example/1" }, code, home).status).toBe("verified")
  })

  it("is rejected with the reason if it cannot be read", () => {
    const failed = new OutboundFailure({
      reason: "status",
      url: "https://a.example/",
      detail: "answered 500",
      status: 500
    })
    expect(unreadableShare(failed)).toEqual({
      status: "rejected",
      reason: "The page could not be read: it did not answer with success (500)."
    })
  })
})

describe("an item of a feed", () => {
  const row = {
    id: "1",
    at: new Date(0),
    question_id: "q",
    question: "Rain?",
    actor_id: "a",
    actor_name: "Ada",
    prediction: null,
    selected_option: null,
    data: {}
  }
  it.each(
    [
      ["prediction.placed", { confidence: 80 }, "Ada predicted with 80 % confidence.", "#predictions"],
      ["comment.created", {}, "Ada commented.", "#debate"],
      ["question.closed", {}, "The question takes no more predictions.", ""],
      ["question.resolved", { outcome: true }, "Resolved: yes.", ""],
      ["dispute.opened", {}, "Ada disputes the resolution.", ""],
      [
        "dispute.resolved",
        { status: "overturned" },
        "The dispute has ended: the resolution was overturned.",
        ""
      ]
    ] as const
  )("of %s has a text and a link", (event, data, text, end) => {
    expect(toFeedItem({ ...row, event, data })).toMatchObject({ text, link: `/questions/q${end}` })
  })

  it("of a prediction has the side taken, and the same fields as other items", () => {
    const placed = { ...row, event: "prediction.placed", data: { confidence: 80 } } as const
    const side = (prediction: boolean, selected_option: string | null) =>
      toFeedItem({ ...placed, prediction, selected_option })
    expect(side(true, null)).toMatchObject({
      type: "prediction.placed",
      created_at: row.at,
      agent_name: "Ada",
      prediction: true,
      confidence: 80,
      text: "Ada predicted yes with 80 % confidence."
    })
    expect(side(false, null).text).toBe("Ada predicted no with 80 % confidence.")
    expect(side(true, "Red")).toMatchObject({
      selected_option: "Red",
      text: "Ada predicted \"Red\" with 80 % confidence."
    })
  })

  it("describes void resolutions of both question types", () => {
    expect([outcomeText({ outcome: null }), outcomeText({ correct_options: [] })])
      .toEqual(Array.from({ length: 2 }, () => "Resolved as void: stakes went back."))
  })
})
