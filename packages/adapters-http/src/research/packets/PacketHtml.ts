import { counted, excerpt } from "@auspex/domain/kernel"
import { type DecisionPacket, type PacketAnswer, percentWords, specialistName, spreadOf } from "@auspex/domain/packets"
import type { ChartTheme } from "../../kit/ChartTheme.ts"
import { packetBar, packetLegend } from "./PacketBar.ts"
import { packetStyles } from "./packetStyles.ts"
import {
  answerText,
  changerText,
  sectionTitles,
  dissentText,
  linkable,
  movedText,
  packetFacts,
  type PacketNumbers,
  packetNumbers,
  probabilityText,
  roundCells,
  roundHeaders,
  segmentCells,
  segmentHeaders,
  shownOptions,
  useText
} from "./PacketTexts.ts"
import { element, escapedContent } from "../../kit/Svg.ts"
import { dayText } from "../../kit/TimeTicks.ts"

type Claims = DecisionPacket["key_findings"]
type Citation = Claims[number]["citations"][number]

/** The longest title of a page, which browsers cut anyway. */
const titleMax = 100

/** A text that anybody may have written: escaped, and isolated so that its direction does not reach what follows. */
const said = (text: string): string => element("bdi", {}, escapedContent(text.trim() === "" ? "–" : text))

/** A sentence made of numbers and quoted texts, escaped; no line begins with a percent sign. */
const stated = (sentence: string): string => escapedContent(sentence).replace(/(\d) %/g, "$1\u00a0%")

const section = (title: string, body: string, className?: string): string =>
  body === "" ? "" : element("section", { class: className }, element("h2", {}, title), body)

const list = (name: "ol" | "ul", items: ReadonlyArray<string>, className?: string): string =>
  items.length === 0 ? "" : element(name, { class: className }, ...items.map((item) => element("li", {}, item)))

const paragraph = (content: string, className?: string): string => element("p", { class: className }, content)

/** A table whose columns after `texts` are numbers; cells are markup. */
const table = (
  caption: string,
  headers: ReadonlyArray<string>,
  texts: number,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string => {
  const cell = (name: string) => (content: string, at: number): string =>
    element(name, { class: at < texts ? undefined : "number", ...(name === "th" ? { scope: "col" } : {}) }, content)
  return element(
    "div",
    { class: "wide" },
    element(
      "table",
      {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...headers.map(cell("th")))),
      element("tbody", {}, ...rows.map((cells) => element("tr", {}, ...cells.map(cell("td")))))
    )
  )
}

const quoteBlock = (citation: Citation, { evidenceOf }: PacketNumbers): string => {
  const number = evidenceOf(citation)!
  return element(
    "blockquote",
    { dir: "auto" },
    `“${said(citation.quote)}” `,
    element("a", { href: `#source-${number}` }, `[${number}]`)
  )
}

/**
 * A decision packet as a complete HTML page, also well-formed XML: it loads nothing, has no script, and is laid out for
 * screens from 320 pixels on and for paper. All texts are escaped, and only http and https addresses become links. A policy
 * can allow its one style sheet by the hash of `packetStyles`. Equal packets give equal pages.
 */
