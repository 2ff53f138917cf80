import { snapshotOf } from "@auspex/domain/consensus"
import { consensusHistoryExport, type ExportCell } from "@auspex/domain/exports"
import { snapshotHorizon } from "./horizonSql.ts"
import type { TimeSource } from "./timeReading.ts"
import { isPublic } from "../../kernel/isPublic.ts"

type Column = keyof typeof consensusHistoryExport.columns

/** The last four columns are selected as the counts from which `finish` computes them. */
const cells: Readonly<Record<Column, string>> = {
  id: "s.id",
  question_id: "s.question_id",
  question: "q.question",
  category: "q.category",
  question_type: "q.question_type",
  taken_at: "s.taken_at",
  kind: "s.kind",
  total_agents: "s.total_agents",
  yes_percent: "s.yes_count",
  avg_confidence: "s.confidence_sum",
  options: "json_build_array(s.option_counts, q.options)"
}

const names = Object.keys(consensusHistoryExport.columns)
const at = (column: Column): number => names.indexOf(column)

/** Consensus snapshots of public questions, in the order of their instants. */
export const snapshotsSource: TimeSource = {
  name: "consensusHistory",
  columns: consensusHistoryExport.columns,
  cells,
  from: "consensus_snapshots s join questions q on q.id = s.question_id",
  where: isPublic("q"),
  at: "s.taken_at",
  id: "s.id",
  horizon: snapshotHorizon,
  finish: (row) => {
    const [option_counts, names] = row[at("options")] as [ReadonlyArray<number> | null, ReadonlyArray<string> | null]
    const { avg_confidence, options, yes_percent } = snapshotOf({
      taken_at: new Date(row[at("taken_at")] as string),
      total_agents: row[at("total_agents")] as number,
      yes_count: row[at("yes_percent")] as number,
      confidence_sum: row[at("avg_confidence")] as number,
      option_counts
    }, names)
    row[at("yes_percent")] = yes_percent
    row[at("avg_confidence")] = avg_confidence
    row[at("options")] = options ?? null
    return row as ReadonlyArray<ExportCell>
  }
}
