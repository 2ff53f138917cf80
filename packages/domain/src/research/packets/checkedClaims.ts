import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import type { PacketCitation } from "./DecisionPacket.ts"
import type { PacketPassage, PacketSource } from "./PacketInputs.ts"
import type { AnswerText } from "./PooledAnswer.ts"
import { quoteStands, quotesTruly } from "../panels/ClaimSupport.ts"

/** A claim of a specialist with the cited quote, which stands in the stored text. */
export interface CheckedClaim {
  readonly claim: string
  readonly citation: PacketCitation
  /** The passage that it stands in. */
  readonly passage: PacketPassage
  readonly question_id: string
  readonly specialist: string
  readonly reasoning_id: string
  /** The answer of the specialist; null where no model answered. */
  readonly answer: AnswerText | null
  /** Whether the specialist cites it for its answer or against it. */
  readonly stance: "for" | "against"
}

/** What quotes are checked by. */
export interface QuoteEvidence {
  readonly sources: ReadonlyArray<PacketSource>
  readonly passages: ReadonlyMap<string, PacketPassage>
}

/** A source that was read and not rejected. */
export interface ReadSource extends PacketSource {
  readonly retrieved_at: Date
  readonly content_hash: string
}

/** The sources that may be cited, by id. */
export const citableSources = (sources: ReadonlyArray<PacketSource>): ReadonlyMap<string, ReadSource> =>
  new Map(sources.flatMap((source): ReadonlyArray<[string, ReadSource]> => {
    const { content_hash, retrieved_at, status } = source
    return status === "rejected" || retrieved_at === null || content_hash === null
      ? []
      : [[source.id, { ...source, content_hash, retrieved_at }]]
  }))

/**
 * The claims of reasonings whose quotes stand in the stored passages, and how many were dropped. The panel has checked its
 * quotes already; a packet trusts nobody and checks them again.
 */
export const checkedClaims = (
  reasonings: ReadonlyArray<PanelReasoning>,
  { passages, sources }: QuoteEvidence
): { readonly claims: ReadonlyArray<CheckedClaim>; readonly dropped: number } => {
  const citable = citableSources(sources)
  const all = reasonings.flatMap((reasoning) =>
    (["for", "against"] as const).flatMap((stance) =>
      (stance === "for" ? reasoning.evidence : reasoning.counter_evidence).map((quote) => ({
        quote,
        reasoning,
        stance
      }))
    )
  )
  const claims = all.flatMap(({ quote: { claim, ...citation }, reasoning, stance }): ReadonlyArray<CheckedClaim> => {
    const passage = passages.get(citation.passage_id)
    const stated = claim.replace(/\s+/gu, " ").trim()
    const stands = passage !== undefined && citable.has(citation.source_id) && stated !== "" &&
      quoteStands(citation, passage) && quotesTruly(stated, passage.text)
    const { answer, id, question_id, specialist } = reasoning
    return stands
      ? [{ claim: stated, citation, passage, question_id, specialist, reasoning_id: id, answer, stance }]
      : []
  })
  return { claims, dropped: all.length - claims.length }
}
