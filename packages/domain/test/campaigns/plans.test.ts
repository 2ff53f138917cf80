import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { questionMovesTo } from "../../src/surveys/campaigns/applyQuestion.ts"
import { hasClosedItself, surveyMovesTo } from "../../src/surveys/campaigns/applySurvey.ts"
import type { PlannedChange } from "../../src/surveys/campaigns/CampaignPlan.ts"
import { stepOf } from "../../src/surveys/campaigns/CampaignStep.ts"
import { fieldChanges, changedMembers } from "../../src/surveys/campaigns/FieldChange.ts"
import { movedSince } from "../../src/surveys/campaigns/movedSince.ts"

describe("changed fields", () => {
  it("names what differs, and what somebody else has changed", () => {
    expect(fieldChanges({ title: "A", tags: ["x"] }, { title: "B", tags: ["x"] })).toEqual([
      { field: "title", from: "A", to: "B", drifted: false }
    ])
    expect(fieldChanges({ title: "A" }, { title: "B" }, { title: "B" })[0]?.drifted).toBe(true)
    expect(fieldChanges({ title: "A" }, { title: "B" }, { title: "A" })[0]?.drifted).toBe(false)
  })

  it("compares members without order and duplicates", () => {
    expect(changedMembers(["b", "a"], ["a", "c", "c"])).toEqual({ added: ["c"], removed: ["b"] })
  })
})

describe("the moves of a survey to its status", () => {
  const statuses = ["draft", "open", "closed", "archived"] as const
  const steps: Readonly<Record<string, string>> = {
    "draft>open": "open",
    "open>closed": "close",
    "closed>archived": "archive"
  }

  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))("%s to %s", (from, to) => {
    const moves = surveyMovesTo(to, from)
    const step = steps[`${from}>${to}`]
    if (from === to) expect(moves).toEqual(Either.right([]))
    else if (step === undefined)
      expect(Either.mapLeft(moves, ({ code }) => code)).toEqual(Either.left("INVALID_TRANSITION"))
    else expect(Either.map(moves, (all) => all.map(({ action }) => action))).toEqual(Either.right([step]))
  })
})

describe("a survey that closes by itself", () => {
  it("is as a campaign wants it that opened it, and in no other status", () => {
    const satisfied = (["draft", "open", "closed", "archived"] as const).flatMap((wanted) =>
      (["draft", "open", "closed", "archived"] as const).filter((status) =>
        hasClosedItself(wanted, { status, auto_close: true })
      ).map((status) => `${wanted} ${status}`)
    )
    expect(satisfied).toEqual(["open closed"])
    expect(hasClosedItself("open", { status: "closed", auto_close: false })).toBe(false)
  })
})

describe("the moves of a question to its status", () => {
  const now = new Date("2027-01-01T00:00:00Z")
  const later = new Date("2027-02-01T00:00:00Z")

  it.each(
    [
      [undefined, "draft", null, []],
      ["draft", "draft", null, []],
      ["approved", "draft", null, ["approve"]],
      ["published", "draft", null, ["approve", "publish"]],
      ["published", "draft", later, ["approve"]],
      ["published", "approved", null, ["publish"]],
      ["published", "approved", later, []],
      ["approved", "open", null, []],
      ["draft", "resolved", null, []]
    ] as const
  )("%s from %s, opening %s: %j", (wanted, status, opens_at, moves) => {
    expect(questionMovesTo(wanted, { status, opens_at }, now)).toEqual(moves)
  })
})

describe("a step", () => {
  const states = { kind: "survey", key: "rivers", id: "1", title: "Rivers", moves: [], fires: [] } as const

  it("is no change when all is as wanted", () => {
    const after = { title: "Rivers" }
    expect(stepOf({ ...states, before: after, after, last: after }).change).toBeUndefined()
  })

  it("creates, adopts and changes", () => {
    const after = { title: "Rivers" }
    expect(stepOf({ ...states, after }).change).toMatchObject({ action: "create" })
    expect(stepOf({ ...states, before: after, after }).change).toMatchObject({ action: "adopt", id: "1", fields: [] })
    expect(stepOf({ ...states, before: { title: "River" }, after, last: {} }).change).toMatchObject({
      action: "change"
    })
  })

  it("stores what it applied under its key, with the filter of a panel; an article has no key", () => {
    const after = { title: "Rivers" }
    const filter = { resolved_min: 10 }
    const entry = { kind: "survey", key: "rivers", id: "1", applied: after }
    expect(stepOf({ ...states, before: after, after, last: after })).toEqual({ id: "1", entry })
    expect(stepOf({ ...states, after, filter }).entry).toEqual({ ...entry, agents: filter })
    expect(stepOf({ ...states, kind: "article", after }).entry).toBeUndefined()
  })

  it("names a hundred members and counts all", () => {
    const added = Array.from({ length: 300 }, (_, n) => String(n))
    const { change } = stepOf({ ...states, before: {}, after: {}, last: {}, agents: { added, removed: [] } })
    expect(change?.agents).toMatchObject({ added_count: 300, removed_count: 0, added: added.slice(0, 100) })
  })
})

describe("what has moved since a plan", () => {
  const change: PlannedChange = {
    kind: "survey",
    key: "rivers",
    id: "1",
    title: "Rivers",
    action: "change",
    fields: [{ field: "title", from: "River", to: "Rivers", drifted: false }],
    moves: ["open"],
    fires: ["survey.opened"]
  }

  it("is nothing for the same plan, whatever the order of its fields", () => {
    const { action, fields, ...rest } = change
    expect(movedSince([change], [{ ...rest, fields, action }])).toEqual([])
  })

  it("names entries and fields", () => {
    const messages = (actual: ReadonlyArray<PlannedChange>, expected = [change]) =>
      movedSince(expected, actual).map(({ code, message }) => `${code} ${message}`)
    expect(messages([])).toEqual([
      "CAMPAIGN_MOVED Since the plan was made, survey rivers is already as the campaign wants it."
    ])
    expect(messages([change], [])).toEqual([
      "CAMPAIGN_MOVED Since the plan was made, survey rivers was as the campaign wants it and no longer is."
    ])
    expect(
      messages([{ ...change, moves: [], fields: [{ field: "title", from: "Streams", to: "Rivers", drifted: true }] }])
    )
      .toEqual(["CAMPAIGN_MOVED Since the plan was made, survey rivers has changed: title is now \"Streams\", moves."])
  })
})
