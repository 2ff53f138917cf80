import { type Context, Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Survey } from "./Survey.ts"
import { type SurveyPrecision, surveyPrecision } from "./SurveyPrecision.ts"
import type { SurveyTallyStore } from "./SurveyTallyStore.ts"

/** Reads how precise the answers to a survey are: those placed up to its close, or until now while it is not closed. */
export const readPrecision = (
  tallies: Context.Tag.Service<SurveyTallyStore>,
  { id, target_width }: Pick<Survey, "id" | "target_width">
): Effect.Effect<SurveyPrecision, StorageUnavailable> =>
  Effect.map(tallies.precisionFacts(id), (facts) => surveyPrecision(facts, target_width))
