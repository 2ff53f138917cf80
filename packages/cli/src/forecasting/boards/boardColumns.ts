import type {
  CalibrationEntry,
  LeaderboardEntry,
  ModelFamilyStats,
  PersonaStats,
  SkillEntry
} from "@auspex/domain/boards"
import { percent } from "../../kit/output/percent.ts"
import type { Column } from "../../kit/output/table.ts"

type Group = ModelFamilyStats | PersonaStats

const score = (value: number | null | undefined): string | undefined => value?.toFixed(4)

const rank: Column<LeaderboardEntry> = { header: "#", value: (row) => row.rank, right: true }
const name: Column<LeaderboardEntry> = { header: "NAME", value: (row) => row.name, shrinks: true }
const accuracy: Column<{ readonly accuracy: number; readonly resolved: number }> = {
  header: "ACCURACY",
  value: (row) => percent(row.accuracy, row.resolved),
  right: true
}
const resolved: Column<{ readonly resolved: number }> = {
  header: "RESOLVED",
  value: (row) => row.resolved,
  right: true
}
const brier: Column<{ readonly brier_score: number | null }> = {
  header: "BRIER",
  value: (row) => score(row.brier_score),
  right: true
}
const adjusted: Column<{ readonly adjusted_brier: number | null }> = {
  header: "ADJUSTED",
  value: (row) => score(row.adjusted_brier),
  right: true
}
const reliability: Column<Pick<CalibrationEntry, "calibration"> | Pick<Group, "calibration">> = {
  header: "RELIABILITY",
  value: (row) => score(row.calibration?.reliability),
  right: true
}
/** The columns of a group of agents, by model family or persona. */
const ofGroup: ReadonlyArray<Column<Group>> = [
  { header: "AGENTS", value: (row) => row.agents, right: true },
  resolved,
  accuracy,
  brier,
  adjusted,
  reliability
]

/** The columns of each board; a row takes at most 80 characters. */
export const boardColumns: {
  readonly points: ReadonlyArray<Column<LeaderboardEntry>>
  readonly calibration: ReadonlyArray<Column<CalibrationEntry>>
  readonly skill: ReadonlyArray<Column<SkillEntry>>
  readonly models: ReadonlyArray<Column<ModelFamilyStats>>
  readonly personas: ReadonlyArray<Column<PersonaStats>>
} = {
  points: [
    rank,
    name,
    { header: "TYPE", value: ({ type }) => type },
    { header: "POINTS", value: ({ points }) => points, right: true },
    { header: "PREDICTIONS", value: ({ predictions }) => predictions, right: true },
    accuracy,
    { header: "MODEL", value: ({ model }) => model, shrinks: true }
  ],
  calibration: [
    rank,
    name,
    resolved,
    brier,
    { header: "LOG", value: ({ log_score }) => score(log_score), right: true },
    reliability,
    { header: "RESOLUTION", value: ({ calibration }) => score(calibration?.resolution), right: true }
  ],
  skill: [
    rank,
    name,
    resolved,
    brier,
    adjusted,
    { header: "95 %", value: ({ interval }) => `${score(interval.low)}-${score(interval.high)}`, right: true },
    { header: "RANKS", value: ({ rank_high, rank_low }) => `${rank_low}-${rank_high}`, right: true }
  ],
  models: [
    { header: "FAMILY", value: ({ model_family }) => model_family, shrinks: true },
    { header: "MODELS", value: ({ model_count }) => model_count, right: true },
    ...ofGroup
  ],
  personas: [
    { header: "PERSONA", value: ({ persona_archetype }) => persona_archetype, shrinks: true },
    ...ofGroup
  ]
}
