import { isSubcategoryOf, subcategoriesOf, taxonomy } from "@auspex/domain/questions"
import { renderText, type SeasonQuestion } from "@auspex/testkit/season"
import { demoQuestions } from "../../src/demo/DemoQuestions.ts"
import { describe, expect, it } from "vitest"

const days = { opening: new Date(Date.UTC(2030, 8, 30)), deadline: new Date(Date.UTC(2031, 8, 30)) }
const byKey = new Map(demoQuestions.map((question) => [question.key, question]))
const of = (state: SeasonQuestion["planned_state"]) => demoQuestions.filter((one) => one.planned_state === state)

describe("the demo's questions", () => {
  it("are sixty, each with a unique key, text and background", () => {
    expect(demoQuestions).toHaveLength(60)
    for (const field of ["key", "question", "topic", "context"] as const) {
      expect(new Set(demoQuestions.map((question) => question[field])).size).toBe(60)
    }
  })

  it("cover every subcategory of the taxonomy, with tags from its bank", () => {
    const all = taxonomy.flatMap(({ subcategories }) => subcategories.map(({ slug }) => slug))
    expect(new Set(demoQuestions.map(({ subcategory }) => subcategory))).toEqual(new Set(all))
    for (const { category, subcategory, tag } of demoQuestions) {
      expect(isSubcategoryOf(category, subcategory)).toBe(true)
      expect(subcategoriesOf(category).find(({ slug }) => slug === subcategory)?.tags).toContain(tag)
    }
  })

  it("can be published and resolved: lengths, source, page, one question mark, no unfilled slot", () => {
    for (const question of demoQuestions) {
      const text = renderText(question.question, days)
      expect(text.length).toBeGreaterThanOrEqual(10)
      expect(text.length).toBeLessThanOrEqual(500)
      expect(text.match(/\?/g)).toHaveLength(1)
      expect(text + renderText(question.context, days)).not.toMatch(/[{}]/)
      expect(question.resolution_url).toMatch(/^https:\/\/[a-z0-9.-]+\/\S+$/)
      expect(question.resolution_source).toMatch(/\S/)
      expect(question.context.length).toBeGreaterThan(100)
      expect(question.question).not.toMatch(/\b(significant|substantial|major|soon|several|likely)(ly)?\b/i)
    }
  })

  it("are about one fifth choices of two to ten distinct options whose rates add up to one", () => {
    const choices = demoQuestions.filter((question) => question.question_type === "multi")
    expect(choices).toHaveLength(12)
    for (const { options, base_rates } of choices) {
      expect(options.length).toBeGreaterThanOrEqual(2)
      expect(options.length).toBeLessThanOrEqual(10)
      expect(new Set(options).size).toBe(options.length)
      expect(base_rates).toHaveLength(options.length)
      expect(base_rates.reduce((sum, rate) => sum + rate, 0)).toBeCloseTo(1, 9)
    }
    for (const question of demoQuestions) {
      if (question.question_type === "binary") expect(Math.abs(question.base_rate - 0.5)).toBeLessThan(0.5)
    }
  })

  it("are in every state, most of them open, with matching dates", () => {
    expect(of("open").length).toBeGreaterThan(30)
    for (const state of ["draft", "approved", "closed", "resolved"] as const)
      expect(of(state).length).toBeGreaterThan(2)
    for (const { days_to_resolution, days_open, planned_state, parent } of demoQuestions) {
      if (planned_state === "resolved") expect(days_to_resolution).toBeLessThan(-2)
      else if (planned_state === "closed" && parent === undefined) expect(days_to_resolution).toBe(-1)
      else expect(days_to_resolution).toBeGreaterThan(2)
      expect(days_open - Math.max(0, days_to_resolution)).toBeGreaterThanOrEqual(0)
      expect(days_open - days_to_resolution).toBeLessThanOrEqual(44)
    }
  })

  it("have children whose parents are yes-no questions of the demo and end before them", () => {
    const children = demoQuestions.filter(({ parent }) => parent !== undefined)
    expect(children).toHaveLength(4)
    for (const { parent, parent_trigger, days_to_resolution } of children) {
      const found = byKey.get(parent ?? "")
      expect(found?.question_type).toBe("binary")
      expect(parent_trigger).toBeTypeOf("boolean")
      expect(found?.days_to_resolution).toBeLessThan(days_to_resolution)
    }
  })
})
