import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { judgeSurveyFields, surveyEditOf, type SurveyInput } from "../../src/surveys/surveys/SurveyFields.ts"

const judged = (input: Partial<SurveyInput>) =>
  Either.match(judgeSurveyFields({ title: "Gauges", ...input }), {
    onLeft: (failures) => failures.map(({ field, measured }) => `${field} ${measured}`),
    onRight: ({ auto_close, target_width }) => [target_width, auto_close]
  })

describe("the target of a survey", () => {
  it.each<readonly [Partial<SurveyInput>, ReadonlyArray<unknown>]>([
    [{}, [null, false]],
    [{ target_width: 10 }, [10, false]],
    [{ target_width: 2.5, auto_close: true }, [2.5, true]],
    [{ target_width: 1 }, [1, false]],
    [{ target_width: 99 }, [99, false]],
    [{ target_width: null, auto_close: false }, [null, false]],
    [{ target_width: 0.9 }, ["target_width 0.9"]],
    [{ target_width: 99.5, auto_close: true }, ["target_width 99.5"]],
    [{ target_width: NaN }, ["target_width undefined"]],
    [{ auto_close: true }, ["auto_close no target_width"]],
    [{ target_width: null, auto_close: true }, ["auto_close no target_width"]]
  ])("%o", (input, expected) => {
    expect(judged(input)).toEqual(expected)
  })

  it("is refused together with the texts", () => {
    expect(judged({ title: "x", category: "nature", target_width: 100 })).toEqual([
      "title 1",
      "category nature",
      "target_width 100"
    ])
  })

  it("is a part of what an edit changes", () => {
    const before = Either.getOrThrow(judgeSurveyFields({ title: "Gauges", target_width: 10 }))
    const after = Either.getOrThrow(judgeSurveyFields({ ...before, target_width: 8, auto_close: true }))
    expect(surveyEditOf(before, after)).toEqual({
      before: { target_width: 10, auto_close: false },
      after: { target_width: 8, auto_close: true }
    })
    expect(surveyEditOf(after, { ...after })).toBeUndefined()
  })
})
