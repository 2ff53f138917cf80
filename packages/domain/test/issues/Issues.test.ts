import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { judgeIssue, judgeIssueFiling } from "../../src/community/issues/IssueFiling.ts"
import { issueUpdatedNotice } from "../../src/community/issues/issueUpdatedNotice.ts"
import { issueMove, issueStatusesAfter } from "../../src/community/issues/IssueMove.ts"
import { IssueStatus } from "../../src/community/issues/IssueStatus.ts"
import { issueAfter, type IssueState, judgeIssueUpdate } from "../../src/community/issues/IssueUpdate.ts"

const codeOrValue = <A>(result: Either.Either<A, { readonly code: string }>): A | string =>
  Either.match(result, { onLeft: ({ code }) => code, onRight: (value) => value })

describe("the transitions of an issue", () => {
  it("are this table", () => {
    const rows = IssueStatus.literals.map((from) =>
      [from, ...IssueStatus.literals.map((to) => Either.isRight(issueMove(from, to, "admin")) ? to : "-")].join(" ")
    )
    expect(rows).toEqual([
      "open - acknowledged - closed",
      "acknowledged - - resolved -",
      "resolved open - - closed",
      "closed - - - -"
    ])
    expect(issueStatusesAfter("closed")).toEqual([])
  })

  it("are listed in the refusal of a forbidden one", () => {
    expect(Either.mapLeft(issueMove("open", "resolved", "admin"), ({ message }) => message))
      .toEqual(
        Either.left("The issue is open and cannot become resolved; from there it can become acknowledged or closed.")
      )
    expect(Either.mapLeft(issueMove("closed", "open", "admin"), ({ message }) => message))
      .toEqual(Either.left("The issue is closed and cannot become open; that is its end."))
  })
})

describe("an update", () => {
  const then = new Date(Date.UTC(2027, 0, 1))
  const now = new Date(Date.UTC(2027, 0, 2))
  const state = (
    status: IssueStatus,
    admin_note: string | null = null,
    resolved_at: Date | null = null
  ): IssueState => ({
    status,
    admin_note,
    resolved_at
  })

  it.each<readonly [string, IssueState, object, IssueState | string]>([
    ["takes a step", state("open", "Hm."), { status: "acknowledged" }, state("acknowledged", "Hm.")],
    ["sets resolved_at", state("acknowledged"), { status: "resolved" }, state("resolved", null, now)],
    ["keeps resolved_at", state("resolved", null, then), { status: "closed" }, state("closed", null, then)],
    ["clears resolved_at", state("resolved", null, then), { status: "open" }, state("open")],
    ["does not set resolved_at without a resolution", state("open"), { status: "closed" }, state("closed")],
    ["sets a note", state("resolved", null, then), { admin_note: " So. " }, state("resolved", "So.", then)],
    ["removes a note", state("open", "So."), { admin_note: null }, state("open")],
    ["does both", state("open"), { status: "closed", admin_note: "So." }, state("closed", "So.")],
    [
      "may have the current status with a new note",
      state("open"),
      { status: "open", admin_note: "So." },
      state("open", "So.")
    ],
    [
      "may not have the current status with the same note",
      state("open", "So."),
      { status: "open", admin_note: "So. " },
      "INVALID_TRANSITION"
    ],
    ["may not have the current status alone", state("open"), { status: "open" }, "INVALID_TRANSITION"],
    ["may repeat the note", state("closed", "So."), { admin_note: "So." }, state("closed", "So.")],
    ["may not skip a status", state("open"), { status: "resolved", admin_note: "So." }, "INVALID_TRANSITION"],
    ["must not be empty", state("open"), {}, "INVALID_REQUEST"],
    ["has a note of at most 2,000 characters", state("open"), { admin_note: "👍".repeat(2_001) }, "INVALID_REQUEST"]
  ])("%s", (_, before, update, expected) => {
    const after = Either.map(judgeIssueUpdate(before, update), (change) => issueAfter(before, change, now))
    expect(codeOrValue(after)).toEqual(expected)
  })

  it("is notified with the note", () => {
    const row = {
      ...state("open"),
      id: "i",
      user_id: "u",
      user_name: "Ada",
      type: "bug" as const,
      title: "No chart",
      content: "It is empty.",
      url: null,
      created_at: then
    }
    expect(issueUpdatedNotice(row, { ...row, ...state("acknowledged", "Seen.") }))
      .toMatchObject({ title: "Your issue is acknowledged now", body: `"No chart" is acknowledged. Seen.` })
    expect(issueUpdatedNotice(row, { ...row, admin_note: "Hm." }))
      .toMatchObject({ account_id: "u", title: "A note on your issue", link: "/api/issues/i" })
  })
})

describe("filing an issue", () => {
  const good = { title: "abc", content: "x".repeat(10) }
  const fields = (request: object) =>
    Either.match(judgeIssue({ ...good, ...request }), {
      onLeft: (failures) => failures.map(({ field }) => field),
      onRight: () => "fine"
    })

  it.each<readonly [string, object, unknown]>([
    ["everything is valid", {}, "fine"],
    ["it has the maximum length", { title: "👍".repeat(200), content: "x".repeat(5_000) }, "fine"],
    ["it is one character longer", { title: "x".repeat(201), content: "x".repeat(5_001) }, ["title", "content"]],
    ["it has surrounding white space", { title: ` ${"x".repeat(200)} ` }, "fine"],
    ["it is white space only", { title: "    ", content: "          \n" }, ["title", "content"]],
    ["the address is not http", { url: "javascript:alert(1)" }, ["url"]],
    ["it is not text", { title: "a\0bc" }, ["title"]]
  ])("when %s", (_, request, expected) => {
    expect(fields(request)).toEqual(expected)
  })

  it("is refused after the tenth of the day, and during a suspension", () => {
    const facts = { suspended: false, issues_today: 9, seconds_to_midnight: 0.5 }
    expect(Either.isRight(judgeIssueFiling(facts))).toBe(true)
    const tenth = judgeIssueFiling({ ...facts, issues_today: 10 })
    expect(Either.mapLeft(tenth, ({ code, retryAfterSeconds }) => [code, retryAfterSeconds]))
      .toEqual(Either.left(["DAILY_LIMIT", 1]))
    expect(codeOrValue(judgeIssueFiling({ ...facts, suspended: true }))).toBe("ACCOUNT_SUSPENDED")
  })
})
