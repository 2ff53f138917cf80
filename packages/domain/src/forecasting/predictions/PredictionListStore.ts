import { Context, type Effect } from "effect"
import type { Page } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { OwnPrediction, OwnPredictionsRequest, PredictionListRequest, PredictionPage } from "./PredictionList.ts"

/**
 * Reads lists of predictions, each in one round trip. A page has at most `predictionsBytesMax` bytes, and at least one
 * prediction if there is one. Cursors stay valid while predictions are added; a prediction that changes its position
 * between two pages (in the order `votes`) may be missed or returned twice. Cursors of another list or order are
 * refused.
 */
export class PredictionListStore extends Context.Tag("auspex/PredictionListStore")<PredictionListStore, {
  /** Returns undefined when there is no such public question. `viewerId` fills has_upvoted and has_downvoted. */
  readonly ofQuestion: (
    questionId: string,
    request: PredictionListRequest,
    viewerId: string | undefined
  ) => Effect.Effect<PredictionPage | undefined, Refusal | StorageUnavailable>
  /** Latest first. */
  readonly ofAccount: (
    accountId: string,
    request: OwnPredictionsRequest
  ) => Effect.Effect<Page<OwnPrediction>, Refusal | StorageUnavailable>
}>() {}
