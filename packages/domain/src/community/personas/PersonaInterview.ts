import { Array as Arr, Either, Record, Schema } from "effect"
import { choiceFailure } from "../../kernel/Choice.ts"
import { dataFile } from "../../kernel/dataFile.ts"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { oneLine } from "./oneLine.ts"
import { type PersonaDimension, personaDimensions, type PersonaDimensions } from "./PersonaDimension.ts"
import interviewData from "./personaInterview.json" with { type: "json" }
import { type PartialPersonaTraits, personaTraits } from "./PersonaTrait.ts"

/** The permitted lengths of a persona's name and of one answer, in code points. */
export const personaNameMax = 80
export const personaAnswerMax = 1_000
/** The permitted length of an answer to one of the five questions, in code points. */
export const interviewAnswerMax = 10_000

/** The name of a persona whose interview names none. */
export const personaNameDefault = "Forecaster"

/** A question of the interview, with what to say about each dimension that it covers. */
const InterviewQuestion = Schema.Struct({
  id: Schema.NonEmptyTrimmedString,
  question: Schema.NonEmptyTrimmedString,
  parts: Schema.Array(
    Schema.Struct({ dimension: Schema.Literal(...personaDimensions), prompt: Schema.NonEmptyTrimmedString })
  )
})
export interface InterviewQuestion extends Schema.Schema.Type<typeof InterviewQuestion> {}

/**
 * The five questions that make a custom persona. Together they cover every dimension once. The first part of a question
 * takes an answer that is written freely; the names of traits are unique within a question.
 */
export const personaInterview: ReadonlyArray<InterviewQuestion> = dataFile(
  "personaInterview.json",
  Schema.Array(InterviewQuestion),
  interviewData
)

/** Names of traits by dimension, before validation. */
type TraitNames = { readonly [Dimension in PersonaDimension]?: string | undefined }

/**
 * An interview, before validation: an answer to each of the five questions or a text for each dimension, and a trait for
 * some.
 */
export interface InterviewRequest {
  readonly name?: string | undefined
  readonly answers: ReadonlyArray<string> | PersonaDimensions
  readonly traits?: TraitNames | undefined
}

/** Validated answers. */
interface Judged {
  readonly name: string
  readonly traits: PartialPersonaTraits
}

/** A text for each dimension. */
export interface DimensionAnswers extends Judged {
  readonly dimensions: PersonaDimensions
}

/** An answer to each of the five questions, on one line and possibly empty. */
export interface QuestionAnswers extends Judged {
  readonly answers: ReadonlyArray<string>
}

export type InterviewAnswers = DimensionAnswers | QuestionAnswers

const judgeTrait = (dimension: PersonaDimension, trait: string | undefined): ReadonlyArray<Failure> => {
  const choices: ReadonlyArray<string> = personaTraits[dimension]
  return trait === undefined || choices.includes(trait) ? [] : [choiceFailure(`traits.${dimension}`, trait, choices)]
}

/** The name of a persona on one line. Fails with `INVALID_REQUEST`. */
export const judgePersonaName = (name: string): Either.Either<string, Failure> => {
  const found = judgeText("name", oneLine(name), { min: 1, max: personaNameMax, isLine: true })
  return found === undefined ? Either.right(oneLine(name)) : Either.left(found)
}

const isByQuestion = (answers: InterviewRequest["answers"]): answers is ReadonlyArray<string> => Array.isArray(answers)

const judgeNumber = ({ length }: ReadonlyArray<string>): Failure | undefined =>
  length === personaInterview.length ? undefined : failure(
    "INVALID_REQUEST",
    `answers needs ${personaInterview.length} texts, one for each question; it has ${length}.`,
    { field: "answers", measured: length, limit: personaInterview.length }
  )

const judgeByQuestion = (answers: ReadonlyArray<string>): ReadonlyArray<Failure | undefined> => [
  judgeNumber(answers),
  ...answers.slice(0, personaInterview.length).map((text, at) =>
    judgeText(`answers[${at}]`, text, { max: interviewAnswerMax })
  )
]

const judgeByDimension = (answers: PersonaDimensions): ReadonlyArray<Failure | undefined> =>
  personaDimensions.map((dimension) =>
    judgeText(`answers.${dimension}`, answers[dimension], { min: 1, max: personaAnswerMax })
  )

/** Validates the answers of an interview and brings each onto one line. Fails with `INVALID_REQUEST` per field. */
export const judgeInterview = (
  { answers, name = personaNameDefault, traits = {} }: InterviewRequest
): Either.Either<InterviewAnswers, Failures> => {
  const said = isByQuestion(answers)
    ? { answers: answers.map(oneLine) }
    : { dimensions: Record.map(answers, oneLine) }
  const failures = [
    judgeText("name", oneLine(name), { min: 1, max: personaNameMax, isLine: true }),
    ...("answers" in said ? judgeByQuestion(said.answers) : judgeByDimension(said.dimensions)),
    ...personaDimensions.flatMap((dimension) => judgeTrait(dimension, traits[dimension]))
  ].filter((found) => found !== undefined)
  return Arr.isNonEmptyReadonlyArray(failures)
    ? Either.left(failures)
    : Either.right({
      ...said,
      name: oneLine(name),
      traits: Record.filter(traits as Record<string, string | undefined>, (trait) => trait !== undefined)
    })
}
