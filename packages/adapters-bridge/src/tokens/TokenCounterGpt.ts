import { TokenCounter } from "@auspex/domain/personas"
import { Effect, Layer } from "effect"

// The vocabulary has two megabytes, so it is loaded with the first text that is counted, and not at start.
const encoding = Effect.promise(() => import("gpt-tokenizer/encoding/o200k_base"))

/** Without disallowed tokens: the text of a special token is counted like any other text. */
const plainText = { disallowedSpecial: new Set<string>() }

/** Counts tokens of `o200k_base` by gpt-tokenizer, in linear time. */
export const TokenCounterGptLive: Layer.Layer<TokenCounter> = Layer.succeed(TokenCounter, {
  count: (text) => Effect.map(encoding, ({ countTokens }) => countTokens(text, plainText))
})
