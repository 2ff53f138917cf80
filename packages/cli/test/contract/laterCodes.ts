import type { ErrorCode } from "@auspex/domain/kernel"

/** Codes that no operation reaches yet, each with the slice that will. */
export const laterCodes: Partial<Record<ErrorCode, string>> = {
  INVALID_EVENT: "webhooks",
  WEBHOOK_LIMIT: "webhooks",
  SURVEY_NEEDS_QUESTION: "surveys",
  SURVEY_CLOSED: "surveys",
  SURVEY_NOT_CLOSED: "surveys"
}
