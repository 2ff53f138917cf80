import type { EvidencePassage } from "../evidence/EvidencePassage.ts"
import { isTooShort } from "./ClaimSupport.ts"
import type { Quote, UnsupportedClaim } from "./PanelReasoning.ts"

/** A claim of a specialist with the quote that it cites. */
export interface CitedClaim {
  readonly claim: string
  /** The name under which the passage was shown. */
  readonly passage: string | null
  readonly quote: string | null
}

/** Claims, divided by whether their quotes stand in the cited passages. */
export interface CheckedClaims {
  readonly supported: ReadonlyArray<Quote>
  readonly unsupported: ReadonlyArray<UnsupportedClaim>
}

/** The maximum stored length of a quote that does not stand in its passage, in UTF-16 code units. */
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
 * Looks up the quotes of claims, character by character. A claim is supported if its quote stands anywhere in the passage
 * that the claim names, with the same quotation marks, spaces and letters; only white space at the ends of the quote is
 * ignored. `shown` lists the passages in the order of their names (`passageName`).
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
    if (name === null || name.trim() === "" || isTooShort(quote)) {
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
