export type {} from "../../community/personas/personaErrors.ts"
export type {} from "../../research/packetPublication/packetErrors.ts"
export type {} from "../surveys/surveyErrors.ts"

/** Why requests about links, responses and panels of surveys are refused, by code. */
export const responseErrors = {
  NOT_A_SURVEY: "Only projects of the kind survey have links, responses and an assigned panel.",
  SURVEY_LINK_NOT_FOUND: "The survey has no such link.",
  SURVEY_LINK_ENDED: "The link takes no more responses: it is closed, expired or full.",
  SURVEY_LINK_LIMIT: "The survey has the maximum number of links.",
  PANEL_IN_USE: "A run has begun, so the panel can no longer be replaced."
} as const satisfies Record<string, string>

type ResponseErrors = typeof responseErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends ResponseErrors {}
}
