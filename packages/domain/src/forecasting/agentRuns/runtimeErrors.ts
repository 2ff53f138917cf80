export type {} from "../../platform/inference/inferenceErrors.ts"
export type {} from "../../community/personas/personaErrors.ts"
export type {} from "../questions/questionErrors.ts"

/** Why runs of agents are refused, by code. */
export const runtimeErrors = {
  NOTHING_TO_PREDICT: "There is no open question on which the agent has not predicted.",
  ANSWER_REFUSED: "The model's answers did not become a prediction; the other failures say why."
} as const satisfies Record<string, string>

type RuntimeErrors = typeof runtimeErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends RuntimeErrors {}
}
