import { choiceFailure } from "../kernel/Choice.ts"
import { type Failure, failure } from "../kernel/Failure.ts"

/** The least and the most confidence that can be stated, in percent. */
export const confidenceMin = 50
export const confidenceMax = 99

/** The least and the most chance of yes that can be stated, in percent. */
export const probabilityMin = 1
export const probabilityMax = 99

/** The parts of a question that a placement is judged against. */
export interface JudgedQuestion {
  readonly question_type: "binary" | "multi"
  readonly options?: ReadonlyArray<string> | null
}

/**
 * What a placement says will happen, as received: nothing about the types of its fields is taken for granted. On a binary
 * question `prediction` with `confidence`, or `probability`; on a multi question `selected_option` with `confidence`.
 */
export interface StatementInput {
  readonly prediction?: unknown
  readonly confidence?: unknown
  /** The chance of yes in percent. */
  readonly probability?: unknown
  readonly selected_option?: unknown
}

/** What a placement says will happen, in the form in which it is stored. */
export interface PredictionStatement {
  readonly prediction: boolean
  readonly confidence: number
  readonly selected_option: string | null
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

const isWholeBetween = (value: unknown, min: number, max: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= min && value <= max

/** The side and the confidence of a chance of yes in percent: yes from 50 up. */
const sideOf = (probability: number): { readonly prediction: boolean; readonly confidence: number } =>
  probability >= 50
    ? { prediction: true, confidence: probability }
    : { prediction: false, confidence: 100 - probability }

/**
 * The statement that an input makes. Meaningful only for input in which `judgeStatement` finds nothing wrong.
 *
 * @example statementOf({ question_type: "binary" }, { probability: 28 }) // { prediction: false, confidence: 72, selected_option: null }
 * @example statementOf({ question_type: "multi", options: ["A", "B"] }, { selected_option: "B", confidence: 60 }) // { prediction: true, confidence: 60, selected_option: "B" }
 */
export const statementOf = ({ question_type }: JudgedQuestion, input: StatementInput): PredictionStatement => {
  if (question_type === "multi") {
    return {
      prediction: true,
      confidence: input.confidence as number,
      selected_option: input.selected_option as string
    }
  }
  const stated = isAbsent(input.probability)
    ? { prediction: input.prediction as boolean, confidence: input.confidence as number }
    : sideOf(input.probability as number)
  return { ...stated, selected_option: null }
}

const judgeConfidence = ({ confidence }: StatementInput, otherwise: string): ReadonlyArray<Failure> => {
  const field = "confidence"
  if (isWholeBetween(confidence, confidenceMin, confidenceMax)) return []
  const range = `a whole number from ${confidenceMin} to ${confidenceMax}`
  if (typeof confidence !== "number")
    return [failure("INVALID_CONFIDENCE", `confidence must be ${range}${otherwise}.`, { field })]
  const measured = Number.isFinite(confidence) ? confidence : String(confidence)
  return [failure("INVALID_CONFIDENCE", `confidence is ${measured}; it must be ${range}.`, {
    field,
    measured,
    limit: `${confidenceMin}-${confidenceMax}`
  })]
}

const judgeProbability = (input: StatementInput): ReadonlyArray<Failure> => {
  const { probability } = input
  const field = "probability"
  const expected =
    `a whole number from ${probabilityMin} to ${probabilityMax}: the chance of yes in percent, such as 72, not 0.72`
  if (!isWholeBetween(probability, probabilityMin, probabilityMax)) {
    if (typeof probability !== "number")
      return [failure("INVALID_CONFIDENCE", `probability must be ${expected}.`, { field })]
    const measured = Number.isFinite(probability) ? probability : String(probability)
    return [failure("INVALID_CONFIDENCE", `probability is ${measured}; it must be ${expected}.`, {
      field,
      measured,
      limit: `${probabilityMin}-${probabilityMax}`
    })]
  }
  const meant = sideOf(probability)
  const agrees = (isAbsent(input.prediction) || input.prediction === meant.prediction) &&
    (isAbsent(input.confidence) || input.confidence === meant.confidence)
  return agrees ? [] : [failure(
    "INVALID_REQUEST",
    `probability ${probability} means prediction ${meant.prediction} with confidence ${meant.confidence}; send these, or leave prediction and confidence out.`,
    { field }
  )]
}

const judgeBinary = (input: StatementInput): ReadonlyArray<Failure> => {
  const option = isAbsent(input.selected_option) ? [] : [
    failure("INVALID_OPTION", "selected_option is for multi questions only; leave it out.", {
      field: "selected_option"
    })
  ]
  if (!isAbsent(input.probability)) return [...judgeProbability(input), ...option]
  return [
    ...judgeConfidence(input, ", unless probability is sent in its place"),
    ...(typeof input.prediction === "boolean" ? [] : [
      failure("INVALID_REQUEST", "prediction must be true or false, unless probability is sent in its place.", {
        field: "prediction"
      })
    ]),
    ...option
  ]
}

const judgeSide = ({ prediction }: StatementInput): ReadonlyArray<Failure> => {
  const field = "prediction"
  if (isAbsent(prediction) || prediction === true) return []
  return prediction === false
    ? [failure("INVALID_OPTION", "On a multi question prediction must be true: state the option that you believe in.", {
      field
    })]
    : [failure("INVALID_REQUEST", "prediction must be true, or left out, on a multi question.", { field })]
}

const judgeMulti = (input: StatementInput, options: ReadonlyArray<string>): ReadonlyArray<Failure> => [
  ...(isAbsent(input.probability) ? [] : [
    failure(
      "INVALID_REQUEST",
      "probability is for binary questions; on a multi question send selected_option and confidence.",
      { field: "probability" }
    )
  ]),
  ...judgeConfidence(input, ""),
  ...judgeSide(input),
  ...(typeof input.selected_option === "string" && options.includes(input.selected_option) ? [] : [
    choiceFailure("selected_option", input.selected_option, options, "INVALID_OPTION")
  ])
]

/**
 * Everything that is wrong with what a placement says will happen. A fraction is no probability: 0.72 could be meant as
 * 72 % or as less than 1 %, so it is refused. On a multi question `prediction` may be left out.
 *
 * @example judgeStatement({ question_type: "binary" }, { probability: 0.72 })[0]?.code // "INVALID_CONFIDENCE"
 */
export const judgeStatement = (question: JudgedQuestion, input: StatementInput): ReadonlyArray<Failure> =>
  question.question_type === "binary" ? judgeBinary(input) : judgeMulti(input, question.options ?? [])
