export type {} from "../../forecasting/predictions/predictionErrors.ts"

/** Why requests about personas are refused, by code. */
export const personaErrors = {
  PERSONA_NOT_FOUND: "No such persona, or it belongs to another account.",
  PERSONA_NOT_ASSIGNED: "The agent has no persona.",
  PERSONA_LIMIT: "The account has the maximum number of personas.",
  PERSONA_IN_USE: "An agent has the persona; unassign it first.",
  PERSONA_TOO_SHORT: "The prompt compiled from the answers has too few tokens.",
  PERSONA_TOO_LONG: "The prompt compiled from the answers has too many tokens.",
  ARCHETYPE_NOT_FOUND: "No archetype has this name; the message names the nearest one."
} as const satisfies Record<string, string>

type PersonaErrors = typeof personaErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends PersonaErrors {}
}
