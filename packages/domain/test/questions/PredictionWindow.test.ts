import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  closingSoonAt,
  resolutionEnd,
  Timeframe,
  windowEnd,
  windowState
} from "../../src/forecasting/questions/PredictionWindow.ts"
import { QuestionStatus } from "../../src/forecasting/questions/QuestionStatus.ts"

const at = (text: string): Date => new Date(text)

describe("the prediction window", () => {
  it.each([
    ["2027-03-31", "2027-04-01T00:00:00.000Z"],
    ["2028-02-28", "2028-02-29T00:00:00.000Z"],
    ["2027-02-28", "2027-03-01T00:00:00.000Z"],
    ["2027-12-31", "2028-01-01T00:00:00.000Z"]
  ])("the day %s ends at %s", (date, end) => expect(resolutionEnd(date).toISOString()).toBe(end))

  it.each(
    [
      ["short", undefined, "2027-03-31T22:00:00.000Z"],
      ["mid", undefined, "2027-03-31T00:00:00.000Z"],
      ["long", undefined, "2027-03-29T00:00:00.000Z"],
      ["short", null, "2027-03-31T22:00:00.000Z"],
      ["short", "2027-03-31T21:59:59.999Z", "2027-03-31T21:59:59.999Z"],
      ["short", "2027-03-31T22:00:00.001Z", "2027-03-31T22:00:00.000Z"],
      ["long", "2027-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"]
    ] as const
  )("%s, closing at %s, ends at %s", (timeframe, closes, end) => {
    const facts = { timeframe, resolution_date: "2027-03-31", closes_at: closes == null ? closes : at(closes) }
    expect(windowEnd(facts).toISOString()).toBe(end)
    expect(windowEnd(facts).getTime() - closingSoonAt(facts).getTime()).toBe(24 * 3_600_000)
  })

  const facts = { timeframe: "short", resolution_date: "2027-03-31" } as const
  it.each(
    [
      ["open", "2027-03-30T22:00:00.000Z", false, true, 86_400],
      ["open", "2027-03-31T21:59:59.000Z", false, true, 1],
      ["open", "2027-03-31T21:59:59.001Z", false, true, 1],
      ["open", "2027-03-31T21:59:59.999Z", false, true, 1],
      ["open", "2027-03-31T22:00:00.000Z", true, false, 0],
      ["open", "2027-05-01T00:00:00.000Z", true, false, 0],
      ["closed", "2027-03-30T00:00:00.000Z", false, false, 0],
      ["closed", "2027-03-31T22:00:00.000Z", true, false, 0],
      ["resolved", "2027-03-31T22:00:00.000Z", false, false, 0],
      ["draft", "2027-03-30T00:00:00.000Z", false, false, 0],
      ["approved", "2027-03-31T22:00:00.000Z", false, false, 0]
    ] as const
  )(
    "%s at %s: frozen %s, open %s, %i s left",
    (status, now, is_frozen, prediction_window_open, time_remaining) =>
      expect(windowState({ ...facts, status, now: at(now) })).toEqual({
        is_frozen,
        prediction_window_open,
        time_remaining
      })
  )

  it("closed by closes_at is not frozen before the freeze", () => {
    const now = at("2027-03-01T00:00:00.000Z")
    const closed = { ...facts, status: "open", closes_at: now, now } as const
    expect(windowState(closed)).toEqual({ is_frozen: false, prediction_window_open: false, time_remaining: 0 })
  })

  it("begins exactly at opens_at", () => {
    const opens_at = at("2027-03-01T00:00:00.000Z")
    const sooner = new Date(opens_at.getTime() - 1)
    expect(windowState({ ...facts, status: "open", opens_at, now: sooner }).prediction_window_open).toBe(false)
    expect(windowState({ ...facts, status: "open", opens_at, now: opens_at }).prediction_window_open).toBe(true)
  })

  it("is open exactly while time remains, and never while frozen", () => {
    const instant = fc.date({ min: at("2027-03-01T00:00:00Z"), max: at("2027-04-05T00:00:00Z"), noInvalidDate: true })
    fc.assert(
      fc.property(
        fc.constantFrom(...QuestionStatus.literals),
        fc.constantFrom(...Timeframe.literals),
        instant,
        fc.option(instant),
        fc.option(instant),
        (status, timeframe, now, opens_at, closes_at) => {
          const state = windowState({ status, timeframe, resolution_date: "2027-03-31", now, opens_at, closes_at })
          expect(state.prediction_window_open).toBe(state.time_remaining > 0)
          expect(Number.isInteger(state.time_remaining)).toBe(true)
          expect(state.is_frozen && state.prediction_window_open).toBe(false)
          if (state.prediction_window_open) expect(status).toBe("open")
        }
      )
    )
  })
})
