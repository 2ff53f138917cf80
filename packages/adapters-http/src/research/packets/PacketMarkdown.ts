import { counted } from "@auspex/domain/kernel"
import { type DecisionPacket, type PacketAnswer, percentWords, specialistName, spreadOf } from "@auspex/domain/packets"
import { markdownTable, markdownText } from "../../kit/MarkdownText.ts"
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
import { dayText } from "../../kit/TimeTicks.ts"

type Claims = DecisionPacket["key_findings"]
type Citation = Claims[number]["citations"][number]

/** The parts with a blank line between them. */
const joined = (parts: ReadonlyArray<string>): string => parts.filter((part) => part !== "").join("\n\n")

const section = (title: string, ...parts: ReadonlyArray<string>): string => {
  const body = joined(parts)
  return body === "" ? "" : `## ${title}\n\n${body}`
}

const bullets = (lines: ReadonlyArray<string>): string => lines.map((line) => `- ${line}`).join("\n")

/** A quote as a block, with the number of its evidence. */
const quoteBlock = (citation: Citation, { evidenceOf }: PacketNumbers): string =>
  `> “${markdownText(citation.quote)}” \\[${evidenceOf(citation)}\\]`

/**
 * A decision packet as a document in Markdown (CommonMark with the tables of GitHub). All texts are shown as they are, and
 * only http and https addresses become links. Equal packets give equal documents.
 */
export const packetMarkdown = (packet: DecisionPacket): string => {
  const numbers = packetNumbers(packet)
  const { answers, findings, risks } = sectionTitles(packet)
  return `${
    joined([
      `# ${markdownText(packet.project.title)}`,
      `**${markdownText(packet.headline)}**`,
      bullets(packetFacts(packet)),
      markdownText(packet.project.brief ?? ""),
      section("Recommendation", ...packet.recommendation.split("\n").map(markdownText)),
      section(answers, ...packet.answers.map((answer, at) => answerPart(answer, at + 1, numbers))),
      section(findings, claimList(packet.key_findings, numbers)),
      section(risks, claimList(packet.risks, numbers)),
      section(
        "What would change our mind",
        bullets(
          packet.what_would_change_our_mind.map((changer) =>
            `${markdownText(changer.text)} (${markdownText(changerText(changer, numbers))})`
          )
        )
      ),
      changesPart(packet, numbers),
      section("Evidence", ...packet.evidence_table.map((row, at) => evidencePart(row, at + 1))),
      methodPart(packet)
    ])
  }\n`
}

const answerPart = (answer: PacketAnswer, number: number, numbers: PacketNumbers): string => {
  const { contributions, dissent, question, reading } = answer
  return joined([
    `### ${number}. ${markdownText(question.text)}`,
    markdownText(reading),
    optionTable(answer),
    cellTable(segmentHeaders, segmentCells(answer)),
    cellTable(roundHeaders, roundCells(answer)),
    dissent === null ?
      "" :
      `**Dissent:** ${markdownText(dissentText(dissent, answer))}.${
        dissent.claim === null ? "" : ` ${markdownText(dissent.claim.claim)}`
      }`,
    dissent?.claim === undefined || dissent.claim === null ? "" : quoteBlock(dissent.claim.citation, numbers),
    contributions.every((one) => one.answer === null) ? "" : markdownTable(
      ["Specialist", "Answer", "Probability", "Weight"],
      contributions.map((one) => [
        markdownText(specialistName(one.specialist)),
        markdownText(answerText(one.answer)),
        probabilityText(one, answer),
        one.weight === 0 ? "–" : percentWords(one.weight)
      ])
    )
  ])
}

const cellTable = (headers: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.length === 0 ? "" : markdownTable(headers, rows.map((cells) => cells.map(markdownText)))

const optionTable = (answer: PacketAnswer): string => {
  const { aggregate, crowd, question, segments } = answer
  if (aggregate === null) return ""
  const isMatrix = aggregate.rows.length > 1 || aggregate.rows[0]!.row !== ""
  const rows = aggregate.rows.flatMap(({ options, row }, at) =>
    shownOptions(options, question).map(({ interval, option, probability }, place) => [
      ...(isMatrix ? [markdownText(row)] : []),
      markdownText(option),
      percentWords(probability),
      interval === null ? "–" : spreadOf(answer, interval),
      ...(crowd === null ? [] : [percentWords(crowd.distribution[at]![place]!)])
    ])
  )
  const headers = [
    "Option",
    segments === undefined ? "Probability" : "Share",
    "95 % interval",
    ...(crowd === null ? [] : ["Crowd"])
  ]
  return markdownTable(isMatrix ? ["Row", ...headers] : headers, rows)
}

const claimList = (claims: Claims, numbers: PacketNumbers): string =>
  claims.map(({ citations, claim, uses }, at) => {
    const indent = " ".repeat(`${at + 1}. `.length)
    const lines = [
      `${at + 1}. **${markdownText(claim)}**`,
      ...uses.map((use) => `${indent}- ${markdownText(useText(use, numbers))}`),
      "",
      ...citations.flatMap((citation) => [`${indent}${quoteBlock(citation, numbers)}`, ""])
    ]
    return lines.join("\n").trimEnd()
  }).join("\n")

const changesPart = ({ changes }: DecisionPacket, { questions }: PacketNumbers): string =>
  changes === null ? "" : section(
    `What moved since version ${changes.from_version}`,
    changes.moved.length === 0 ? "No answer moved." : bullets(
      changes.moved.map((moved) =>
        [
          `Question ${questions.get(moved.question_id)}, ${markdownText(movedText(moved))}`,
          ...moved.why.map((why) => `  - ${markdownText(why)}`)
        ].join("\n")
      )
    ),
    bullets(changes.why.map(markdownText))
  )

const evidencePart = (
  { content_hash, quote_count, quotes, retrieved_at, title, uri }: DecisionPacket["evidence_table"][number],
  number: number
): string => {
  const link = linkable(uri)
  return joined([
    `### \\[${number}\\] ${markdownText(title)}`,
    bullets([
      link === null ? markdownText(uri) : `<${link}>`,
      `Retrieved on ${dayText(retrieved_at)} (UTC), content ${markdownText(content_hash)}`,
      ...(quote_count > quotes.length ? [`${quotes.length} of ${counted(quote_count, "quote")}`] : [])
    ]),
    ...quotes.map(({ end, quote, start }) => `> “${markdownText(quote)}” (${start} to ${end})`)
  ])
}

const methodPart = ({ id, method, project_id }: DecisionPacket): string =>
  section(
    "Method",
    bullets(method.steps.map(markdownText)),
    method.specialists.length === 0 ? "" : markdownTable(
      ["Specialist", "Resolved answers", "Mean Brier score", "Weight"],
      method.specialists.map(({ mean_brier, resolved, specialist, weight }) => [
        markdownText(specialistName(specialist)),
        String(resolved),
        mean_brier === null ? "–" : mean_brier.toFixed(3),
        percentWords(weight)
      ])
    ),
    `Rules ${markdownText(method.rules_version)}: ${
      Object.entries(method.constants).map(([name, value]) => `${markdownText(name)} ${value}`).join(", ")
    }.`,
    `Packet ${markdownText(id)} of project ${markdownText(project_id)}, from ${
      counted(method.reasoning_ids.length, "reasoning")
    }.`
  )
