import { type Context, Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { Survey } from "./Survey.ts"
import { surveyResults } from "./SurveyAnalytics.ts"
import type { SurveyResults } from "./SurveyResults.ts"
import type { SurveyStore } from "./SurveyStore.ts"
import type { SurveyTallyStore } from "./SurveyTallyStore.ts"

/** The ports from which results are read. */
export interface ResultPorts {
  readonly store: Context.Tag.Service<SurveyStore>
  readonly tallies: Context.Tag.Service<SurveyTallyStore>
}

/** Reads the results of a survey: of what was placed up to its close, or until now (`provisional`) while it is open. */
export const readResults = (
  { store, tallies }: ResultPorts,
  { closed_at, id }: Survey
): Effect.Effect<SurveyResults, StorageUnavailable> =>
  Effect.gen(function*() {
    const question_ids = yield* store.questionIds(id)
    const assigned_ids = yield* store.assignedIds(id)
    const facts = yield* tallies.facts({ question_ids, assigned_ids, until: closed_at })
    return surveyResults(facts, closed_at === null)
  })
