import { foldCase } from "../../text/CaseFold.ts"
import type { EvidencePassage } from "../evidence/EvidencePassage.ts"
import type { Quote } from "./PanelReasoning.ts"

/** The shortest quote that supports a claim, without the white space around it. A shorter one could stand in any text. */
export const quoteLengthMin = 12
// A letter of these scripts counts as two, because it says as much as two Latin letters.
const denseLetters = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/gu

/**
 * Whether a quote is too short to support a claim.
 *
 * @example isTooShort("the rate") // true
 * @example isTooShort("the rate stays") // false
 */
export const isTooShort = (quote: string): boolean =>
  quote.length < quoteLengthMin && quote.length + (quote.match(denseLetters)?.length ?? 0) < quoteLengthMin

/**
 * Whether a quote stands in its passage, character by character, at the place that it states.
 *
 * @example quoteStands({ source_id: "s", passage_id: "p", quote: "rain", start: 104, end: 108 }, { id: "p", source_id: "s", start: 100, text: "The rain" }) // true
 * @example quoteStands({ source_id: "s", passage_id: "p", quote: "snow", start: 104, end: 108 }, { id: "p", source_id: "s", start: 100, text: "The rain" }) // false
 */
export const quoteStands = (
  { end, passage_id, quote, source_id, start }: Omit<Quote, "claim">,
  passage: Pick<EvidencePassage, "id" | "source_id" | "start" | "text">
): boolean =>
  passage.id === passage_id && passage.source_id === source_id && quote.trim() !== "" &&
  start >= passage.start && end === start + quote.length &&
  passage.text.slice(start - passage.start, end - passage.start) === quote

/** A text between double quotation marks. */
const quotedSpan = /["“”„«»]([^"“”„«»]+)["“”„«»]/gu
/** Quoted spans with fewer words are names and terms, and are not checked. */
const spanWordsMin = 3
const omission = /…|\.{3}|\[[^\]]*\]/u

const plain = (text: string): string =>
  foldCase(text).replace(/[‘’]/gu, "'").replace(/[–—]/gu, "-").replace(/\s+/gu, " ").trim()

/**
 * Whether the text contains every span of three words or more that a claim puts into double quotation marks; case, white
 * space, omissions and punctuation at the ends do not matter. Without this check, a claim with a correct citation could
 * carry a false quote of its own.
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
