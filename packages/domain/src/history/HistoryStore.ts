import { Context, type Effect } from "effect"
import type { LeaderboardEntry, LeaderboardFilter } from "../boards/Leaderboard.ts"
import type { ConsensusFacts } from "../consensus/Consensus.ts"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { PredictionListRequest, PredictionPage } from "../predictions/PredictionList.ts"
import type { QuestionDetail, QuestionQuery, QuestionSlice } from "../questions/QuestionStore.ts"
import type { RecordSpan } from "./AsOf.ts"

type Reading<A> = Effect.Effect<A, StorageUnavailable>

/**
 * What was stored at an earlier time, from rows that say when they came about and from the histories of those that
 * change. `before` is the first instant that is not known of any more; nothing of it or after it shows in an answer,
 * whatever has happened since. Answers are as exact as transactions are short: what one of them wrote may show from the
 * moment of its writing on, a little before it was committed.
 */
export class HistoryStore extends Context.Tag("auspex/HistoryStore")<HistoryStore, {
  readonly span: Reading<RecordSpan>
  /** The question in whatever status, its children and the strongest reasoning of each side. */
  readonly question: (id: string, before: Date) => Reading<Omit<QuestionDetail, "now"> | undefined>
  /** A page of the list in the order `newest` or `closing`. */
  readonly questions: (query: QuestionQuery, before: Date) => Reading<Omit<QuestionSlice, "now">>
  /** Newest first, without anybody's own votes; undefined when the public could see no such question. */
  readonly predictions: (
    questionId: string,
    request: Pick<PredictionListRequest, "limit" | "offset" | "cursor" | "fields">,
    before: Date
  ) => Effect.Effect<PredictionPage | undefined, Refusal | StorageUnavailable>
  /** Counted afresh from the predictions; undefined when the public could see no such question. */
  readonly consensus: (questionId: string, before: Date) => Reading<ConsensusFacts | undefined>
  readonly leaderboard: (
    filter: LeaderboardFilter,
    page: PageRequest,
    before: Date
  ) => Effect.Effect<Page<LeaderboardEntry>, Refusal | StorageUnavailable>
}>() {}
