import { dataFile, optional } from "@auspex/domain/kernel"
import { Schema } from "effect"
import pages from "./demoPages.json" with { type: "json" }

const Text = Schema.NonEmptyTrimmedString

/** A page of the demo's local site. */
const DemoPage = Schema.Struct({
  path: Text,
  title: Text,
  /** `{year}` stands for the year of the decision. */
  paragraphs: Schema.Array(Text),
  /** Put into the page as it is, for what a hostile page tries. */
  markup: optional(Text),
  /** 200 unless given. */
  status: optional(Schema.Int)
})
export interface DemoPage extends Schema.Schema.Type<typeof DemoPage> {}

const templates = dataFile("demoPages.json", Schema.Array(DemoPage), pages)

/**
 * Twelve pages about the heat network of Vestrand, a town that does not exist. Three of them are what the web also
 * has: a page with orders to models, a missing page, an empty page. `year` is the year of the decision.
 */
export const demoPages = (year: number): ReadonlyArray<DemoPage> =>
  templates.map((page) => ({
    ...page,
    paragraphs: page.paragraphs.map((text) => text.replaceAll("{year}", String(year)))
  }))

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** A page as HTML. */
export const demoHtml = ({ markup = "", paragraphs, title }: DemoPage): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body><article>` +
  `<h1>${escaped(title)}</h1>${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join("")}${markup}` +
  `</article></body></html>`

/** What the demo asks for. */
export const demoBrief =
  "Should the family office put eight per cent of its infrastructure money into the second phase of the district heat network of Vestrand, and on which terms of the concession?"

/** The questions of the demo, of which both are settled by an event. */
export const demoQuestions = (year: number) => [
  {
    text: `Will the town council of Vestrand approve the second phase of the heat network before 1 October ${year}?`,
    kind: "binary" as const,
    resolution_signal: "regulatory_decision",
    resolution_date: `${year}-09-30`
  },
  {
    text: `Which supply will cover the largest share of the heat of the Vestrand network in ${year}?`,
    kind: "multi" as const,
    kind_options: { options: ["Waste heat", "Seawater heat pumps", "Natural gas"] },
    resolution_signal: "official_statistic",
    resolution_date: `${year + 1}-06-30`
  }
]
