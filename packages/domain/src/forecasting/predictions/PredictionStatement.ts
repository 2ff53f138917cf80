import { Schema } from "effect"
import { choiceFailure } from "../../kernel/Choice.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { confidenceMin, confidenceMax } from "../scoring/Confidence.ts"

/**
 * The permitted range of a probability of yes, in percent. 1 is outside, because clients that send fractions of one mean
 * certainty by it.
 */
export const probabilityMin = 2
export const probabilityMax = 99

/** The fields of a question against which a statement is validated. */
export interface JudgedQuestion {
  readonly question_type: "binary" | "multi"
  readonly options?: ReadonlyArray<string> | null
}

/**
 * The statement of a prediction before validation: its fields may have any type. A binary question takes `prediction`
 * with `confidence`, or `probability`; a multi question takes `selected_option` with `confidence` or `probability`.
 */
export interface StatementInput {
  readonly prediction?: unknown
  readonly confidence?: unknown
  /** The probability of yes, or of the selected option, in percent. */
  readonly probability?: unknown
  readonly selected_option?: unknown
}

/** The statement of a prediction in its stored form. */
export interface PredictionStatement {
  readonly prediction: boolean
  readonly confidence: number
  readonly selected_option: string | null
}

/**
 * A statement as a dry run returns it, under the names in which it can be sent; `probability` on binary questions only,
 * and not for 1 %, which cannot be sent as a probability.
 */
export const StatedPrediction = Schema.Struct({
  prediction: Schema.Boolean,
  confidence: Schema.Int,
  probability: Schema.optional(Schema.Int),
  selected_option: Schema.optional(Schema.String)
}).annotations({ identifier: "PredictionStatement" })
export interface StatedPrediction extends Schema.Schema.Type<typeof StatedPrediction> {}

/**
 * Adds to a statement on a binary question the equivalent `probability`.
 *
 * @example statedPrediction({ prediction: false, confidence: 72, selected_option: null }, "binary") // { prediction: false, confidence: 72, probability: 28 }
 */
export const statedPrediction = (
  { confidence, prediction, selected_option }: PredictionStatement,
  questionType: JudgedQuestion["question_type"]
): StatedPrediction => ({
  prediction,
  confidence,
  ...probabilityOfYes(prediction, confidence, questionType),
  ...(selected_option === null ? {} : { selected_option })
})

