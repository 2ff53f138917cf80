import { Context, type Effect } from "effect"
import type { LeaderboardEntry, LeaderboardFilter } from "../boards/Leaderboard.ts"
import type { ConsensusFacts } from "../consensus/Consensus.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { PredictionListRequest, PredictionPage } from "../predictions/PredictionList.ts"
import type { QuestionDetail, QuestionQuery, QuestionSlice } from "../questions/QuestionStore.ts"
import type { RecordSpan } from "./AsOf.ts"

type Reading<A> = Effect.Effect<A, StorageUnavailable>

/**
 * Reads the state at an earlier time, from the creation times of rows and the histories of rows that change. `before`
 * is exclusive: nothing written at or after it affects a result. Times are those of writing, not of commit, so a result
 * may include what an open transaction had already written.
 */
export class HistoryStore extends Context.Tag("auspex/HistoryStore")<HistoryStore, {
  readonly span: Reading<RecordSpan>
  /** The question in any status, with its children and the strongest reasoning of each side. */
  readonly question: (id: string, before: Date) => Reading<Omit<QuestionDetail, "now"> | undefined>
  /** A page of the list, sorted by `newest` or `closing`. */
  readonly questions: (query: QuestionQuery, before: Date) => Reading<Omit<QuestionSlice, "now">>
  /** Newest first, without the caller's votes; undefined when there was no such public question. */
  readonly predictions: (
    questionId: string,
    request: Pick<PredictionListRequest, "limit" | "offset" | "cursor" | "fields">,
    before: Date
  ) => Effect.Effect<PredictionPage | undefined, Refusal | StorageUnavailable>
  /** Computed from the predictions; undefined when there was no such public question. */
  readonly consensus: (questionId: string, before: Date) => Reading<ConsensusFacts | undefined>
  readonly leaderboard: (
    filter: LeaderboardFilter,
    page: PageRequest,
    before: Date
  ) => Effect.Effect<Page<LeaderboardEntry>, Refusal | StorageUnavailable>
}>() {}
