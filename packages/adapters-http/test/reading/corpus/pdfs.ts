import { flate, pdfWithContents } from "../simplePdf.ts"
import type { CorpusDocument } from "./pages.ts"
import { prose } from "./shells.ts"

/** A run of a line: text, or text with its offset from the base line and its size. */
type Run = string | readonly [text: string, rise: number, size?: number]
type Line = ReadonlyArray<Run>
/** A paragraph: its lines as they are set, or plain text to be set, and what a careful reader writes for it. */
type Part = string | readonly [lines: ReadonlyArray<Line>, text: string]
type Entry = readonly [name: string, ...parts: ReadonlyArray<Part>]

const [council, bridge, prices, opinion] = prose

const entries: ReadonlyArray<Entry> = [
  ["prose", council, bridge],
  ["two paragraphs and a list", prices, [[["- wall: 3.5 million"]], "- wall: 3.5 million"], [
    [["- gates: 0.8 million"]],
    "- gates: 0.8 million"
  ]],
  ["a raised mark", [
    [["Inflation rose by 2.1", ["3", 4], " per cent in May."]],
    "Inflation rose by 2.1 [3] per cent in May."
  ], council],
  ["a raised mark of two digits", council, [
    [["The share is 45", ["12", 4], " per cent."]],
    "The share is 45 [12] per cent."
  ]],
  ["marks after words", [
    [["The committee", ["4", 4], " met 7 times", ["5", 4], " in all."]],
    "The committee [4] met 7 times [5] in all."
  ], bridge],
  ["a note at the foot", prices, [
    [[["3", 3, 6], [" Without the harbour, 1,200 inhabitants.", 0, 8]]],
    "[3] Without the harbour, 1,200 inhabitants."
  ]],
  ["powers", council, [
    [["The basin holds 10", ["6", 4], " litres on 350 m", ["2", 4], "."]],
    "The basin holds 10⁶ litres on 350 m²."
  ]],
  ["a negative power", bridge, [[["A grain weighs 5 x 10", ["-3", 4], " g."]], "A grain weighs 5 x 10⁻³ g."]],
  ["ordinals", [
    [["On the 21", ["st", 4], " of May it met for the 3", ["rd", 4], " time."]],
    "On the 21st of May it met for the 3rd time."
  ], opinion],
  ["lowered digits", prices, [
    [["CO", ["2", -3], " fell by 12 per cent, N", ["2", -3], "O by 3."]],
    "CO2 fell by 12 per cent, N2O by 3."
  ]],
  ["a divided word", council, [
    [["The wall protects the govern-"], ["ment quarter and 41 streets."]],
    "The wall protects the government quarter and 41 streets."
  ]],
  ["a word with hyphens", bridge, [
    [["Exports grew by 4.5 per cent year-on-"], ["year in the spring."]],
    "Exports grew by 4.5 per cent year-on-year in the spring."
  ]],
  ["a compound", [
    [["The council wants a long-"], ["term loan of 12 million."]],
    "The council wants a long-term loan of 12 million."
  ], prices],
  ["a compound that stands elsewhere", [
    [["The river-bank was raised, and the river-"], ["bank held for 30 years."]],
    "The river-bank was raised, and the river-bank held for 30 years."
  ], council],
  ["a range", opinion, [
    [["The pumps move between 1,000-"], ["2,000 litres a second."]],
    "The pumps move between 1,000-2,000 litres a second."
  ]],
  ["names", council, [
    [["The Anglo-"], ["Saxon chronicle names 7 floods."]],
    "The Anglo-Saxon chronicle names 7 floods."
  ]],
  ["two pages of figures", prices, [
    [["North 41 per cent, south 43 per cent, total 42.1."]],
    "North 41 per cent, south 43 per cent, total 42.1."
  ], opinion],
  ["a heading of another size", [[[["What it costs", 0, 16]]], "What it costs"], council],
  ["a mark at the end of a line", [[["The rate was 4.5", ["2", 4]], [
    "in the north and 5.1",
    ["2", 4],
    " in the south."
  ]], "The rate was 4.5 [2] in the north and 5.1 [2] in the south."], bridge],
  ["a mark of full size", council, [
    [["The rate was 4.5", ["2", 5, 11], " in the north."]],
    "The rate was 4.5 [2] in the north."
  ]]
]

const escaped = (text: string): string => text.replace(/[\\()]/g, "\\$&")

const show = (run: Run): string => {
  const [text, rise, size = 7] = typeof run === "string" ? [run, 0, 11] as const : run
  return `${rise} Ts /F1 ${size} Tf (${escaped(text)}) Tj`
}

const linesOf = (part: Part): ReadonlyArray<Line> =>
  typeof part === "string" ? part.match(/.{1,84}(?: |$)/g)!.map((line) => [line.trim()]) : part[0]

/** The content of a page: paragraphs with more space between them than between their lines. */
const contentOf = (parts: ReadonlyArray<Part>): string => {
  let y = 760
  return parts.map((part) => {
    y -= 14
    return linesOf(part).map((line) => `BT 60 ${y -= 14} Td ${line.map(show).join(" ")} ET`).join("\n")
  }).join("\n")
}

/** PDFs that are written line by line, with the text that a careful reader writes down. */
export const corpusPdfs: ReadonlyArray<CorpusDocument> = entries
  .map(([name, ...parts]): CorpusDocument => ({
    name: `PDF: ${name}`,
    contentType: "application/pdf",
    bytes: pdfWithContents(name, [flate(contentOf(parts))]),
    text: parts.map((part) => typeof part === "string" ? part : part[1]).join("\n\n")
  }))
