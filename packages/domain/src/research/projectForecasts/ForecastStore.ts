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

/** A forecast whose specialists are to be scored, or no longer. */
export interface SettledForecast extends ProjectForecast {
  readonly project_id: string
  /** Of the platform's question, with its version; null when the question is open again. */
  readonly resolved: { readonly resolution: Resolution; readonly version: number } | null
  /** When the specialists were first scored; null when they are not. */
  readonly scored_at: Date | null
}

/** Stores which questions of projects are on the platform, and the records of specialists. */
export class ForecastStore extends Context.Tag("auspex/ForecastStore")<ForecastStore, {
  readonly list: (projectId: string) => Stored<ReadonlyArray<ProjectForecast>>
  readonly link: (forecast: ProjectForecast) => Stored<void>
  /**
   * A forecast whose scores do not belong to the present resolution of its platform question. It stays locked until the end
   * of the unit of work; others pass it over.
   */
  readonly claimSettled: Stored<SettledForecast | undefined>
  /** Replaces the scores of a forecast by the scores for a version of the resolution; null removes them. */
  readonly putScores: (
    questionId: string,
    version: number | null,
    scores: ReadonlyArray<SpecialistScore>
  ) => Stored<void>
  /** How the specialists of a workspace did so far: the sums of their scores. */
  readonly records: (workspaceId: string) => Stored<ReadonlyArray<TrackRecord>>
}>() {}
