/** A reasoning that passes every gate: 4 sections, 2 citations, well over 30 words and 200 characters. */
export const goodReasoning =
  `EVIDENCE: The central bank cut its policy rate to 3.5 % on 2026-03-12 (https://example.org/press/march).
Inflation fell to 2.1 % in February, see https://data.example.com/series/prices.

ANALYSIS: Since 1999 a first cut was followed by another within six months in nine of eleven cycles. Wage settlements
and energy futures point the same way.

COUNTER-EVIDENCE: Services inflation remains near four percent, and members of the council openly disagree.

BOTTOM LINE: One more cut by September is likely; a services print above 4.5 % would change my mind.`

/** The four headings around given texts. */
export const withSections = (
  evidence: string,
  analysis = "It follows.",
  counter = "Some disagree.",
  bottom = "Likely."
): string => `EVIDENCE: ${evidence}\nANALYSIS: ${analysis}\nCOUNTER-EVIDENCE: ${counter}\nBOTTOM LINE: ${bottom}`

/** `count` distinct words, w0 w1 ... in letters only. */
export const distinctWords = (count: number): string =>
  Array.from({ length: count }, (_, i) => `w${i.toString(26).replace(/\d/g, (d) => "qrstuvwxyz"[Number(d)]!)}`).join(
    " "
  )
