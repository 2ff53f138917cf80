import { type Failure, failure } from "../../kernel/Failure.ts"
import { type JudgedQuestion, judgeStatement, type StatementInput } from "./PredictionStatement.ts"
import type { ParsedReasoning } from "./Reasoning.ts"
import { judgeReasoning, type OriginalityFacts } from "./ReasoningGates.ts"
import { judgeProtocol } from "./ResolutionProtocol.ts"

/** A request to place a prediction, before validation: its fields may have any type. */
export interface PredictionInput extends StatementInput {
  readonly resolution_protocol?: unknown
}

/**
 * All failures of a request to place a prediction, for the real one, the dry run and the offline check: first the
 * statement (confidence or probability, prediction, option, resolution protocol), then the gates of the reasoning.
 * Empty when it passes; `statementOf` then reads the statement. `reasoning` is undefined when the request has no text;
 * that is reported instead of the gates. Does not check whether the account may predict and whether the question is
 * open.
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
    ? [failure("INVALID_REQUEST", "reasoning must be a string.", { field: "reasoning" })]
    : judgeReasoning(reasoning, facts))
]
