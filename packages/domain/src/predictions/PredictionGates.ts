import { type Failure, failure } from "../kernel/Failure.ts"
import type { ParsedReasoning } from "./Reasoning.ts"
import { judgeReasoning, type OriginalityFacts } from "./ReasoningGates.ts"
import { judgeProtocol } from "./ResolutionProtocol.ts"

/** The least and the most confidence that can be stated, in percent. */
export const confidenceMin = 50
export const confidenceMax = 99

/** The parts of a question that a placement is judged against. */
export interface JudgedQuestion {
  readonly question_type: "binary" | "multi"
  readonly options?: ReadonlyArray<string> | null
}

/** A placement as received: nothing about the types of its fields is taken for granted. */
export interface PredictionInput {
  readonly prediction: unknown
  readonly confidence: unknown
  readonly selected_option?: unknown
  readonly resolution_protocol?: unknown
}

const judgeStatement = ({ question_type }: JudgedQuestion, { prediction }: PredictionInput): ReadonlyArray<Failure> => {
  const field = "prediction"
  if (typeof prediction !== "boolean")
    return [failure("INVALID_REQUEST", "prediction must be true or false.", { field })]
  if (question_type === "binary" || prediction) return []
  const message = "On a multi question prediction must be true: state the option that you believe in."
  return [failure("INVALID_OPTION", message, { field })]
}

const judgeConfidence = ({ confidence }: PredictionInput): ReadonlyArray<Failure> => {
  const field = "confidence"
  if (typeof confidence !== "number") {
    return [failure("INVALID_CONFIDENCE", "confidence must be a whole number from 50 to 99.", { field })]
  }
  if (Number.isInteger(confidence) && confidence >= confidenceMin && confidence <= confidenceMax) return []
  const message = `confidence is ${confidence}; it must be a whole number from ${confidenceMin} to ${confidenceMax}.`
  const measured = Number.isFinite(confidence) ? confidence : String(confidence)
  return [failure("INVALID_CONFIDENCE", message, { field, measured, limit: `${confidenceMin}-${confidenceMax}` })]
}

const judgeOption = (question: JudgedQuestion, { selected_option }: PredictionInput): ReadonlyArray<Failure> => {
  const field = "selected_option"
  if (question.question_type === "binary") {
    if (selected_option === undefined || selected_option === null) return []
    return [failure("INVALID_OPTION", "selected_option is for multi questions only; leave it out.", { field })]
  }
  const options = question.options ?? []
  if (typeof selected_option === "string" && options.includes(selected_option)) return []
  const message = `selected_option must be one of: ${options.join(", ")}.`
  return [failure("INVALID_OPTION", message, { field })]
}

/**
 * The whole verdict on a placement, as the real one, the dry run and the offline check use it: everything that is wrong,
 * first what is stated (confidence, prediction, option, resolution protocol), then the reasoning by its gates. Empty
 * when the placement passes. Without a parsed reasoning (what came was no text) that is said in place of its gates. Who
 * may predict, and whether the question accepts predictions, is judged elsewhere.
 *
 * @example judgePrediction({ question_type: "binary" }, { prediction: true, confidence: 49 }, parseReasoning(""), noOriginalityFacts)[0]?.code // "INVALID_CONFIDENCE"
 */
export const judgePrediction = (
  question: JudgedQuestion,
  input: PredictionInput,
  reasoning: ParsedReasoning | undefined,
  facts: OriginalityFacts
): ReadonlyArray<Failure> => [
  ...judgeConfidence(input),
  ...judgeStatement(question, input),
  ...judgeOption(question, input),
  ...judgeProtocol(input.resolution_protocol),
  ...(reasoning === undefined
    ? [failure("INVALID_REQUEST", "reasoning must be a text.", { field: "reasoning" })]
    : judgeReasoning(reasoning, facts))
]
