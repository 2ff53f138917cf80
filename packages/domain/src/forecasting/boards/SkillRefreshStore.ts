import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { CalibrationTerms } from "../scoring/Calibration.ts"
import type { SkillEstimate, SkillEstimates } from "../scoring/SkillModel.ts"

/** The attributes by which agents are grouped. */
export type SkillGroupKind = "model_family" | "persona_archetype"

/** An account on the skill board. */
export interface RankedAccount {
  readonly id: string
  /** Null for humans, who belong to no group. */
  readonly model_family: string | null
  readonly persona_archetype: string | null
}

/** A settled prediction, as read for the skill board. */
export interface ScoredPrediction {
  readonly account_id: string
  readonly question_id: string
  readonly brier_score: number
  readonly confidence: number
  readonly correct: boolean
}

/** The forecasting record of a group of agents. */
export interface SkillGroup {
  readonly kind: SkillGroupKind
  readonly name: string
  readonly resolved: number
  /** The mean over its agents, weighted by resolved predictions. */
  readonly adjusted_brier: number
  readonly calibration: CalibrationTerms | null
}

/** A refresh of the board in progress, and the ids of the recorded changes that it will include. */
export interface RefreshStarted {
  readonly generation: number
  readonly changes: ReadonlyArray<number>
}

/** The summary of a complete refresh. */
export interface RefreshSummary {
  readonly accounts: number
  readonly predictions: number
  readonly parameters: SkillEstimates["parameters"]
}

/** The pause after a refresh of the skill board, as a multiple of its duration. */
export const refreshPauseFactor = 10

/**
 * Storage for refreshing the skill board, in generations: a new one is written beside the visible one. Every method is
 * one short statement, so a refresh of any size holds no transaction; what an interrupted refresh left behind is
 * removed by the next one.
 */
export class SkillRefreshStore extends Context.Tag("auspex/SkillRefreshStore")<SkillRefreshStore, {
  /**
   * Whether something has changed since the last refresh, and `refreshPauseFactor` times its duration (at least a second) has passed.
   */
  readonly isDue: Effect.Effect<boolean, StorageUnavailable>
  readonly begin: Effect.Effect<RefreshStarted, StorageUnavailable>
  /** Accounts that are not suspended, in the order of their ids, after `after`. */
  readonly accounts: (
    after: string | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<RankedAccount>, StorageUnavailable>
  /** Settled predictions in the order of question and account, after `after`. */
  readonly predictions: (
    after: ScoredPrediction | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ScoredPrediction>, StorageUnavailable>
  /** Writes rows of the board, the first of them at `position` (from 1). */
  readonly write: (
    generation: number,
    position: number,
    estimates: ReadonlyArray<SkillEstimate>
  ) => Effect.Effect<void, StorageUnavailable>
  readonly writeGroups: (
    generation: number,
    groups: ReadonlyArray<SkillGroup>
  ) => Effect.Effect<void, StorageUnavailable>
  /** Makes the new generation visible and deletes the recorded changes that it includes. */
  readonly show: (begun: RefreshStarted, summary: RefreshSummary) => Effect.Effect<void, StorageUnavailable>
  /** Deletes a part of what no reader needs any more; returns whether there may be more. */
  readonly sweep: Effect.Effect<boolean, StorageUnavailable>
}>() {}
