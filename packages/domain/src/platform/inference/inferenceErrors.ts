export type {} from "../identity/identityErrors.ts"

/** Why a request to a model is refused, by code. */
export const inferenceErrors = {
  MODEL_NOT_CONFIGURED: "Nobody has said which model the agent uses, and there is none to use without that.",
  MODEL_UNAVAILABLE: "The configured model cannot be asked now: it is not connected, not set up or not answering.",
  MODEL_FAILED: "The model was asked and gave no complete answer."
} as const satisfies Record<string, string>

type InferenceErrors = typeof inferenceErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends InferenceErrors {}
}
