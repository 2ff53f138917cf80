import { describe, expect, it } from "vitest"
import { judgeAdmission } from "../../src/forecasting/predictions/PlacementAdmission.ts"
import { windowState } from "../../src/forecasting/questions/PredictionWindow.ts"
import type { QuestionStatus } from "../../src/forecasting/questions/QuestionStatus.ts"

const now = new Date("2026-11-20T12:00:00.000Z")
const later = new Date("2026-12-20T12:00:00.000Z")

const ok = undefined
const no = "QUESTION_NOT_OPEN"
const over = "SURVEY_CLOSED"

/** What a question answers to a prediction by its status, its open and closed surveys, and whether one asks the account. */
const table: ReadonlyArray<
  readonly [QuestionStatus, open: number, closed: number, inPanel: boolean, code: string | undefined]
> = [
  ["open", 0, 0, false, ok],
  ["open", 1, 0, false, ok],
  ["open", 1, 1, false, ok],
  ["open", 0, 1, false, over],
  ["open", 0, 2, true, over],
  ["approved", 0, 0, false, no],
  ["approved", 1, 0, true, ok],
  ["approved", 1, 0, false, no],
  ["approved", 1, 1, true, ok],
  ["approved", 0, 1, true, over],
  ["draft", 1, 0, true, no],
  ["closed", 1, 0, true, no],
  ["closed", 0, 1, true, no],
  ["resolved", 0, 1, true, no]
]

describe("the admission of a prediction", () => {
  it.each(table)(
    "%s, %s open and %s closed surveys, in a panel %s",
    (status, surveys_open, surveys_closed, in_panel, code) => {
      const question = { status, surveys_open, surveys_closed, window_ends_at: later }
      expect(judgeAdmission(question, { now, in_panel })?.code).toBe(code)
    }
  )

  it.each(table)("agrees with the window that is shown: %s, %s, %s", (status, surveys_open, surveys_closed) => {
    const window = { timeframe: "short" as const, resolution_date: "2026-12-20" }
    const shown = windowState({ ...window, status, surveys_open, surveys_closed, now }).prediction_window_open
    const question = { status, surveys_open, surveys_closed, window_ends_at: later }
    expect(shown).toBe(judgeAdmission(question, { now, in_panel: true }) === undefined)
  })

  it("ends with the window, also in a survey", () => {
    const question = { status: "approved" as const, surveys_open: 1, surveys_closed: 0, window_ends_at: now }
    expect(judgeAdmission(question, { now, in_panel: true })?.message).toContain("its prediction window has ended")
  })
})
