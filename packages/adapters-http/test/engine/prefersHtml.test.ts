import { expect, it } from "vitest"
import { prefersHtml } from "../../src/engine/prefersHtml.ts"

it.each([
  [undefined, false],
  ["", false],
  ["*/*", false],
  ["application/json", false],
  ["text/html", true],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", true],
  ["TEXT/HTML ; q=0.4 , */*", true],
  ["application/json, text/html", false],
  ["application/json;q=0.5, text/html", true],
  ["text/html;q=0.5, application/json", false],
  ["text/html;q=0", false],
  ["text/html;q=none", false]
])("of Accept %j: %s", (accepted, prefers) => {
  expect(prefersHtml(accepted)).toBe(prefers)
})
