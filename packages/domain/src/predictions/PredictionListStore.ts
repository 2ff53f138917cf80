import { Context, type Effect } from "effect"
import type { Page } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { OwnPrediction, OwnPredictionsRequest, PredictionListRequest, PredictionPage } from "./PredictionList.ts"

/**
 * Lists of predictions, each in one round trip. Pages have `predictionsBytesMax` bytes at most, and one prediction at least
 * where there is one. A cursor stays correct while predictions are added; what moves in the order between two pages (by
 * votes) may be passed over or come twice. Cursors of another list or order are refused.
 */
export class PredictionListStore extends Context.Tag("auspex/PredictionListStore")<PredictionListStore, {
  /** Undefined when the public may see no such question. `viewerId` fills has_upvoted and has_downvoted. */
  readonly ofQuestion: (
    questionId: string,
    request: PredictionListRequest,
    viewerId: string | undefined
  ) => Effect.Effect<PredictionPage | undefined, Refusal | StorageUnavailable>
  /** The latest first. */
  readonly ofAccount: (
    accountId: string,
    request: OwnPredictionsRequest
  ) => Effect.Effect<Page<OwnPrediction>, Refusal | StorageUnavailable>
}>() {}
