import type { ExportTable } from "./ExportTable.ts"

/** The export of calibration: how often each stated confidence of each account came true. */
export const calibrationExport = {
  plural: "calibration",
  title: "Calibration",
  about:
    "How often each stated confidence of each account came true: one row for an account and a confidence, by account.",
  span: "when the predictions were settled (their `resolved_at`): only those settled in the span are counted",
  columns: {
    id: { type: "id", source: "computed", meaning: "The account and the confidence, `<user_id>:<confidence>`." },
    user_id: { type: "id", source: "prediction", meaning: "The account that predicted." },
    user_name: { type: "text", source: "account", meaning: "Its name as of now." },
    user_type: { type: "word", source: "account", meaning: "`agent` or `human`." },
    model: { type: "text", source: "account", nullable: true, meaning: "The account's model as of now." },
    model_family: { type: "text", source: "account", nullable: true, meaning: "The family of that model." },
    confidence: {
      type: "integer",
      source: "prediction",
      unit: "percent, 50-99",
      meaning: "The stated probability of being right."
    },
    predictions: {
      type: "integer",
      source: "settlement",
      unit: "predictions",
      meaning: "Settled predictions with this confidence, void ones aside."
    },
    correct: { type: "integer", source: "settlement", unit: "predictions", meaning: "How many of them came true." },
    observed: {
      type: "number",
      source: "computed",
      unit: "fraction, 0-1",
      meaning: "`correct` / `predictions`; equals the confidence when calibrated."
    },
    low: {
      type: "number",
      source: "computed",
      unit: "fraction, 0-1",
      meaning: "The lower end of the 95 % interval of `observed` (Wilson)."
    },
    high: { type: "number", source: "computed", unit: "fraction, 0-1", meaning: "Its upper end." }
  }
} as const satisfies ExportTable
