import { Schema } from "effect"

/**
 * The status of a survey. A `draft` is visible to administrators only; an `open` survey takes predictions; a `closed`
 * one has results; an `archived` one is hidden from lists.
 */
export const SurveyStatus = Schema.Literal("draft", "open", "closed", "archived")
export type SurveyStatus = typeof SurveyStatus.Type

/** Whether an account may see a survey with this status. */
export const isShownToAccounts = (status: SurveyStatus): boolean => status !== "draft"

/** Whether everybody may see a survey with this status, without a credential. */
export const isPublicSurvey = (status: SurveyStatus): boolean => status === "open" || status === "closed"
