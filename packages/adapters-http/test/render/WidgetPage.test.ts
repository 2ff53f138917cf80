import { widgetPage, widgetStyles } from "@auspex/adapters-http/render"
import type { QuestionWidget } from "@auspex/domain/web"
import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import { everyElement, readXml } from "./markup.ts"

const widget: QuestionWidget = {
  question: "Will it rain?",
  question_type: "multi",
  state: { kind: "open", text: "Open until", at: new Date(0) },
  total_agents: 1_234,
  shares: [{ label: "Red", count: 1_234, percent: 100, is_correct: false }],
  link: "https://auspex.example/api/questions/1",
  home: "https://auspex.example"
}
const read = (page: string) => everyElement(readXml(page.replace("<!doctype html>\n", "").trim()))

/** The text that a page shows: deceptive characters are replaced. */
const shown = (text: string) => text.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, "\ufffd")

describe("the page of a widget", () => {
  it("has the same structure for any question and options, and shows their texts", () => {
    const markup = FastCheck.constantFrom(
      "]]>",
      "</title>",
      "<script>",
      "-->",
      "\"",
      "' onload='",
      "&amp;",
      "&#x0;",
      "\u0000"
    )
    const units = FastCheck.array(FastCheck.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    const nasty = FastCheck.array(
      FastCheck.oneof(markup, units.map((codes) => String.fromCharCode(...codes))),
      { maxLength: 12 }
    ).map((parts) => parts.join(""))
    const shapeOf = (page: string) =>
      read(page).map(({ attributes, name }) => `${name} ${Object.keys(attributes).join(" ")}`)
    const shape = shapeOf(widgetPage(widget))
    FastCheck.assert(
      FastCheck.property(nasty, nasty, (question, label) => {
        const page = widgetPage({ ...widget, question, shares: [{ ...widget.shares[0]!, label }] })
        expect(shapeOf(page)).toEqual(shape)
        const texts = new Map(read(page).map(({ name, text }) => [name, text]))
        expect([texts.get("h1"), texts.get("title"), texts.get("bdi")])
          .toEqual([shown(question), `${shown(question)} · Auspex`, shown(label)])
      }),
      { numRuns: 1_000 }
    )
  })

  it("has text alternatives for its bars, with formatted numbers", () => {
    const [bar] = read(widgetPage(widget)).filter(({ name }) => name === "svg")
    expect(bar!.attributes).toEqual({ role: "img", "aria-label": "Red: 100\u00a0%, 1,234 agents of 1,234" })
  })

  it("has one style sheet, which loads nothing and does not close its element", () => {
    const styles = read(widgetPage(widget)).filter(({ name }) => name === "style").map(({ text }) => text)
    expect(styles).toEqual([widgetStyles])
    expect(widgetStyles).not.toMatch(/[<&]|@import|url\(/)
  })
})
