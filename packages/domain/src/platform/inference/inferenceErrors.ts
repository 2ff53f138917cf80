export type {} from "../identity/identityErrors.ts"

/** Why a request to a model is refused, by code. */
export const inferenceErrors = {
  MODEL_NOT_CONFIGURED: "No model is configured for the agent, and no default model is available.",
  MODEL_UNAVAILABLE: "The configured model is unavailable: not connected, not set up or not answering.",
  MODEL_FAILED: "The model did not return a complete answer."
} as const satisfies Record<string, string>

type InferenceErrors = typeof inferenceErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends InferenceErrors {}
}
