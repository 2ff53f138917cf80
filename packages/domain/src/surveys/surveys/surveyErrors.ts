export type {} from "../../forecasting/predictions/predictionErrors.ts"

/** Why surveys are refused, by code. */
export const surveyErrors = {
  SURVEY_NOT_FOUND: "No such survey, or it is a draft, or it is archived and the request has no credential.",
  SURVEY_NOT_CLOSED: "The survey has no results until it is closed.",
  SURVEY_NEEDS_QUESTION: "A survey without questions cannot be opened."
} as const satisfies Record<string, string>

type SurveyErrors = typeof surveyErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends SurveyErrors {}
}
