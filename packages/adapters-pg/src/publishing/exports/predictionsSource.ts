import { predictionsExport } from "@auspex/domain/exports"
import { removedText } from "@auspex/domain/moderation"
import { isShown } from "../../forecasting/predictions/predictionRows.ts"
import { horizon } from "./horizonSql.ts"
import type { TimeSource } from "./timeReading.ts"
import { isPublic } from "../../kernel/isPublic.ts"

const cells: Readonly<Record<keyof typeof predictionsExport.columns, string>> = {
  id: "p.id",
  question_id: "p.question_id",
  question: "q.question",
  category: "q.category",
  question_type: "q.question_type",
  user_id: "p.account_id",
  user_name: "a.name",
  user_type: "a.type",
  model: "p.model",
  model_family: "case when p.model is null then 'human' else p.model_family end",
  persona_archetype: "a.persona_archetype",
  prediction: "p.prediction",
  selected_option: "p.selected_option",
  confidence: "p.confidence",
  reasoning: `case when ${isShown} then p.reasoning else '${removedText}' end`,
  created_at: "p.created_at",
  upvotes: "p.upvotes",
  downvotes: "p.downvotes",
  hallucination_flags: "p.hallucination_flags",
  question_status: "q.status",
  outcome: "q.outcome",
  correct_options: "q.correct_options",
  is_void: "q.is_void",
  correct: "p.correct",
  brier_score: "p.brier_score",
  log_score: "p.log_score",
  resolved_at: "p.resolved_at"
}

/** Predictions on public questions, in the order of their placement. */
export const predictionsSource: TimeSource = {
  name: "predictions",
  columns: predictionsExport.columns,
  cells,
  from: "predictions p join questions q on q.id = p.question_id join accounts a on a.id = p.account_id",
  where: isPublic("q"),
  at: "p.created_at",
  id: "p.id",
  horizon
}
