import { Either, Record } from "effect"
import { describe, expect, it } from "vitest"
import { archetypes } from "../../src/community/personas/archetypes.ts"
import { personaDimensions } from "../../src/community/personas/PersonaDimension.ts"
import { judgeInterview, personaAnswerMax, personaInterview } from "../../src/community/personas/PersonaInterview.ts"
import { judgePromptTokens } from "../../src/community/personas/judgePromptTokens.ts"

const { dimensions: answers } = archetypes[0]!
const failuresOf = (judged: Either.Either<unknown, unknown>) => Either.getOrThrow(Either.flip(judged))

describe("the interview", () => {
  it("has five questions, which cover every dimension once", () => {
    expect(personaInterview).toHaveLength(5)
    expect(personaInterview.flatMap(({ parts }) => parts.map(({ dimension }) => dimension)).toSorted()).toEqual(
      personaDimensions.toSorted()
    )
  })

  it("brings the name and the answers onto one line", () => {
    const judged = judgeInterview({
      name: " My\n persona ",
      answers: { ...answers, stakes: "One.\n\n# Two." },
      traits: { stakes: "science", role: undefined }
    })
    expect(judged).toEqual(Either.right({
      name: "My persona",
      dimensions: { ...answers, stakes: "One. # Two." },
      traits: { stakes: "science" }
    }))
  })

  it("names every field that is empty, too long or no trait", () => {
    const judged = judgeInterview({
      name: "  ",
      answers: { ...answers, role: " \n ", stakes: "x".repeat(personaAnswerMax + 1), field: "half \ud800" },
      traits: { update_policy: "incremental", time_horizon: "month" }
    })
    expect(failuresOf(judged)).toMatchObject([
      { code: "INVALID_REQUEST", field: "name", measured: 0, limit: 1 },
      { code: "INVALID_REQUEST", field: "answers.field" },
      { code: "INVALID_REQUEST", field: "answers.role", measured: 0, limit: 1 },
      { code: "INVALID_REQUEST", field: "answers.stakes", measured: 1_001, limit: 1_000 },
      {
        code: "INVALID_REQUEST",
        field: "traits.time_horizon",
        measured: "month",
        limit: "weeks, months, years, decade"
      }
    ])
  })
})

describe("the tokens of a custom prompt", () => {
  const texts = { ...Record.map(answers, () => "twelve chars"), blind_spots: "short", methodology: "x".repeat(900) }

  it.each([[800], [1_150], [1_500]])("%i are accepted", (tokens) => {
    expect(judgePromptTokens(tokens, texts)).toEqual(Either.void)
  })

  it("below the limit name the answer to lengthen first", () => {
    expect(failuresOf(judgePromptTokens(799, texts))).toMatchObject({
      code: "PERSONA_TOO_SHORT",
      field: "answers.blind_spots",
      measured: 799,
      limit: 800,
      message: "The prompt has 799 tokens and needs at least 800. " +
        "Lengthen the answers, beginning with blind_spots, which has 5 characters."
    })
  })

  it("above the limit name the answer to shorten first", () => {
    expect(failuresOf(judgePromptTokens(1_501, texts))).toMatchObject({
      code: "PERSONA_TOO_LONG",
      field: "answers.methodology",
      measured: 1_501,
      limit: 1_500
    })
  })
})
