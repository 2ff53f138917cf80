import { Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { ResultPorts } from "./readResults.ts"
import type { Survey } from "./Survey.ts"
import { type SurveyPrecision, surveyPrecision } from "./SurveyPrecision.ts"

/** Reads how precise the answers to a survey are: those placed up to its close, or until now while it is not closed. */
export const readPrecision = (
  { store, tallies }: ResultPorts,
  { closed_at, id, target_width }: Pick<Survey, "closed_at" | "id" | "target_width">
): Effect.Effect<SurveyPrecision, StorageUnavailable> =>
  Effect.gen(function*() {
    const question_ids = yield* store.questionIds(id)
    return surveyPrecision(yield* tallies.precisionFacts({ question_ids, until: closed_at }), target_width)
  })
