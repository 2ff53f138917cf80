import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { SurveyFacts } from "./SurveyResults.ts"
import type { PrecisionFacts } from "./SurveyPrecision.ts"

/**
 * Reads the facts from which the results of an opened survey are computed, in one round trip: its questions in their
 * order, its panel, and every prediction on the questions that was placed by its close (by now, while it is open),
 * whoever made it. Owners and the families of agents are those of now, and hidden texts are no arguments. A draft,
 * which no answers are counted for yet, and an unknown survey have no questions and nobody on their panels.
 */
export class SurveyTallyStore extends Context.Tag("auspex/SurveyTallyStore")<SurveyTallyStore, {
  readonly facts: (surveyId: string) => Effect.Effect<SurveyFacts, StorageUnavailable>
  /**
   * The questions of `facts` without arguments, and their tallies, for less: nobody's answers have to be counted. Drafts
   * have them too.
   */
  readonly precisionFacts: (surveyId: string) => Effect.Effect<PrecisionFacts, StorageUnavailable>
}>() {}
