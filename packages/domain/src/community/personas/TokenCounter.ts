import { Context, type Effect } from "effect"

/** The tokenizer by which prompts are measured: the vocabulary that OpenAI's models since GPT-4o use. */
export const promptTokenizer = "o200k_base"

/** The tokens that a reasoning prompt may have. */
export const promptTokensMin = 800
export const promptTokensMax = 1_500

/** Counts tokens. */
export class TokenCounter extends Context.Tag("auspex/TokenCounter")<TokenCounter, {
  /** The tokens of a text by `promptTokenizer`. The text of a special token counts as ordinary text. */
  readonly count: (text: string) => Effect.Effect<number>
}>() {}
