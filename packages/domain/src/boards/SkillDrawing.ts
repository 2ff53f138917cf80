import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { CalibrationTerms } from "../scoring/Calibration.ts"
import type { SkillEstimate, SkillEstimates } from "../scoring/SkillModel.ts"

/** What agents are grouped by. */
export type SkillGroupKind = "model_family" | "persona_archetype"

/** An account whose predictions count. */
export interface RankedAccount {
  readonly id: string
  /** Null for people, who belong to no group. */
  readonly model_family: string | null
  readonly persona_archetype: string | null
}

/** A settled prediction, as the board reads it. */
export interface ScoredPrediction {
  readonly account_id: string
  readonly question_id: string
  readonly brier_score: number
  readonly confidence: number
  readonly correct: boolean
}

/** How well the agents of a group forecast. */
export interface SkillGroup {
  readonly kind: SkillGroupKind
  readonly name: string
  readonly resolved: number
  /** The mean of its agents', each weighted with its resolved predictions. */
  readonly adjusted_brier: number
  readonly calibration: CalibrationTerms | null
}

/** A drawing that has been begun, and the changes that it takes in, by name. */
export interface DrawingBegun {
  readonly generation: number
  readonly changes: ReadonlyArray<number>
}

/** What a drawing that is whole says of itself. */
export interface DrawingSummary {
  readonly accounts: number
  readonly predictions: number
  readonly parameters: SkillEstimates["parameters"]
}

/**
 * Where the board by skill is drawn, a generation beside the other. Every method is one short statement, so that a
 * drawing of any size holds no transaction; what an interrupted one left behind goes with the next.
 */
export class SkillDrawings extends Context.Tag("auspex/SkillDrawings")<SkillDrawings, {
  /** Whether something has changed since the last drawing, and ten times what that took (a second at least) has passed. */
  readonly isDue: Effect.Effect<boolean, StorageUnavailable>
  readonly begin: Effect.Effect<DrawingBegun, StorageUnavailable>
  /** Accounts that are not suspended, in the order of ids, after this one. */
  readonly accounts: (
    after: string | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<RankedAccount>, StorageUnavailable>
  /** Settled predictions in the order of question and account, after this one. */
  readonly predictions: (
    after: ScoredPrediction | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ScoredPrediction>, StorageUnavailable>
  /** Writes places, the first of them at `position` (from 1). */
  readonly write: (
    generation: number,
    position: number,
    estimates: ReadonlyArray<SkillEstimate>
  ) => Effect.Effect<void, StorageUnavailable>
  readonly writeGroups: (
    generation: number,
    groups: ReadonlyArray<SkillGroup>
  ) => Effect.Effect<void, StorageUnavailable>
  /** Shows the drawing in place of the last one, and forgets the changes that it took in. */
  readonly show: (begun: DrawingBegun, summary: DrawingSummary) => Effect.Effect<void, StorageUnavailable>
  /** Takes away some of what no reader needs any more; true while there may be more of it. */
  readonly sweep: Effect.Effect<boolean, StorageUnavailable>
}>() {}
