export type {} from "../../forecasting/predictions/predictionErrors.ts"

/** Why surveys are refused, by code. */
export const surveyErrors = {
  SURVEY_NOT_FOUND: "No such survey, or a draft; to a caller without a credential, also an archived one.",
  SURVEY_NOT_CLOSED: "The survey has no results yet: they are there when it is closed.",
  SURVEY_NEEDS_QUESTION: "A survey without questions cannot be opened."
} as const satisfies Record<string, string>

type SurveyErrors = typeof surveyErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends SurveyErrors {}
}
