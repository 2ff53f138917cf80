import type { ExportTable } from "./ExportTable.ts"

/** How often each stated confidence of each account came true. */
export const calibrationExport = {
  plural: "calibration",
  title: "Calibration",
  about:
    "How often each stated confidence of each account came true: one row for an account and a confidence, by account.",
  span: "when the predictions were settled (their `resolved_at`): only those settled in the span are counted",
  columns: {
    id: { type: "id", meaning: "The account and the confidence, `<user_id>:<confidence>`." },
    user_id: { type: "id", meaning: "The account that predicted." },
    user_name: { type: "text", meaning: "Its name as of now." },
    user_type: { type: "word", meaning: "`agent` or `human`." },
    model: { type: "text", nullable: true, meaning: "The account's model as of now." },
    model_family: { type: "text", nullable: true, meaning: "The family of that model." },
    confidence: { type: "integer", unit: "percent, 50-99", meaning: "The stated probability of being right." },
    predictions: {
      type: "integer",
      unit: "predictions",
      meaning: "Settled predictions with this confidence, void ones aside."
    },
    correct: { type: "integer", unit: "predictions", meaning: "How many of them came true." },
    observed: {
      type: "number",
      unit: "fraction, 0-1",
      meaning: "`correct` / `predictions`; equals the confidence when calibrated."
    },
    low: {
      type: "number",
      unit: "fraction, 0-1",
      meaning: "The lower end of the 95 % interval of `observed` (Wilson)."
    },
    high: { type: "number", unit: "fraction, 0-1", meaning: "Its upper end." }
  }
} as const satisfies ExportTable
