import type { FramingRule } from "./FramingRule.ts"
import { ResearchQuestionKind } from "./ResearchQuestionKind.ts"

/** Which questions a rule judges. */
type FramingScope = Pick<FramingRule, "applies_to" | "purposes">

/** Every question, also one without a kind. */
export const everyQuestion: FramingScope = {
  applies_to: ResearchQuestionKind.literals,
  purposes: ["forecast", "survey"]
}

/** Questions that an event settles with yes or no. */
export const binaryForecasts: FramingScope = { applies_to: ["binary"], purposes: ["forecast"] }

/** Questions that an event settles. */
export const forecasts: FramingScope = { applies_to: ["binary", "multi"], purposes: ["forecast"] }

/** Questions of one kind, for any purpose. */
export const ofKind = (kind: ResearchQuestionKind): FramingScope => ({
  applies_to: [kind],
  purposes: ["forecast", "survey"]
})
