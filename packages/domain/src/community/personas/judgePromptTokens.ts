import { Either } from "effect"
import { counted } from "../../kernel/Counted.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { codePoints } from "../../kernel/TextRule.ts"
import { type PersonaDimension, personaDimensions, type PersonaDimensions } from "./PersonaDimension.ts"
import { promptTokensMax, promptTokensMin } from "./TokenCounter.ts"

/** The dimension whose text is first in an order, by its length. */
const dimensionBy = (dimensions: PersonaDimensions, isBefore: (a: number, b: number) => boolean): PersonaDimension =>
  personaDimensions.reduce((best, dimension) =>
    isBefore(codePoints(dimensions[dimension]), codePoints(dimensions[best])) ? dimension : best
  )

/**
 * Checks the number of tokens of the prompt of a custom persona. Fails with `PERSONA_TOO_SHORT`, whose field is the
 * shortest answer, or with `PERSONA_TOO_LONG`, whose field is the longest one.
 */
export const judgePromptTokens = (tokens: number, dimensions: PersonaDimensions): Either.Either<void, Failure> => {
  const refused = (code: "PERSONA_TOO_SHORT" | "PERSONA_TOO_LONG", limit: number, dimension: PersonaDimension) => {
    const act = code === "PERSONA_TOO_SHORT" ? "at least" : "at most"
    const advice = code === "PERSONA_TOO_SHORT" ? "Lengthen" : "Shorten"
    const size = counted(codePoints(dimensions[dimension]), "character")
    const message =
      `The prompt has ${tokens} tokens and needs ${act} ${limit}. ${advice} the answers, beginning with ${dimension}, which has ${size}.`
    return Either.left(failure(code, message, { field: `answers.${dimension}`, measured: tokens, limit }))
  }
  if (tokens < promptTokensMin) {
    return refused("PERSONA_TOO_SHORT", promptTokensMin, dimensionBy(dimensions, (a, b) => a < b))
  }
  return tokens > promptTokensMax
    ? refused("PERSONA_TOO_LONG", promptTokensMax, dimensionBy(dimensions, (a, b) => a > b))
    : Either.void
}
