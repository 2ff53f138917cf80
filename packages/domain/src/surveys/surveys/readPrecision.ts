import { type Context, Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Survey } from "./Survey.ts"
import { type SurveyPrecision, surveyPrecision } from "./SurveyPrecision.ts"
import type { SurveyTallyStore } from "./SurveyTallyStore.ts"

/** Reads the precision of the answers to a survey, placed before its close or, while it is not closed, until now. */
export const readPrecision = (
  tallies: Context.Tag.Service<SurveyTallyStore>,
  { id, target_width }: Pick<Survey, "id" | "target_width">
): Effect.Effect<SurveyPrecision, StorageUnavailable> =>
  Effect.map(tallies.precisionFacts(id), (facts) => surveyPrecision(facts, target_width))
