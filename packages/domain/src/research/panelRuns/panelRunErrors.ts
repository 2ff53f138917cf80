export type {} from "../../platform/inference/inferenceErrors.ts"
export type {} from "../projects/projectErrors.ts"

/** Why requests about runs of panels are refused, by code. */
export const panelRunErrors = {
  PROJECT_HAS_NO_QUESTIONS: "A panel needs at least one question of the project to reason over.",
  RUN_ALREADY_ACTIVE: "The project has a run that has not ended; a project has one at a time.",
  RUN_NOT_FOUND: "The panel of the project has not run yet.",
  RUN_NOT_ACTIVE: "The project has no run that could be cancelled: none has begun, or the last one has ended.",
  RUN_NOT_RESUMABLE: "Only a run that stopped or failed can go on, and only the last one of its project."
} as const satisfies Record<string, string>

type PanelRunErrors = typeof panelRunErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends PanelRunErrors {}
}
