import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import type { MindChanger } from "./DecisionPacket.ts"
import { distinct } from "./inOrder.ts"
import { mergeTexts } from "./mergeTexts.ts"
import { rankMerged } from "./rankMerged.ts"

/**
 * What would change the mind of the panel: the falsifiers of its reasonings, near duplicates merged, ranked by the weights of
 * the specialists that name them and by novelty; at most 12.
 */
export const mindChangers = (
  reasonings: ReadonlyArray<Pick<PanelReasoning, "falsifiers" | "question_id" | "specialist">>,
  weights: ReadonlyMap<string, number>
): ReadonlyArray<MindChanger> => {
  const named = reasonings.flatMap(({ falsifiers, question_id, specialist }) =>
    falsifiers.map((text) => ({ text: text.replace(/\s+/gu, " ").trim(), question_id, specialist }))
  ).filter(({ text }) => text !== "")
  return rankMerged(
    mergeTexts(named, ({ text }) => text),
    ({ specialist }) => ({ specialist, source_id: null }),
    weights
  ).map(({ items, text }) => ({
    text,
    question_ids: distinct(items.map(({ question_id }) => question_id)),
    specialists: distinct(items.map(({ specialist }) => specialist))
  }))
}
