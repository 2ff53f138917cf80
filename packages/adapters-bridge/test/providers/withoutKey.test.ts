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

it.each([
  ["E", "Every key E is wrong: E.", "Every key [key] is wrong: [key]."],
  ["EMPTY", "EMPTY is none of EMPTYHANDED, 'EMPTY'", "[key] is none of EMPTYHANDED, '[key]'"],
  ["sk-1234", "no sk-1234, but sk-12345", "no [key], but sk-12345"],
  ["ollama", "Ollama: model \"llama3\" not found", "Ollama: model \"llama3\" not found"]
])("the short key %s is left out where it stands alone, and the words of the server stay", (short, text, expected) => {
  expect(withoutKey(text, Redacted.make(short))).toBe(expected)
})
