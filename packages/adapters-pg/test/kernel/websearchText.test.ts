import { expect, it } from "vitest"
import { websearchText } from "../../src/kernel/websearchText.ts"

it.each([
  ["river -harbour", "river -harbour"],
  ["a--b", "a--b"],
  ["a---b", "a-b"],
  ["a ---- b", "a -- b"],
  ["- - - b", "- b"],
  ["-!-(-&-b", "--b"],
  ["-a -b -\"c\" -\"d\"", "-a -b -\"c\" -\"d\""],
  ["-\u00A0-\u0085-\u00AD-\u3000-b", "-b"],
  ["-".repeat(200), "--"],
  ["well-known north-north-west", "well-known north-north-west"]
])("the web search text of %j is %j", (text, expected) => expect(websearchText(text)).toBe(expected))
