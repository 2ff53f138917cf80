import { foldCase } from "../../text/CaseFold.ts"
import type { Quote } from "../panels/PanelReasoning.ts"
import type { PacketPassage } from "./PacketInputs.ts"

/**
 * Whether the words of a quote stand in the passage exactly where the quote says.
 *
 * @example quoteStands({ source_id: "s", passage_id: "p", quote: "rain", start: 104, end: 108 }, { id: "p", source_id: "s", start: 100, text: "The rain" }) // true
 * @example quoteStands({ source_id: "s", passage_id: "p", quote: "snow", start: 104, end: 108 }, { id: "p", source_id: "s", start: 100, text: "The rain" }) // false
 */
export const quoteStands = (
  { end, passage_id, quote, source_id, start }: Omit<Quote, "claim">,
  passage: PacketPassage
): boolean =>
  passage.id === passage_id && passage.source_id === source_id && quote.trim() !== "" &&
  start >= passage.start && end === start + quote.length &&
  passage.text.slice(start - passage.start, end - passage.start) === quote

/** What stands between double quotation marks. */
const quotedSpan = /["“”„«»]([^"“”„«»]+)["“”„«»]/gu
/** Shorter quoted spans are names and terms. */
const spanWordsMin = 3
const omission = /…|\.{3}|\[[^\]]*\]/u

const plain = (text: string): string =>
  foldCase(text).replace(/[‘’]/gu, "'").replace(/[–—]/gu, "-").replace(/\s+/gu, " ").trim()

/**
 * Whether everything that a claim puts into double quotation marks, three words or more, stands in the text; case, white
 * space, omissions and the punctuation at the end do not matter. A claim may otherwise carry a false quote past the check of
 * its citation.
 *
 * @example quotesTruly("He said \"we will not sell\".", "We will  not sell, he said.") // true
 * @example quotesTruly("He said \"we will surely sell\".", "We will not sell, he said.") // false
 */
export const quotesTruly = (claim: string, text: string): boolean => {
  const parts = [...claim.matchAll(quotedSpan)].flatMap(([, span = ""]) => span.split(omission))
    .map((part) => plain(part).replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, ""))
    .filter((part) => part.split(" ").length >= spanWordsMin)
  if (parts.length === 0) return true
  const folded = plain(text)
  return parts.every((part) => folded.includes(part))
}
