import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { surveyEvents } from "../../src/surveys/surveys/surveyEvents.ts"
import { type SurveyAction, surveyMove, surveyMoves } from "../../src/surveys/surveys/SurveyMove.ts"
import { SurveyStatus } from "../../src/surveys/surveys/SurveyStatus.ts"

const refused = "INVALID_TRANSITION"

/** Every state and every action: the next state, or the refusal. */
const table: ReadonlyArray<readonly [SurveyAction, string, string, string, string]> = [
  // action       draft      open      closed     archived
  ["edit", "draft", "open", "closed", refused],
  ["target", "draft", "open", refused, refused],
  ["link", "draft", refused, refused, refused],
  ["unlink", "draft", refused, refused, refused],
  ["assign", "draft", "open", refused, refused],
  ["unassign", "draft", "open", refused, refused],
  ["open", "open", refused, refused, refused],
  ["close", refused, "closed", refused, refused],
  ["archive", refused, refused, "archived", refused],
  ["delete", "removed", refused, refused, refused],
  ["create", refused, refused, refused, refused]
]

describe("the moves of a survey", () => {
  it.each(table)("%s", (action, ...ends) => {
    const found = SurveyStatus.literals.map((status) =>
      Either.match(surveyMove(status, action, "admin"), { onLeft: ({ code }) => code, onRight: ({ to }) => to })
    )
    expect(found).toEqual(ends)
  })

  it("of the scheduler are closing an open survey, with the event of an administrator's", () => {
    const actions = [...new Set(surveyMoves.map(({ action }) => action))]
    const found = SurveyStatus.literals.flatMap((status) =>
      actions.flatMap((action) => Either.isRight(surveyMove(status, action, "scheduler")) ? [[status, action]] : [])
    )
    expect(found).toEqual([["open", "close"]])
    expect(surveyMove("open", "close", "scheduler")).toEqual(surveyMove("open", "close", "admin"))
  })

  it("fire an event when the survey opens and when it closes, with title and count", () => {
    const survey = { id: "s", title: "Gauges", question_count: 3 }
    const fired = (["open", "close", "archive"] as const).map((action, at) =>
      surveyEvents(
        Either.getOrThrow(surveyMove((["draft", "open", "closed"] as const)[at]!, action, "admin")),
        survey
      )
    )
    const data = { survey_id: "s", title: "Gauges", question_count: 3 }
    expect(fired).toEqual([[{ event: "survey.opened", data }], [{ event: "survey.closed", data }], []])
  })

  it("name in a refusal the status and those in which the action is possible", () => {
    const failure = Either.flip(surveyMove("archived", "assign", "admin")).pipe(Either.getOrThrow)
    expect(failure).toMatchObject({ field: "status", measured: "archived", limit: "draft, open" })
  })
})
