import { Context, type Effect } from "effect"
import type { ModerationMove, ModerationReason } from "../../community/moderation/Moderation.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { AdminPrediction } from "./AdminPrediction.ts"

/** The filters of the list of removed texts; all that are set apply. */
export interface RemovedFilter {
  readonly question_id?: string
  readonly user_id?: string
}

/** Storage of the moderation of predictions. A malformed id is treated as an unknown one. */
export class PredictionModerationStore extends Context.Tag("auspex/PredictionModerationStore")<
  PredictionModerationStore,
  {
    /** Predictions whose text is removed, latest removal first. */
    readonly listRemoved: (
      filter: RemovedFilter,
      page: PageRequest
    ) => Effect.Effect<Page<AdminPrediction>, Refusal | StorageUnavailable>
    readonly find: (id: string) => Effect.Effect<AdminPrediction | undefined, StorageUnavailable>
    /** Locks the author and the prediction. Joins the caller's unit of work. */
    readonly lock: (id: string) => Effect.Effect<AdminPrediction | undefined, StorageUnavailable>
    /** Moves the text of a locked prediction; `reason` is kept while it is removed. Joins the caller's unit of work. */
    readonly moderate: (
      id: string,
      move: ModerationMove,
      reason: ModerationReason
    ) => Effect.Effect<AdminPrediction, StorageUnavailable>
  }
>() {}
