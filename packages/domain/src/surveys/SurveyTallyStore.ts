import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { SurveyFacts } from "./SurveyAnalytics.ts"
import type { PrecisionFacts } from "./SurveyPrecision.ts"

/** Which answers are tallied. */
export interface TallyRequest {
  /** The questions of the survey, in its order, each once. */
  readonly question_ids: ReadonlyArray<string>
  /** The accounts that are assigned to the survey; empty when it is open to all. */
  readonly assigned_ids: ReadonlyArray<string>
  /** The last millisecond whose answers count; null for all until now. */
  readonly until: Date | null
}

/**
 * Reads what the results of a survey are computed from in one round trip: every prediction on its questions that was
 * placed by `until`, whoever made it. Owners and the families of agents are those of now, and hidden texts are no
 * arguments. Leaves out ids that no question has.
 */
export class SurveyTallyStore extends Context.Tag("auspex/SurveyTallyStore")<SurveyTallyStore, {
  readonly facts: (request: TallyRequest) => Effect.Effect<SurveyFacts, StorageUnavailable>
  /** The questions of `facts` without arguments, and their tallies, for less: nobody's answers have to be counted. */
  readonly precisionFacts: (
    request: Omit<TallyRequest, "assigned_ids">
  ) => Effect.Effect<PrecisionFacts, StorageUnavailable>
}>() {}
