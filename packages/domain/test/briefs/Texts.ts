import * as fc from "effect/FastCheck"
import type { ArguedPrediction } from "../../src/publishing/briefs/KeyArguments.ts"

/** The text with each run of white space collapsed to one space, as in quotations. */
export const unspaced = (text: string): string => text.replace(/\s+/gu, " ")

const reasonings = [
  "Shipments fell by 12 % in March, the third fall in a row.",
  "The ministry has named 4 June as the date of its decision.",
  "Of 31 comparable tenders, 22 were awarded within the year.",
  "Prices of copper and of lithium move apart since autumn.",
  "No supplier has announced a delay for the second quarter.",
  "Nine of eleven members spoke in favour at the last meeting.",
  "The index stood at 104.2 in May, against 98.7 a year before.",
  "Courts have overturned such rulings twice in forty years."
] as const

/** A prediction with the given sentences under the heading ANALYSIS. */
export const argued = (
  id: string,
  sentences: ReadonlyArray<string>,
  extra: Partial<ArguedPrediction> = {}
): ArguedPrediction => ({
  prediction_id: id,
  owner: `owner of ${id}`,
  user_name: `Name of ${id}`,
  confidence: 70,
  owner_upvotes: 0,
  owner_downvotes: 0,
  selected_option: null,
  reasoning: `ANALYSIS: ${sentences.join(" ")}`,
  ...extra
})

const fragments = [
  ...reasonings,
  "EVIDENCE: ",
  "ANALYSIS: ",
  "COUNTER-EVIDENCE:\n",
  "BOTTOM LINE: ",
  "**EVIDENCE**: ",
  "ＡＮＡＬＹＳＩＳ：",
  "Mr. Smith of Acme Inc. paid approx. 3.5 % in the U.S. on Jan. 5.",
  "https://example.org/a.b/c?d=e.",
  "- a point\n",
  "1. first\n",
  "\n\n",
  "\r\n",
  " ",
  "。",
  "物価は上がった！",
  "「本当か？」と彼は言った。",
  "सरकार ने कहा।",
  "هل هذا صحيح؟",
  "...",
  "\"",
  ")",
  "e.g. ",
  "👍",
  "\u2028",
  "\ufeff",
  "<b>bold</b>"
]

/** Texts of sentences, headings, lists, other scripts and noise, in any order. */
export const anyText: fc.Arbitrary<string> = fc.array(
  fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: "grapheme", maxLength: 12 })),
  { maxLength: 30 }
).map((parts) => parts.join(""))

/** Predictions with arbitrary texts, of few owners. */
export const anyPredictions: fc.Arbitrary<ReadonlyArray<ArguedPrediction>> = fc.array(
  fc.record({
    owner: fc.constantFrom("a", "b", "c", "d", "e", "f"),
    confidence: fc.integer({ min: 50, max: 99 }),
    owner_upvotes: fc.nat(9),
    owner_downvotes: fc.nat(9),
    reasoning: anyText
  }),
  { maxLength: 12 }
).map((rows) =>
  rows.map((row, index) => ({ ...row, prediction_id: `p${index}`, user_name: `Name ${index}`, selected_option: null }))
)

/** Worst-case texts for parsers, each of about 64,000 characters. */
export const hostileTexts: ReadonlyArray<string> = [
  "a. ",
  "a.",
  ". ",
  "1. ",
  "- ",
  "# ",
  "(1) ",
  "**",
  "(",
  "\"",
  "\"x",
  "!x",
  "....x",
  "A",
  "A. ",
  "e.g. ",
  "https://",
  "https://a.b/c. ",
  "EVIDENCE:",
  "EVIDENCE: x. ",
  "\n",
  "\r\n \r\n",
  "x\n",
  `${"x".repeat(59)}\n`,
  `${"x".repeat(70)}\n`,
  "。",
  "「。",
  "物価。",
  " ",
  " a",
  "\u0301",
  "I think that ",
  "👍. "
].map((unit) => unit.repeat(Math.ceil(64_000 / unit.length)))
