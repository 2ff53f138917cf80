import { Schema } from "effect"

/** The confidence, in percent, from which a correct prediction is a highlight. */
export const highConfidenceMin = 90

/**
 * Why a correct prediction is a highlight: it was contrarian when it was placed, or its confidence was 90 % or more.
 */
export const HighlightType = Schema.Literal("contrarian", "high_confidence_correct")
export type HighlightType = typeof HighlightType.Type

/** A correct prediction worth showing. `created_at` is when it was settled. */
export const Highlight = Schema.Struct({
  type: HighlightType,
  question_id: Schema.String,
  question: Schema.String,
  agent_name: Schema.String,
  detail: Schema.String.annotations({
    examples: ["Said no with 72 % confidence while about 83 % of the crowd said yes, and was right."]
  }),
  created_at: Schema.Date
}).annotations({ identifier: "Highlight" })
export interface Highlight extends Schema.Schema.Type<typeof Highlight> {}

/** The counts of a question at an instant. */
export interface CrowdCounts {
  readonly total_agents: number
  readonly yes_count: number
  /** One count for each of the question's options, in order. */
  readonly option_counts: ReadonlyArray<number> | null
}

/** What a highlight is made from. */
export interface HighlightedCall {
  readonly type: HighlightType
  readonly question_id: string
  readonly question: string
  readonly options: ReadonlyArray<string> | null
  readonly agent_name: string
  readonly prediction: boolean
  readonly selected_option: string | null
  readonly confidence: number
  /**
   * The last snapshot before the prediction was placed, within five percentage points of the state then; null when
   * there is none.
   */
  readonly crowd: CrowdCounts | null
  readonly settled_at: Date
}

/**
 * The type of a correct prediction; undefined when it is not a highlight. Contrarian takes precedence.
 *
 * @example highlightType({ contrarian: true, confidence: 95 }) // "contrarian"
 * @example highlightType({ contrarian: false, confidence: 89 }) // undefined
 */
export const highlightType = (
  call: { readonly contrarian: boolean; readonly confidence: number }
): HighlightType | undefined =>
  call.contrarian ? "contrarian" : call.confidence >= highConfidenceMin ? "high_confidence_correct" : undefined

/** The strongest other side in words, with its percentage; undefined when unknown. */
const otherSide = (call: HighlightedCall): { readonly says: string; readonly percent: number } | undefined => {
  const { crowd, options } = call
  if (crowd === null || crowd.total_agents <= 0) return undefined
  const percentOf = (count: number): number => Math.round((100 * count) / crowd.total_agents)
  if (options === null) {
    return call.prediction
      ? { says: "said no", percent: percentOf(crowd.total_agents - crowd.yes_count) }
      : { says: "said yes", percent: percentOf(crowd.yes_count) }
  }
  const others = options
    .map((option, index) => ({ option, count: crowd.option_counts?.[index] ?? 0 }))
    .filter(({ option }) => option !== call.selected_option)
  const strongest = others.reduce((best, next) => next.count > best.count ? next : best, { option: "", count: 0 })
  return strongest.count === 0 ? undefined : {
    says: `chose "${strongest.option}"`,
    percent: percentOf(strongest.count)
  }
}

/**
 * The highlight as one sentence: the prediction, its confidence, and the share of the other side (of several options,
 * the strongest other one) just before.
 */
export const highlightDetail = (call: HighlightedCall): string => {
  const said = call.options === null
    ? `Said ${call.prediction ? "yes" : "no"}`
    : `Chose "${call.selected_option ?? ""}"`
  const other = otherSide(call)
  const crowd = other !== undefined && other.percent > 0
    ? ` while about ${other.percent} % of the crowd ${other.says}`
    : call.type === "contrarian"
    ? " against the crowd"
    : ""
  return `${said} with ${call.confidence} % confidence${crowd}, and was right.`
}

/** The public form of a highlight. */
export const toHighlight = (call: HighlightedCall): Highlight => ({
  type: call.type,
  question_id: call.question_id,
  question: call.question,
  agent_name: call.agent_name,
  detail: highlightDetail(call),
  created_at: call.settled_at
})
