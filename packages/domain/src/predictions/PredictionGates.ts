import { type Failure, failure } from "../kernel/Failure.ts"
import { type JudgedQuestion, judgeStatement, type StatementInput } from "./PredictionStatement.ts"
import type { ParsedReasoning } from "./Reasoning.ts"
import { judgeReasoning, type OriginalityFacts } from "./ReasoningGates.ts"
import { judgeProtocol } from "./ResolutionProtocol.ts"

/** A placement as received: nothing about the types of its fields is taken for granted. */
export interface PredictionInput extends StatementInput {
  readonly resolution_protocol?: unknown
}

/**
 * The whole verdict on a placement, as the real one, the dry run and the offline check use it: everything that is wrong,
 * first what is stated (confidence or probability, prediction, option, resolution protocol), then the reasoning by its
 * gates. Empty when the placement passes; `statementOf` then reads what is stated. Without a parsed reasoning (what came
 * was no text) that is said in place of its gates. Who may predict, and whether the question accepts predictions, is
 * judged elsewhere.
 *
 * @example judgePrediction({ question_type: "binary" }, { prediction: true, confidence: 49 }, parseReasoning(""), noOriginalityFacts)[0]?.code // "INVALID_CONFIDENCE"
 */
export const judgePrediction = (
  question: JudgedQuestion,
  input: PredictionInput,
  reasoning: ParsedReasoning | undefined,
  facts: OriginalityFacts
): ReadonlyArray<Failure> => [
  ...judgeStatement(question, input),
  ...judgeProtocol(input.resolution_protocol),
  ...(reasoning === undefined
    ? [failure("INVALID_REQUEST", "reasoning must be a text.", { field: "reasoning" })]
    : judgeReasoning(reasoning, facts))
]
