import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { SurveyFacts } from "./SurveyResults.ts"
import type { PrecisionFacts } from "./SurveyPrecision.ts"

/**
 * Reads the facts of the results of an opened survey in one round trip: its questions in their order, its panel, and
 * all predictions on the questions up to its close (up to now, while it is open), by any account. Owners and model
 * families are the present ones, and hidden texts are not used as arguments. A draft has no counted answers yet: like
 * an unknown survey, it has no questions and an empty panel.
 */
export class SurveyTallyStore extends Context.Tag("auspex/SurveyTallyStore")<SurveyTallyStore, {
  readonly facts: (surveyId: string) => Effect.Effect<SurveyFacts, StorageUnavailable>
  /**
   * The questions of `facts` without arguments, and their tallies. Cheaper than `facts`, because the panel is not
   * counted. Drafts have these facts, too.
   */
  readonly precisionFacts: (surveyId: string) => Effect.Effect<PrecisionFacts, StorageUnavailable>
}>() {}
