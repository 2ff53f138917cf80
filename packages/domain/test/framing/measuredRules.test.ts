import { readFileSync } from "node:fs"
import { compileFunction } from "node:vm"
import { describe, expect, it } from "vitest"
import { frameQuestion, framingRules } from "../../src/research/framing/index.ts"
import {
  blockingAgreement,
  halfOf,
  measuredTable,
  partOf,
  precisionOf,
  recallOf,
  ruleAgreement,
  rulesSection
} from "./framingPage.ts"
import { labelledQuestions } from "./labelledQuestions.ts"

const page = readFileSync(new URL("../../../../docs/framing.md", import.meta.url), "utf8")

/** A page without what the formatter adds: the padding of tables, and line breaks. */
const plain = (text: string): string => text.replace(/\s+/g, " ").replace(/-{2,}/g, "-").trim()

describe("the labelled questions", () => {
  it("are 200, 100 well framed and 100 broken, half of each held out, and a challenge of 60", () => {
    const count = (half: string, isBroken: boolean): number =>
      labelledQuestions.filter((question) => question.half === half && question.labels.length > 0 === isBroken).length
    expect([count("development", false), count("held_out", false)]).toEqual([50, 50])
    expect([count("development", true), count("held_out", true)]).toEqual([50, 50])
    expect([count("challenge", false), count("challenge", true)]).toEqual([30, 30])
    expect(new Set(labelledQuestions.map(({ draft }) => draft.text)).size).toBe(labelledQuestions.length)
  })

  it("name rules that exist, and nearly every rule", () => {
    const ids = new Set(framingRules.map(({ id }) => id))
    const named = new Set(labelledQuestions.flatMap(({ labels }) => labels))
    expect([...named].filter((id) => !ids.has(id))).toEqual([])
    expect([...ids].filter((id) => !named.has(id))).toEqual(["kind_options_unused"])
  })
})

describe.each(["development", "held_out"] as const)("on the %s half", (half) => {
  const questions = halfOf(half)

  it("a blocked question is a broken one, and nearly every broken one is blocked", () => {
    const agreement = blockingAgreement(questions)
    expect(precisionOf(agreement)).toBeGreaterThanOrEqual(0.97)
    expect(recallOf(agreement)).toBeGreaterThanOrEqual(0.9)
  })

  it.each(framingRules)("$id is reported where it was labelled", (rule) => {
    const agreement = ruleAgreement(questions, rule)
    expect(precisionOf(agreement)).toBeGreaterThanOrEqual(rule.severity === "error" ? 1 : 0.75)
    expect(recallOf(agreement)).toBeGreaterThanOrEqual(0.5)
  })
})

it("a question of the challenge that is blocked is a broken one", () => {
  expect(precisionOf(blockingAgreement(halfOf("challenge")))).toBe(1)
})

describe("docs/framing.md", () => {
  it("prints what it says", () => {
    const program = /```js\nimport .*\n([\s\S]*?)```/.exec(page)![1]!
    const printed: Array<unknown> = []
    compileFunction(program, ["frameQuestion", "console"])(frameQuestion, {
      log: (...values: ReadonlyArray<unknown>) => printed.push(values.join(" "))
    })
    expect(page).toContain(`It prints \`${printed.join()}\`.`)
  })

  it("shows what is measured (writeFramingPage.ts writes it)", () => {
    expect(plain(partOf(page, "measured"))).toBe(plain(measuredTable()))
  })

  it("describes every rule as the registry does (writeFramingPage.ts writes it)", () => {
    expect(plain(partOf(page, "rules"))).toBe(plain(rulesSection()))
  })
})
