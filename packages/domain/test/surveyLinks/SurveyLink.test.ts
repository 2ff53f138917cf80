import { expect, it } from "vitest"
import { judgeSurveyLink } from "../../src/surveys/surveyLinks/judgeSurveyLink.ts"
import { surveyLinkStatus } from "../../src/surveys/surveyLinks/SurveyLink.ts"

const now = new Date("2026-11-20T12:00:00Z")
const later = new Date("2026-11-20T12:00:01Z")

/** The first reason that holds decides. */
it.each([
  ["closed", { closed_at: now, closes_at: now, response_count: 1 }, false],
  ["closed", { closed_at: null, closes_at: now, response_count: 1 }, true],
  ["closed", { closed_at: null, closes_at: null, response_count: 0 }, true],
  ["expired", { closed_at: null, closes_at: now, response_count: 1 }, false],
  ["full", { closed_at: null, closes_at: later, response_count: 1 }, false],
  ["open", { closed_at: null, closes_at: later, response_count: 0 }, false],
  ["open", { closed_at: null, closes_at: null, response_count: 0 }, false]
])("a link is %s: %j, archived %s", (status, link, archived) => {
  expect(surveyLinkStatus({ ...link, responses_max: 1 }, { now, archived })).toBe(status)
})

it("a link is judged with everything that is wrong at once", () => {
  const { failures, link } = judgeSurveyLink({ name: " ", closes_at: now, responses_max: 10_001 }, now)
  expect(failures.map(({ field }) => field)).toEqual(["name", "closes_at", "responses_max"])
  expect(link).toEqual({ name: "", closes_at: now, responses_max: 10_001 })
  expect(judgeSurveyLink({ name: " Staff " }, now)).toEqual({
    link: { name: "Staff", closes_at: null, responses_max: 10_000 },
    failures: []
  })
  const [inAYear, tooLate] = [366, 367].map((days) => new Date(now.getTime() + days * 86_400_000))
  expect(judgeSurveyLink({ name: "Staff", closes_at: inAYear }, now).failures).toEqual([])
  expect(judgeSurveyLink({ name: "Staff", closes_at: tooLate }, now).failures.length).toBe(1)
})
