import { PredictionModeration } from "@auspex/domain/predictions"
import { PredictionModerationApi } from "./PredictionModerationApi.ts"
import { handlersFor } from "../../engine/handlersFor.ts"
import { answerList, answerOne } from "../../engine/namedAnswer.ts"

/** Removing and restoring the texts of predictions. */
export const predictionModerationHandlers = handlersFor(PredictionModerationApi, {
  removedPredictions: ({ actor, query }) =>
    answerList(PredictionModeration, "predictions", (moderation) => moderation.listRemoved(actor, query, query)),
  adminPrediction: ({ actor, path }) =>
    answerOne(PredictionModeration, "prediction", (moderation) => moderation.show(actor, path.id)),
  removePrediction: ({ actor, path, payload }) =>
    answerOne(PredictionModeration, "prediction", (moderation) => moderation.remove(actor, path.id, payload.reason)),
  restorePrediction: ({ actor, path, payload }) =>
    answerOne(PredictionModeration, "prediction", (moderation) => moderation.restore(actor, path.id, payload.reason))
})