const probabilityOfYes = (
  prediction: boolean,
  confidence: number,
  questionType: JudgedQuestion["question_type"]
): { readonly probability?: number } => {
  const probability = prediction ? confidence : 100 - confidence
  return questionType === "binary" && probability >= probabilityMin ? { probability } : {}
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

const isWholeBetween = (value: unknown, min: number, max: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= min && value <= max

/** The side and the confidence for a probability of yes in percent; from 50 the side is yes. */
const sideOf = (probability: number): { readonly prediction: boolean; readonly confidence: number } =>
  probability >= 50
    ? { prediction: true, confidence: probability }
    : { prediction: false, confidence: 100 - probability }

/**
 * Reads the statement of an input. Valid only for input in which `judgeStatement` finds no failures.
 *
 * @example statementOf({ question_type: "binary" }, { probability: 28 }) // { prediction: false, confidence: 72, selected_option: null }
 * @example statementOf({ question_type: "multi", options: ["A", "B"] }, { selected_option: "B", probability: 60 }) // { prediction: true, confidence: 60, selected_option: "B" }
 */
export const statementOf = ({ question_type }: JudgedQuestion, input: StatementInput): PredictionStatement => {
  if (question_type === "multi") {
    return {
      prediction: true,
      confidence: (isAbsent(input.probability) ? input.confidence : input.probability) as number,
      selected_option: input.selected_option as string
    }
  }
  const stated = isAbsent(input.probability)
    ? { prediction: input.prediction as boolean, confidence: input.confidence as number }
    : sideOf(input.probability as number)
  return { ...stated, selected_option: null }
}

/** A number that was sent as a string, as it was written; undefined for any other value. */
const numberTextOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^\s*[+-]?\d{1,9}(?:\.\d{1,9})?\s*%?\s*$/.test(value) ? value.trim() : undefined

/** The whole percentage that a fraction stands for (0.7 is 70); undefined for any other number. */
const percentOfFraction = (value: number): number | undefined => {
  const percent = Math.round(value * 100)
  return value > 0 && value < 1 && Math.abs(value * 100 - percent) < 1e-6 ? percent : undefined
}

interface PercentRule {
  readonly field: "confidence" | "probability"
  readonly min: number
  readonly max: number
  readonly expected: string
  /** The end of the message: a guess at what was meant by a number out of range. */
  readonly hint: (sent: number) => string
}

const ended = (sentence: string): string => sentence.endsWith("?") ? sentence : `${sentence}.`

/** The failure of a percentage that is not a whole number in its range. */
const percentFailure = (sent: unknown, { expected, field, hint, max, min }: PercentRule): Failure => {
  const limit = `${min}-${max}`
  const text = numberTextOf(sent)
  if (text !== undefined) {
    const message = `${field} is the string ${
      JSON.stringify(text)
    }; it must be a number, without quotation marks: ${expected}.`
    return failure("INVALID_CONFIDENCE", message, { field, measured: text, limit })
  }
  if (typeof sent !== "number") return failure("INVALID_CONFIDENCE", `${field} must be ${expected}.`, { field })
  const measured = Number.isFinite(sent) ? sent : String(sent)
  return failure("INVALID_CONFIDENCE", `${field} is ${measured}; it must be ${expected}${ended(hint(sent))}`, {
    field,
    measured,
    limit
  })
}

const confidenceRange = `a whole number from ${confidenceMin} to ${confidenceMax}`
const meant = (percent: number | undefined, min: number, max: number): string =>
  percent !== undefined && percent >= min && percent <= max ? `; did you mean ${percent}?` : ""

/**
 * A hint for a confidence below the minimum on a binary question: a probability below one half for a side is stated
 * as a probability above one half for the other side. No guess is made for 1, which may mean 1 % or certainty; nor is
 * 1 % proposed as a probability.
 */
const otherSideHint = (prediction: unknown, sent: number): string => {
  const percent = percentOfFraction(sent) ?? sent
  if (!isWholeBetween(percent, 1, confidenceMin - 1) || sent === 1) return ""
  const yes = prediction === false ? 100 - percent : percent
  const chance = `; for a chance of yes of ${yes} % send`
  const alone = `probability ${yes} alone`
  if (typeof prediction !== "boolean" && yes >= probabilityMin) return `${chance} ${alone}`
  const other = `prediction ${prediction === false} with confidence ${100 - percent}`
  return `${chance} ${other}${yes >= probabilityMin ? `, or ${alone}` : ""}`
}

const judgeConfidence = (
  { confidence }: StatementInput,
  otherwise: string,
  belowMin: (sent: number) => string
): ReadonlyArray<Failure> => {
  if (isWholeBetween(confidence, confidenceMin, confidenceMax)) return []
  return [percentFailure(confidence, {
    field: "confidence",
    min: confidenceMin,
    max: confidenceMax,
    expected: typeof confidence === "number" ? confidenceRange : `${confidenceRange}${otherwise}`,
    hint: (sent) => meant(percentOfFraction(sent), confidenceMin, confidenceMax) || belowMin(sent)
  })]
}

const probabilityFailure = (sent: unknown, min: number, of: string, otherwise: (sent: number) => string): Failure =>
  percentFailure(sent, {
    field: "probability",
    min,
    max: probabilityMax,
    expected: `a whole number from ${min} to ${probabilityMax}: the chance of ${of} in percent, such as 72, not 0.72`,
    hint: (number) => meant(percentOfFraction(number), min, probabilityMax) || otherwise(number)
  })

/** A hint for a probability of yes of 1, if one per cent was meant. */
const onePercentHint = (sent: number): string =>
  sent === 1 || percentOfFraction(sent) === 1 ? "; for a chance of 1 % send prediction false with confidence 99" : ""

const judgeProbability = (input: StatementInput): ReadonlyArray<Failure> => {
  const { probability } = input
  const field = "probability"
  if (!isWholeBetween(probability, probabilityMin, probabilityMax)) {
    return [probabilityFailure(probability, probabilityMin, "yes", onePercentHint)]
  }
  const side = sideOf(probability)
  const agrees = (isAbsent(input.prediction) || input.prediction === side.prediction) &&
    (isAbsent(input.confidence) || input.confidence === side.confidence)
  return agrees ? [] : [failure(
    "INVALID_REQUEST",
    `probability ${probability} means prediction ${side.prediction} with confidence ${side.confidence}; send these, or leave prediction and confidence out.`,
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
    ...judgeConfidence(
      input,
      ", unless probability is sent in its place",
      (sent) => otherSideHint(input.prediction, sent)
    ),
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

/** On a multi question the probability of the selected option is its confidence, and has the range of a confidence. */
const judgeOptionProbability = ({ confidence, probability }: StatementInput): ReadonlyArray<Failure> => {
  if (!isWholeBetween(probability, confidenceMin, confidenceMax)) {
    const isLow = (sent: number): boolean => isWholeBetween(percentOfFraction(sent) ?? sent, 2, confidenceMin - 1)
    return [probabilityFailure(
      probability,
      confidenceMin,
      "selected_option",
      (sent) => isLow(sent) ? "; select the option that you think likeliest, or abstain" : ""
    )]
  }
  return isAbsent(confidence) || confidence === probability ? [] : [failure(
    "INVALID_REQUEST",
    `probability ${probability} means confidence ${probability} on selected_option; send this, or leave confidence out.`,
    { field: "probability" }
  )]
}

const judgeMulti = (input: StatementInput, options: ReadonlyArray<string>): ReadonlyArray<Failure> => [
  ...(isAbsent(input.probability)
    ? judgeConfidence(input, ", unless probability is sent in its place", () => "")
    : judgeOptionProbability(input)),
  ...judgeSide(input),
  ...(typeof input.selected_option === "string" && options.includes(input.selected_option) ? [] : [
    choiceFailure("selected_option", input.selected_option, options, "INVALID_OPTION")
  ])
]

/**
 * All failures of the statement of a prediction. A fraction is refused as a probability, because 0.72 could mean 72 %
 * or less than 1 %. On a multi question `prediction` may be absent.
 *
 * @example judgeStatement({ question_type: "binary" }, { probability: 0.72 })[0]?.code // "INVALID_CONFIDENCE"
 */
export const judgeStatement = (question: JudgedQuestion, input: StatementInput): ReadonlyArray<Failure> =>
  question.question_type === "binary" ? judgeBinary(input) : judgeMulti(input, question.options ?? [])
