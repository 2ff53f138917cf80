import { type Context, Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Survey } from "./Survey.ts"
import { type SurveyResults, surveyResults } from "./SurveyResults.ts"
import type { SurveyTallyStore } from "./SurveyTallyStore.ts"

/** Reads the results of a survey from predictions before its close or, while it is open, until now (`provisional`). */
export const readResults = (
  tallies: Context.Tag.Service<SurveyTallyStore>,
  { closed_at, id, title }: Survey
): Effect.Effect<SurveyResults, StorageUnavailable> =>
  Effect.map(tallies.facts(id), (facts) => ({ survey_id: id, title, ...surveyResults(facts, closed_at === null) }))
