import type { EvidencePassage } from "./EvidencePassage.ts"
import type { Quote, UnsupportedClaim } from "./PanelReasoning.ts"

/** A claim as a specialist makes it, with the words that it cites for it. */
export interface CitedClaim {
  readonly claim: string
  /** The name under which the passage was shown. */
  readonly passage: string | null
  readonly quote: string | null
}

/** What is left of claims after their quotes were looked up. */
export interface CheckedClaims {
  readonly supported: ReadonlyArray<Quote>
  readonly unsupported: ReadonlyArray<UnsupportedClaim>
}

/** A shorter quotation, without the white space around it, would stand anywhere: it cites nothing. */
export const quoteLengthMin = 12
// A letter of these scripts says as much as two of the Latin one.
const denseLetters = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/gu
const isShort = (quote: string): boolean =>
  quote.length < quoteLengthMin && quote.length + (quote.match(denseLetters)?.length ?? 0) < quoteLengthMin

/** How much of words that do not stand in the passage is kept, in UTF-16 code units. */
const unsupportedQuoteMax = 1_500

/** The name under which the passage at a place is shown: short, because models spoil long ids. */
export const passageName = (at: number): string => `p${at + 1}`

const nameOf = (given: string): string => {
  const name = given.trim().toLowerCase().replace(/^[[("'#]+|[\])"']+$/g, "")
  return /^\d+$/.test(name) ? `p${name}` : name
}

/** A text that can be stored. */
const kept = (quote: string): string => quote.replace(/[\0\p{Cs}]/gu, "\ufffd").slice(0, unsupportedQuoteMax)

/**
 * Looks up the words that claims cite, character by character: a quote is supported if it stands in the passage that the
 * claim names, anywhere in it, with the same quotation marks, spaces and letters; only white space at its ends is left
 * out. `shown` are the passages in the order in which they were named (`passageName`).
 */
export const checkQuotes = (
  claims: ReadonlyArray<CitedClaim>,
  shown: ReadonlyArray<EvidencePassage | undefined>
): CheckedClaims => {
  const byName = new Map(shown.map((passage, at) => [passageName(at), passage]))
  const supported: Array<Quote> = []
  const unsupported: Array<UnsupportedClaim> = []
  for (const { claim, passage: name, quote: given } of claims) {
    const quote = given?.trim() ?? ""
    const refuse = (why: UnsupportedClaim["why"]) =>
      void unsupported.push({ claim, quote: quote === "" ? null : kept(quote), why })
    if (name === null || name.trim() === "" || isShort(quote)) {
      refuse("no_citation")
      continue
    }
    const passage = byName.get(nameOf(name))
    if (passage === undefined) {
      refuse("unknown_passage")
      continue
    }
    const at = passage.text.indexOf(quote)
    if (at < 0 || /\p{Cs}/u.test(quote)) {
      refuse("words_differ")
      continue
    }
    const start = passage.start + at
    supported.push({
      claim,
      source_id: passage.source_id,
      passage_id: passage.id,
      quote,
      start,
      end: start + quote.length
    })
  }
  return { supported, unsupported }
}
