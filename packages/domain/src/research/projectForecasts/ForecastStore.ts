import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { SpecialistScore } from "../packets/scoreSpecialists.ts"
import type { TrackRecord } from "../packets/TrackRecord.ts"
import type { Resolution } from "../../forecasting/questions/Resolution.ts"

type Stored<A> = Effect.Effect<A, StorageUnavailable>

/** A question of a project that is on the platform. */
export interface ProjectForecast {
  /** The project's question. */
  readonly question_id: string
  readonly platform_question_id: string
}

/** A forecast whose specialists must be scored, or whose scores must be removed. */
export interface SettledForecast extends ProjectForecast {
  readonly project_id: string
  /** The resolution of the platform's question, with its version; null when the question is open again. */
  readonly resolved: { readonly resolution: Resolution; readonly version: number } | null
  /** When the specialists were first scored; null without scores. */
  readonly scored_at: Date | null
}

/** Stores which questions of projects are on the platform, and the records of specialists. */
export class ForecastStore extends Context.Tag("auspex/ForecastStore")<ForecastStore, {
  readonly list: (projectId: string) => Stored<ReadonlyArray<ProjectForecast>>
  readonly link: (forecast: ProjectForecast) => Stored<void>
  /**
   * A forecast whose scores do not belong to the present resolution of its platform question. It stays locked until the end
   * of the unit of work, and other callers skip it.
   */
  readonly claimSettled: Stored<SettledForecast | undefined>
  /** Replaces the scores of a forecast by the scores for a version of the resolution; null removes them. */
  readonly putScores: (
    questionId: string,
    version: number | null,
    scores: ReadonlyArray<SpecialistScore>
  ) => Stored<void>
  /** The track records of the specialists of a workspace: the sums of their scores. */
  readonly records: (workspaceId: string) => Stored<ReadonlyArray<TrackRecord>>
}>() {}