export const packetHtml = (packet: DecisionPacket, theme: ChartTheme = "auto"): string => {
  const numbers = packetNumbers(packet)
  const { answers, headline, project, recommendation } = packet
  const titles = sectionTitles(packet)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>${escapedContent(excerpt(project.title, titleMax))} · Decision packet</title>
<style>${packetStyles(theme)}</style>
</head>
<body>
<main>
${element("h1", { dir: "auto" }, said(project.title))}
${list("ul", packetFacts(packet), "facts")}
${paragraph(stated(headline), "headline")}
${project.brief === null ? "" : element("p", { dir: "auto" }, said(project.brief))}
${
    [
      section("Recommendation", recommendation.split("\n").map((line) => paragraph(stated(line))).join("\n")),
      section(
        titles.answers,
        [
          answers.some(({ aggregate }) => aggregate !== null) ? packetLegend(answers) : "",
          ...answers.map((answer, at) => answerPart(answer, at + 1, numbers))
        ].join("\n")
      ),
      section(titles.findings, claimList(packet.key_findings, numbers)),
      section(titles.risks, claimList(packet.risks, numbers)),
      section(
        "What would change our mind",
        list(
          "ul",
          packet.what_would_change_our_mind.map((changer) =>
            `${said(changer.text)} ${element("small", {}, escapedContent(changerText(changer, numbers)))}`
          )
        )
      ),
      changesPart(packet, numbers),
      section("Evidence", packet.evidence_table.map((row, at) => evidencePart(row, at + 1)).join("\n"), "paged"),
      methodPart(packet)
    ].filter((part) => part !== "").join("\n")
  }
</main>
</body>
</html>
`
}

const answerPart = (answer: PacketAnswer, number: number, numbers: PacketNumbers): string => {
  const { contributions, dissent, question, reading } = answer
  return element(
    "article",
    {},
    element("h3", { dir: "auto" }, `${number}. ${said(question.text)}`),
    paragraph(stated(reading)),
    bars(answer),
    cellTable("By segment", segmentHeaders, segmentCells(answer)),
    cellTable("Round by round", roundHeaders, roundCells(answer)),
    dissent === null ? "" : paragraph(
      `${element("strong", {}, "Dissent:")} ${stated(dissentText(dissent, answer))}.`
        + (dissent.claim === null ? "" : ` ${said(dissent.claim.claim)}`)
    ),
    dissent === null || dissent.claim === null ? "" : quoteBlock(dissent.claim.citation, numbers),
    contributions.every((one) => one.answer === null) ? "" : table(
      "Who answered what",
      ["Specialist", "Answer", "Probability", "Weight"],
      2,
      contributions.map((one) => [
        said(specialistName(one.specialist)),
        said(answerText(one.answer)),
        probabilityText(one, answer),
        one.weight === 0 ? "–" : percentWords(one.weight)
      ])
    )
  )
}

/** A table whose first two columns are texts. */
const cellTable = (
  caption: string,
  headers: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string =>
  rows.length === 0 ? "" : table(
    caption,
    headers,
    2,
    rows.map((cells) => cells.map((cell, at) => at < 2 ? said(cell) : stated(cell)))
  )

/** The options of each row with their bars. */
const bars = (answer: PacketAnswer): string => {
  const { aggregate, contributions, crowd, question } = answer
  return (aggregate?.rows ?? []).map(({ options, row }, at) =>
    (row === "" ? "" : element("h4", { dir: "auto" }, said(row))) + list(
      "ul",
      shownOptions(options, question).map((option, place) => {
        const share = crowd?.distribution[at]?.[place]
        const { interval, option: name, probability } = option
        const range = interval === null ? "" : element("small", {}, ` (${spreadOf(answer, interval)})`)
        return element(
          "div",
          { class: "row" },
          element("span", {}, said(name)),
          element("span", { class: "number" }, `${element("strong", {}, percentWords(probability))}${range}`)
        ) + packetBar({
          option,
          name,
          specialists: contributions.flatMap(({ distribution, specialist, weight }) => {
            const given = distribution?.[at]?.[place]
            return weight === 0 || given === undefined ? [] : [{ specialist, probability: given }]
          }),
          ...(share === undefined ? {} : { crowd: share })
        })
      }),
      "options"
    )
  ).join("\n")
}

const claimList = (claims: Claims, numbers: PacketNumbers): string =>
  list(
    "ol",
    claims.map(({ citations, claim, uses }) =>
      [
        element("strong", { dir: "auto" }, said(claim)),
        list("ul", uses.map((use) => escapedContent(useText(use, numbers))), "plain meta"),
        ...citations.map((citation) => quoteBlock(citation, numbers))
      ].join("\n")
    ),
    "claims"
  )

const changesPart = ({ changes }: DecisionPacket, { questions }: PacketNumbers): string =>
  changes === null ? "" : section(
    `What moved since version ${changes.from_version}`,
    (changes.moved.length === 0 ? paragraph("No answer moved.") : list(
      "ul",
      changes.moved.map((moved) =>
        `Question ${questions.get(moved.question_id)}, ${stated(movedText(moved))}${
          list("ul", moved.why.map(stated), "meta")
        }`
      )
    )) + list("ul", changes.why.map(stated))
  )

const evidencePart = (
  { content_hash, quote_count, quotes, retrieved_at, title, uri }: DecisionPacket["evidence_table"][number],
  number: number
): string => {
  const link = linkable(uri)
  const shown = said(uri)
  return element(
    "article",
    { id: `source-${number}` },
    element("h3", { dir: "auto" }, `[${number}] ${said(title)}`),
    list("ul", [
      link === null ? shown : element("a", { href: link, rel: "noopener noreferrer" }, shown),
      `Retrieved on ${dayText(retrieved_at)} (UTC), content ${said(content_hash)}`,
      ...(quote_count > quotes.length ? [`${quotes.length} of ${counted(quote_count, "quote")}`] : [])
    ], "plain meta"),
    ...quotes.map(({ end, quote, start }) =>
      element("blockquote", { dir: "auto" }, `“${said(quote)}” `, element("small", {}, `${start} to ${end}`))
    )
  )
}

const methodPart = ({ id, method, project_id }: DecisionPacket): string =>
  section(
    "Method",
    [
      list("ul", method.steps.map(stated)),
      method.specialists.length === 0 ? "" : table(
        "Track records and weights",
        ["Specialist", "Resolved", "Mean Brier score", "Weight"],
        1,
        method.specialists.map(({ mean_brier, resolved, specialist, weight }) => [
          said(specialistName(specialist)),
          String(resolved),
          mean_brier === null ? "–" : mean_brier.toFixed(3),
          percentWords(weight)
        ])
      ),
      paragraph(
        `Rules ${said(method.rules_version)}: ${
          escapedContent(Object.entries(method.constants).map(([name, value]) => `${name} ${value}`).join(", "))
        }.`
      ),
      paragraph(
        `Packet ${said(id)} of project ${said(project_id)}, from ${counted(method.reasoning_ids.length, "reasoning")}.`
      )
    ].join("\n"),
    "method"
  )
