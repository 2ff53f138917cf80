import { Array as Arr, Either, Record } from "effect"
import { choiceFailure } from "../../kernel/Choice.ts"
import { type Failure, failure, type Failures } from "../../kernel/Failure.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { oneLine } from "./oneLine.ts"
import { type PersonaDimension, personaDimensions, type PersonaDimensions } from "./PersonaDimension.ts"
import { type PartialPersonaTraits, personaTraits } from "./PersonaTrait.ts"

/** The permitted lengths of a persona's name and of one answer, in code points. */
export const personaNameMax = 80
export const personaAnswerMax = 1_000
/** The permitted length of an answer to one of the five questions, in code points. */
export const interviewAnswerMax = 10_000

/** The name of a persona whose interview names none. */
export const personaNameDefault = "Forecaster"

/** A question of the interview, with what to say about each dimension that it covers. */
export interface InterviewQuestion {
  readonly id: string
  readonly question: string
  readonly parts: ReadonlyArray<{ readonly dimension: PersonaDimension; readonly prompt: string }>
}

/**
 * The five questions that make a custom persona. Together they cover every dimension once. The first part of a question
 * takes an answer that is written freely; the names of traits are unique within a question.
 */
export const personaInterview: ReadonlyArray<InterviewQuestion> = [
  {
    id: "method",
    question: "How do you find out what is true, and how do you turn it into a probability?",
    parts: [
      { dimension: "epistemology", prompt: "When do you count a claim as known? What do you distrust?" },
      {
        dimension: "methodology",
        prompt: "Which steps lead to your number? Name the data sets and reference classes."
      },
      { dimension: "evidence_hierarchy", prompt: "Which kinds of source come first, and which come last?" }
    ]
  },
  {
    id: "ground",
    question: "Which ground do you know, and how far ahead can you see from there?",
    parts: [
      { dimension: "field", prompt: "Which questions do you take on, and which do you leave to others?" },
      { dimension: "expertise_areas", prompt: "What do you know in detail that most forecasters do not?" },
      { dimension: "time_horizon", prompt: "Over which spans are you good, and how does your uncertainty grow?" }
    ]
  },
  {
    id: "position",
    question: "From which position do you look at the world, and what depends on your forecasts?",
    parts: [
      { dimension: "role", prompt: "What do you do, for whom, and what has that taught you?" },
      { dimension: "geographic_lens", prompt: "Which places do you look at first, and which do you tend to miss?" },
      { dimension: "stakes", prompt: "What does an error cost, in each direction?" }
    ]
  },
  {
    id: "doubt",
    question: "Where do you go wrong, and where do you disagree with the majority?",
    parts: [
      { dimension: "blind_spots", prompt: "Which errors do you repeat, and how do you correct for them?" },
      { dimension: "contrarian_views", prompt: "What do you believe that most forecasters do not, with your numbers?" }
    ]
  },
  {
    id: "confidence",
    question: "What makes you sure, and what changes your mind?",
    parts: [
      { dimension: "confidence_triggers", prompt: "What has to come together before you go above 80 percent?" },
      { dimension: "update_policy", prompt: "How far does which kind of news move you, in percentage points?" }
    ]
  }
]

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
