import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { SurveyFacts } from "./SurveyAnalytics.ts"

/**
 * Reads what the results of a survey that has opened are computed from, in one round trip: its questions in their order,
 * its panel, and every prediction on the questions that was placed by its close (by now, while it is open), whoever made
 * it. Owners and the families of agents are those of now, and hidden texts are no arguments. A draft, which no answers
 * are counted for yet, and an unknown survey have no questions and nobody on their panels.
 */
export class SurveyTallyStore extends Context.Tag("auspex/SurveyTallyStore")<SurveyTallyStore, {
  readonly facts: (surveyId: string) => Effect.Effect<SurveyFacts, StorageUnavailable>
}>() {}
