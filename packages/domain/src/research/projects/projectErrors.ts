export type {} from "../../community/personas/personaErrors.ts"
export type {} from "../../platform/inference/inferenceErrors.ts"
export type {} from "../../platform/identity/identityErrors.ts"
export type {} from "../workspaces/workspaceErrors.ts"

/** Why requests about projects are refused, by code. */
export const projectErrors = {
  PROJECT_NOT_FOUND: "No such project.",
  SOURCE_NOT_FOUND: "The project has no such source.",
  WRONG_WORKSPACE: "The key belongs to a different workspace than the project.",
  PROJECT_LIMIT:
    "The workspace has the maximum number of projects, or the project the maximum number of questions or sources.",
  FRAMING_REFUSED: "The question breaks a framing rule; in the research API the id of the rule is the code."
} as const satisfies Record<string, string>

type ProjectErrors = typeof projectErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends ProjectErrors {}
}
