import type { ExportTable } from "./ExportTable.ts"

/** The export of consensus snapshots of all public questions. */
export const consensusHistoryExport = {
  plural: "consensus_history",
  title: "Consensus history",
  about:
    "The snapshots of the consensus of every public question: one at the end of each day (UTC), and one whenever a share moved by five points; in the order of their instants.",
  span: "when the snapshot was taken (`taken_at`)",
  columns: {
    id: { type: "id", source: "snapshot", meaning: "The snapshot." },
    question_id: { type: "id", source: "snapshot", meaning: "The question." },
    question: { type: "text", source: "question", meaning: "What it asks." },
    category: { type: "word", source: "question", meaning: "Of the question: `technology`, `industry` or `society`." },
    question_type: { type: "word", source: "question", meaning: "`binary` or `multi`." },
    taken_at: { type: "instant", source: "snapshot", meaning: "The instant whose consensus this is." },
    kind: {
      type: "word",
      source: "snapshot",
      meaning: "`daily` (the end of a day) or `moved` (a share moved by five points)."
    },
    total_agents: {
      type: "integer",
      source: "snapshot",
      unit: "predictions",
      meaning: "Predictions on the question until then."
    },
    yes_percent: {
      type: "number",
      source: "computed",
      unit: "percent, 0-100",
      meaning: "The share of them that said yes, two decimals."
    },
    avg_confidence: {
      type: "number",
      source: "computed",
      unit: "percent, 50-99",
      meaning: "Their mean confidence, two decimals; 0 without predictions."
    },
    options: {
      type: "shares",
      source: "computed",
      nullable: true,
      meaning: "For `multi`: each option with its count and its share in percent, in the order of the question."
    }
  }
} as const satisfies ExportTable
