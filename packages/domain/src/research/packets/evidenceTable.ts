import { type CheckedClaim, citableSources } from "./checkedClaims.ts"
import type { EvidenceRow, PacketCitation, PacketClaim } from "./DecisionPacket.ts"
import { inOrder } from "./inOrder.ts"
import { packetConstants } from "./packetConstants.ts"
import { placeOf } from "./packetClaims.ts"
import type { PacketSource } from "./PacketInputs.ts"

/** The version of a source that a passage is from, as a key. */
const versionOf = ({ content_hash, source_id }: CheckedClaim["passage"]): string =>
  JSON.stringify([source_id, content_hash])

/**
 * Every version of a source that a checked quote cites, with its quotes in the order of its text. Versions stand in the order
 * in which the findings and risks cite them, then the others by title, the latest first. Of a version with more than 40
 * quotes, quotes of findings and risks come first.
 */
export const evidenceTable = (
  claims: ReadonlyArray<CheckedClaim>,
  shown: ReadonlyArray<PacketClaim>,
  sources: ReadonlyArray<PacketSource>
): ReadonlyArray<EvidenceRow> => {
  const citable = citableSources(sources)
  const byVersion = new Map<string, { passage: CheckedClaim["passage"]; quotes: Map<string, PacketCitation> }>()
  const versionAt = new Map<string, string>()
  for (const { citation, passage } of claims) {
    const version = versionOf(passage)
    const row = byVersion.get(version) ?? { passage, quotes: new Map<string, PacketCitation>() }
    byVersion.set(version, row)
    row.quotes.set(placeOf(citation), citation)
    versionAt.set(placeOf(citation), version)
  }
  const places = new Set(shown.flatMap(({ citations }) => citations).map(placeOf))
  const ranks = new Map([...new Set([...places].map((place) => versionAt.get(place)))].map((one, at) => [one, at]))
  const rows = [...byVersion].map(([version, { passage: { content_hash, retrieved_at, source_id }, quotes }]) => {
    const { title, uri } = citable.get(source_id)!
    const first = inOrder(
      quotes,
      ([place, { end, passage_id, start }]) => [places.has(place) ? 0 : 1, start, end, passage_id]
    ).slice(0, packetConstants.quotes_of_source_max)
    const inText = inOrder(first, ([, { end, passage_id, start }]) => [start, end, passage_id])
    const row: EvidenceRow = {
      source_id,
      title: title ?? uri,
      uri,
      retrieved_at,
      content_hash,
      quotes: inText.map(([, { end, passage_id, quote, start }]) => ({ passage_id, quote, start, end })),
      quote_count: quotes.size
    }
    return { row, rank: ranks.get(version) ?? ranks.size }
  })
  return inOrder(
    rows,
    ({ rank, row: { content_hash, retrieved_at, source_id, title } }) => [
      rank,
      title,
      source_id,
      -retrieved_at.getTime(),
      content_hash
    ]
  ).map(({ row }) => row)
}
