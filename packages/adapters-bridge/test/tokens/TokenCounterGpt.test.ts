import { TokenCounterGptLive } from "@auspex/adapters-bridge/tokens"
import { archetypes, compilePersona, promptTokensMax, promptTokensMin, TokenCounter } from "@auspex/domain/personas"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"

const count = (text: string): Promise<number> =>
  Effect.runPromise(Effect.provide(Effect.flatMap(TokenCounter, (counter) => counter.count(text)), TokenCounterGptLive))

describe("the token counter", () => {
  // Counted by tiktoken's o200k_base.
  it.each([
    ["", 0],
    ["hello world", 2],
    ["x<|endoftext|>y", 9],
    ["a".repeat(4_000), 500]
  ])("counts %j", async (text, tokens) => {
    expect(await count(text)).toBe(tokens)
  })

  it.each(archetypes)("finds the prompt of $id within its bounds", async ({ dimensions, name }) => {
    const tokens = await count(compilePersona(name, dimensions))
    expect(tokens).toBeGreaterThanOrEqual(promptTokensMin)
    expect(tokens).toBeLessThanOrEqual(promptTokensMax)
  })
})
