export type {} from "../../platform/inference/inferenceErrors.ts"
export type {} from "../projects/projectErrors.ts"

/** Why requests about runs of panels are refused, by code. */
export const panelRunErrors = {
  PROJECT_HAS_NO_QUESTIONS: "A panel needs at least one question in the project.",
  RUN_ALREADY_ACTIVE: "The project already has an active run; only one at a time is allowed.",
  RUN_NOT_FOUND: "The panel of the project has not run yet.",
  RUN_NOT_ACTIVE: "The project has no active run to cancel: no run has begun, or the last run has ended.",
  RUN_NOT_RESUMABLE: "Only the last run of a project can be resumed, and only after it stopped or failed."
} as const satisfies Record<string, string>

type PanelRunErrors = typeof panelRunErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends PanelRunErrors {}
}
