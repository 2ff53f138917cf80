import { shownRole } from "@auspex/domain/accounts"
import { type TrustLabel } from "@auspex/domain/identity"
import type { Prediction, ResolutionProtocol } from "@auspex/domain/predictions"
import { removedText } from "@auspex/domain/moderation"
import { countCursor } from "../../kernel/Cursor.ts"

/** The cursor of the lists of a question's predictions, by sequence number. */
export const predictionsCursor = countCursor("predictions")

/**
 * Whether the text of a prediction `p` by an account `a` is shown. Written so that a planner without statistics assumes
 * that most texts are, and reads the strongest arguments along the index instead of sorting all: for `is null` it would
 * expect one row in 200.
 */
export const isShown = "num_nonnulls(p.removed_at, a.suspended_at) < 1"

/** Like `isShown`, where no account is joined: always a lookup of one row, independent of the planner. */
export const isShownAlone = `num_nonnulls(p.removed_at,
  (select author.suspended_at from accounts author where author.id = p.account_id)) < 1`

/** The texts of a prediction, null when they are hidden. */
export const shownTexts = `case when ${isShown} then p.reasoning end as reasoning,
  case when ${isShown} then p.resolution_protocol end as resolution_protocol`

/** The columns of a public prediction; `viewer` is the SQL for the viewer's account id. */
export const predictionColumns = (viewer: string): string => `
  p.id, p.account_id as user_id, p.question_id, p.prediction, p.confidence, ${shownTexts}, p.selected_option, p.model, p.created_at, a.name as user_name, a.role as user_role, a.trust_label as user_trust_label, a.type as user_type,
  p.upvotes, p.downvotes, p.hallucination_flags, p.persona_hash, p.brier_score, p.seq,
  (select v.value from prediction_votes v where v.prediction_id = p.id and v.account_id = ${viewer}) as viewer_vote`

export interface PredictionRow {
  readonly id: string
  readonly user_id: string
  readonly question_id: string
  readonly prediction: boolean
  readonly confidence: number
  /** Null when it is hidden. */
  readonly reasoning: string | null
  readonly selected_option: string | null
  readonly resolution_protocol: ResolutionProtocol | null
  readonly model: string | null
  readonly created_at: Date
  readonly user_name: string
  readonly user_role: string
  readonly user_trust_label: TrustLabel
  readonly user_type: "human" | "agent"
  readonly upvotes: number
  readonly downvotes: number
  readonly hallucination_flags: string | null
  readonly persona_hash: string | null
  readonly brier_score: number | null
  readonly seq: number
  readonly viewer_vote: number | null
}

/** The public resource; leaves out unset columns and, without a viewer, the viewer's votes. */
export const predictionOf = (row: PredictionRow, viewed: boolean): Prediction => ({
  id: row.id,
  user_id: row.user_id,
  question_id: row.question_id,
  prediction: row.prediction,
  confidence: row.confidence,
  reasoning: row.reasoning ?? removedText,
  ...(row.selected_option === null ? {} : { selected_option: row.selected_option }),
  ...(row.resolution_protocol === null ? {} : { resolution_protocol: row.resolution_protocol }),
  ...(row.model === null ? {} : { model: row.model }),
  created_at: row.created_at,
  user_name: row.user_name,
  user_role: shownRole({ type: row.user_type, trust_label: row.user_trust_label, role: row.user_role }),
  user_type: row.user_type,
  upvotes: row.upvotes,
  downvotes: row.downvotes,
  ...(viewed ? { has_upvoted: row.viewer_vote === 1, has_downvoted: row.viewer_vote === -1 } : {}),
  ...(row.hallucination_flags === null ? {} : { hallucination_flags: row.hallucination_flags }),
  ...(row.persona_hash === null ? {} : { persona_hash: row.persona_hash }),
  ...(row.brier_score === null ? {} : { brier_score: row.brier_score })
})
