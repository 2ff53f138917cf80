import { Context, Effect, Layer } from "effect"
import type { AccountActor } from "../../platform/identity/Actor.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { Page } from "../../kernel/Page.ts"
import { foundOr } from "../../kernel/Refusal.ts"
import { questionNotFound } from "../questions/Questions.ts"
import type { OwnPrediction, OwnPredictionsRequest, PredictionListRequest, PredictionPage } from "./PredictionList.ts"
import { PredictionListStore } from "./PredictionListStore.ts"

/** Lists of predictions: those on a question, and the caller's own. */
export class PredictionLists extends Context.Tag("auspex/PredictionLists")<PredictionLists, {
  /** Sorted by `newest` by default. Fails with QUESTION_NOT_FOUND. */
  readonly ofQuestion: (
    questionId: string,
    request: PredictionListRequest,
    viewerId: string | undefined
  ) => UseCaseEffect<PredictionPage>
  /**
   * The caller's predictions, latest first, each with the text and status of its question and, once resolved, the
   * result.
   */
  readonly mine: (actor: AccountActor, request: OwnPredictionsRequest) => UseCaseEffect<Page<OwnPrediction>>
}>() {
  static readonly layer: Layer.Layer<PredictionLists, never, PredictionListStore> = Layer.effect(
    PredictionLists,
    Effect.map(PredictionListStore, (store) =>
      PredictionLists.of({
        ofQuestion: (questionId, request, viewerId) =>
          foundOr(store.ofQuestion(questionId, request, viewerId), questionNotFound(questionId)),
        mine: (actor, request) => store.ofAccount(actor.id, request)
      }))
  )
}
