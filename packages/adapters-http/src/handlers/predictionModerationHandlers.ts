import { PredictionModeration } from "@auspex/domain/predictions"
import { Effect } from "effect"
import { listAnswer } from "../contract/listOf.ts"
import { PredictionModerationApi } from "../contract/PredictionModerationApi.ts"
import { handlersFor } from "../engine/handlersFor.ts"

/** Texts of predictions, removed and restored. */
export const predictionModerationHandlers = handlersFor(PredictionModerationApi, {
  removedPredictions: ({ actor, query }) =>
    Effect.flatMap(
      PredictionModeration,
      (moderation) => Effect.map(moderation.listRemoved(actor, query, query), (page) => listAnswer("predictions", page))
    ),
  adminPrediction: ({ actor, path }) =>
    Effect.flatMap(
      PredictionModeration,
      (moderation) => Effect.map(moderation.show(actor, path.id), (prediction) => ({ prediction }))
    ),
  removePrediction: ({ actor, path, payload }) =>
    Effect.flatMap(
      PredictionModeration,
      (moderation) => Effect.map(moderation.remove(actor, path.id, payload.reason), (prediction) => ({ prediction }))
    ),
  restorePrediction: ({ actor, path, payload }) =>
    Effect.flatMap(
      PredictionModeration,
      (moderation) => Effect.map(moderation.restore(actor, path.id, payload.reason), (prediction) => ({ prediction }))
    )
})
