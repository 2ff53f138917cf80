import { Either } from "effect"
import { describe, expect, it } from "vitest"
import {
  distinctIds,
  judgeAssignments,
  judgeIdCount,
  judgeLinks,
  surveyQuestionsMax
} from "../../src/surveys/surveys/SurveyMembers.ts"

const failuresOf = <A>(judged: Either.Either<A, ReadonlyArray<{ readonly message: string }>>) =>
  Either.getOrThrow(Either.flip(judged)).map(({ message }) => message)

describe("linking questions", () => {
  it("counts an id once, whatever its letter case", () => {
    expect(distinctIds(["A1", "b2", " a1", "B2 "])).toEqual(["a1", "b2"])
  })

  it("leaves out what is linked already, and keeps the order", () => {
    const judged = judgeLinks(["c", "a", "b"], { known: new Set(["a", "b", "c"]), linked: new Set(["a"]) })
    expect(judged).toEqual(Either.right(["c", "b"]))
  })

  it("names each unknown id, twenty at most", () => {
    const ids = Array.from({ length: 25 }, (_, at) => `unknown ${at}`)
    const messages = failuresOf(judgeLinks(["a", ...ids], { known: new Set(["a"]), linked: new Set() }))
    expect(messages[0]).toBe("There is no question \"unknown 0\".")
    expect(messages).toHaveLength(21)
    expect(messages[20]).toBe("5 further ids of question_ids cannot be used.")
  })

  it("quotes no more than the beginning of a long id", () => {
    const [message] = failuresOf(judgeLinks(["x".repeat(10_000)], { known: new Set(), linked: new Set() }))
    expect(message).toBe(`There is no question "${"x".repeat(60)}".`)
  })

  it("refuses more questions than a survey may have", () => {
    const ids = Array.from({ length: surveyQuestionsMax }, (_, at) => String(at))
    const known = new Set([...ids, "one more"])
    expect(Either.isRight(judgeLinks(ids, { known, linked: new Set() }))).toBe(true)
    expect(failuresOf(judgeLinks(["one more"], { known, linked: new Set(ids) })))
      .toEqual(["A survey has at most 500 questions; it would have 501."])
  })
})

describe("assigning agents", () => {
  it("refuses humans and unknown ids by name", () => {
    const found = [{ id: "a", name: "Ada", type: "human" as const }, { id: "b", name: "Bot", type: "agent" as const }]
    expect(failuresOf(judgeAssignments(["a", "b", "c"], found)))
      .toEqual(["Ada (a) is a human; only agents can be assigned.", "There is no agent \"c\"."])
    expect(judgeAssignments(["b"], found)).toEqual(Either.right(["b"]))
  })

  it.each([[0, 0], [1, undefined], [5_000, undefined], [5_001, 5_001]])(
    "takes from 1 to 5,000 ids: %s",
    (count, measured) => {
      const failure = judgeIdCount("user_ids", Array.from({ length: count }, String), 5_000)
      expect(failure?.measured).toBe(measured)
    }
  )
})
