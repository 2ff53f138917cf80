import { Context, type Effect } from "effect"
import type { ModerationMove, ModerationReason } from "../kernel/Moderation.ts"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { AdminPrediction } from "./AdminPrediction.ts"

/** Which removed texts are wanted; all of what is said holds. */
export interface RemovedFilter {
  readonly question_id?: string
  readonly user_id?: string
}

/** The texts of predictions as administrators deal with them. An id that is malformed is one that nobody has. */
export class PredictionModerationStore extends Context.Tag("auspex/PredictionModerationStore")<
  PredictionModerationStore,
  {
    /** Predictions whose text is removed, the last removed first. */
    readonly listRemoved: (
      filter: RemovedFilter,
      page: PageRequest
    ) => Effect.Effect<Page<AdminPrediction>, Refusal | StorageUnavailable>
    readonly find: (id: string) => Effect.Effect<AdminPrediction | undefined, StorageUnavailable>
    /** Locks author and prediction. Joins the unit of work. */
    readonly lock: (id: string) => Effect.Effect<AdminPrediction | undefined, StorageUnavailable>
    /** Moves the text of a prediction that is locked; who and why are kept while it is removed. Joins the unit of work. */
    readonly moderate: (
      id: string,
      move: ModerationMove,
      reason: ModerationReason
    ) => Effect.Effect<AdminPrediction, StorageUnavailable>
  }
>() {}
