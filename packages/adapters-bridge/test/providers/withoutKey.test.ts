import { Redacted } from "effect"
import { expect, it } from "vitest"
import { withoutKey } from "../../src/providers/index.ts"

const key = Redacted.make("sk-ab$12+345/678")

it.each([
  ["Incorrect API key provided: sk-ab$12+345/678.", "Incorrect API key provided: [key]."],
  ["Incorrect API key provided: sk-ab$12*****", "Incorrect API key provided: [key]"],
  [`GET /models?key=${encodeURIComponent("sk-ab$12+345/678")} failed`, "GET /models?key=[key] failed"],
  ["quota exceeded", "quota exceeded"]
])("%j is told without the key", (text, expected) => {
  expect(withoutKey(text, key)).toBe(expected)
  expect(withoutKey(text, undefined)).toBe(text)
})
