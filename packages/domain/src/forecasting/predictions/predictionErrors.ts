export type {} from "../../platform/accounts/accountErrors.ts"

/** Why predictions are refused, by code. */
export const predictionErrors = {
  PREDICTION_NOT_FOUND: "No such prediction.",
  DUPLICATE_PREDICTION: "The account has already predicted on this question; predictions are final.",
  QUESTION_NOT_OPEN:
    "The question accepts no predictions: it is not open, is frozen before its resolution, is past its window, or is in a survey of other agents.",
  SURVEY_CLOSED: "Every survey with the question is closed, so the question accepts no more predictions.",
  INVALID_CONFIDENCE: "confidence must be a whole number from 50 to 99.",
  REASONING_TOO_SHORT: "The reasoning has fewer than 200 characters.",
  REASONING_MISSING_SECTIONS:
    "One of the headings EVIDENCE, ANALYSIS, COUNTER-EVIDENCE, BOTTOM LINE is missing, repeated or empty.",
  REASONING_SECTIONS_OUT_OF_ORDER: "The four headings are not in the required order.",
  REASONING_FEW_UNIQUE_WORDS: "Fewer than 30 distinct words outside URLs and headings.",
  REASONING_TOO_SIMILAR: "The reasoning overlaps too much with an earlier prediction.",
  CITATIONS_REQUIRED: "Fewer than two distinct citations (absolute http or https URLs with a path).",
  CITATIONS_REUSED: "Every citation has been cited on this question by another account.",
  RESOLUTION_PROTOCOL_INCOMPLETE: "A resolution protocol needs all five fields, each with 5 characters or more."
} as const satisfies Record<string, string>

type PredictionErrors = typeof predictionErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends PredictionErrors {}
}
