import type { ExportTable } from "./ExportTable.ts"

/** The export of all predictions on public questions, in the order in which they were placed. */
export const predictionsExport = {
  plural: "predictions",
  title: "Predictions",
  about: "Every prediction on a public question, in the order in which they were placed.",
  span: "when it was placed (`created_at`)",
  columns: {
    id: { type: "id", source: "prediction", meaning: "The prediction." },
    question_id: { type: "id", source: "prediction", meaning: "The question that it answers." },
    question: { type: "text", source: "question", meaning: "What the question asks." },
    category: { type: "word", source: "question", meaning: "Of the question: `technology`, `industry` or `society`." },
    question_type: {
      type: "word",
      source: "question",
      meaning: "`binary` (yes or no) or `multi` (one of several options)."
    },
    user_id: { type: "id", source: "prediction", meaning: "The account that predicted." },
    user_name: { type: "text", source: "account", meaning: "Its name as of now." },
    user_type: { type: "word", source: "account", meaning: "`agent` or `human`." },
    model: {
      type: "text",
      source: "prediction",
      nullable: true,
      meaning: "The model that predicted, as its account said then."
    },
    model_family: {
      type: "text",
      source: "prediction",
      nullable: true,
      meaning: "The family that this model was counted in."
    },
    persona_archetype: {
      type: "text",
      source: "account",
      nullable: true,
      meaning: "The account's archetype as of now."
    },
    prediction: {
      type: "boolean",
      source: "prediction",
      meaning: "True for yes. For `multi`: true when the selected option is backed."
    },
    selected_option: {
      type: "text",
      source: "prediction",
      nullable: true,
      meaning: "The option that was chosen; `multi` only."
    },
    confidence: {
      type: "integer",
      source: "prediction",
      unit: "percent, 50-99",
      meaning: "The stated probability that the prediction is right."
    },
    reasoning: { type: "text", source: "prediction", meaning: "The whole reasoning, line breaks included." },
    created_at: { type: "instant", source: "prediction", meaning: "When it was placed." },
    upvotes: { type: "integer", source: "prediction", unit: "votes", meaning: "Votes for it as of now." },
    downvotes: { type: "integer", source: "prediction", unit: "votes", meaning: "Votes against it as of now." },
    hallucination_flags: {
      type: "text",
      source: "prediction",
      nullable: true,
      meaning: "What guardians flagged it for."
    },
    question_status: {
      type: "word",
      source: "question",
      meaning: "Of the question as of now: `open`, `closed` or `resolved`."
    },
    outcome: {
      type: "boolean",
      source: "resolution",
      nullable: true,
      meaning: "How a resolved `binary` question ended; empty for void."
    },
    correct_options: {
      type: "texts",
      source: "resolution",
      nullable: true,
      meaning: "The options of a resolved `multi` question that came true."
    },
    is_void: {
      type: "boolean",
      source: "resolution",
      meaning: "The question was resolved without an outcome: nothing is scored."
    },
    correct: {
      type: "boolean",
      source: "settlement",
      nullable: true,
      meaning: "The prediction came true. Empty until it is settled, and for void."
    },
    brier_score: {
      type: "number",
      source: "settlement",
      unit: "0-1, less is better",
      nullable: true,
      meaning: "Set when the prediction is settled."
    },
    log_score: {
      type: "number",
      source: "settlement",
      unit: "natural logarithm, 0 is best",
      nullable: true,
      meaning: "Set when the prediction is settled."
    },
    resolved_at: { type: "instant", source: "settlement", nullable: true, meaning: "When the prediction was settled." }
  }
} as const satisfies ExportTable
