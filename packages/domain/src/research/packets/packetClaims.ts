import type { ResearchQuestionKind } from "../framing/ResearchQuestionKind.ts"
import type { CheckedClaim } from "./checkedClaims.ts"
import type { ClaimUse, PacketCitation, PacketClaim } from "./DecisionPacket.ts"
import { distinct, inOrder } from "./inOrder.ts"
import { type MergedTexts, mergeTexts } from "./mergeTexts.ts"
import { packetConstants } from "./packetConstants.ts"
import type { AnswerText } from "./PooledAnswer.ts"
import { rankMerged } from "./rankMerged.ts"

/** The kind of a question and what the panel answers to it; null without a pool. */
export interface PanelPosition {
  readonly kind: ResearchQuestionKind | null
  readonly answer: AnswerText | null
}

/**
 * Whether a claim speaks for the answer of the panel. For a question with options, a specialist's citation for
 * another answer than the panel's counts against the panel's answer, and a citation against another answer counts for
 * it. Points of a scale, rows of a matrix and texts do not exclude each other, so there the specialist's own view
 * counts.
 *
 * @example speaksFor({ kind: "binary", answer: "yes" }, { answer: "no", stance: "for" }) // false
 * @example speaksFor({ kind: "star_rating", answer: "4" }, { answer: "5", stance: "for" }) // true
 */
export const speaksFor = (
  { answer: panel, kind }: PanelPosition,
  { answer, stance }: Pick<CheckedClaim, "answer" | "stance">
): boolean => {
  const excludes = (kind === "binary" || kind === "multi") && panel !== null && answer !== null && answer !== panel
  return (stance === "for") !== excludes
}

/** What speaks for the answers of the panel, and what against them. */
export interface PacketClaims {
  readonly findings: ReadonlyArray<PacketClaim>
  readonly risks: ReadonlyArray<PacketClaim>
}

/**
 * The findings and risks of a packet: claims with checked quotes, near duplicates merged, ranked by `rankMerged`. A claim
 * that is cited both ways is placed where more specialists see it, and on a tie among the findings; claims without an answer, which
 * no model has judged, are merged for each side alone.
 */
export const packetClaims = (
  claims: ReadonlyArray<CheckedClaim>,
  positions: ReadonlyMap<string, PanelPosition>,
  weights: ReadonlyMap<string, number>
): PacketClaims => {
  const merged = [
    ...mergeTexts(claims.filter(({ answer }) => answer !== null), ({ claim }) => claim),
    // Without a model, claims only say which words a sentence shares with its question, whichever side it is on.
    ...(["for", "against"] as const).flatMap((side) =>
      mergeTexts(claims.filter(({ answer, stance }) => answer === null && stance === side), ({ claim }) => claim)
    )
  ]
  const isFinding = ({ items }: MergedTexts<CheckedClaim>): boolean => {
    const [agree, oppose] = [true, false].map((wanted) =>
      new Set(
        items.filter((item) => speaksFor(positions.get(item.question_id)!, item) === wanted)
          .map(({ specialist }) => specialist)
      ).size
    )
    return agree! >= oppose!
  }
  const ranked = (groups: ReadonlyArray<MergedTexts<CheckedClaim>>): ReadonlyArray<PacketClaim> =>
    rankMerged(groups, ({ citation, specialist }) => ({ specialist, source_id: citation.source_id }), weights)
      .map(claimOf)
  return {
    findings: ranked(merged.filter(isFinding)),
    risks: ranked(merged.filter((group) => !isFinding(group)))
  }
}

const claimOf = ({ items, text }: MergedTexts<CheckedClaim>): PacketClaim => {
  const [first, ...others] = citationsOf(items.map(({ citation }) => citation))
  return {
    claim: text,
    citations: [first!, ...others],
    specialists: distinct(items.map(({ specialist }) => specialist)),
    uses: usesOf(items)
  }
}

/** Where a quote stands, as a key. */
export const placeOf = ({ end, passage_id, start }: Pick<PacketCitation, "end" | "passage_id" | "start">): string =>
  JSON.stringify([passage_id, start, end])

/** Each quote once; the first of every source before the second of any. */
const citationsOf = (citations: ReadonlyArray<PacketCitation>): ReadonlyArray<PacketCitation> => {
  const all = inOrder(
    new Map(citations.map((citation) => [placeOf(citation), citation])).values(),
    ({ end, passage_id, source_id, start }) => [source_id, start, passage_id, end]
  )
  const seen = new Map<string, number>()
  const ranked = all.map((citation) => {
    const rank = seen.get(citation.source_id) ?? 0
    seen.set(citation.source_id, rank + 1)
    return { citation, rank }
  })
  return inOrder(ranked, ({ citation, rank }) => [rank, citation.source_id])
    .slice(0, packetConstants.citations_of_claim_max).map(({ citation }) => citation)
}

const usesOf = (items: ReadonlyArray<CheckedClaim>): ReadonlyArray<ClaimUse> => {
  const uses = new Map<string, { readonly item: CheckedClaim; readonly specialists: Array<string> }>()
  for (const item of items) {
    const key = JSON.stringify([item.question_id, item.stance, item.answer])
    const same = uses.get(key)
    if (same === undefined) uses.set(key, { item, specialists: [item.specialist] })
    else same.specialists.push(item.specialist)
  }
  return inOrder(uses, ([key]) => [key]).map(([, { item: { answer, question_id, stance }, specialists }]) => ({
    question_id,
    answer,
    stance,
    specialists: distinct(specialists)
  }))
}
