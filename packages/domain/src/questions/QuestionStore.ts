import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { ParentFacts, QuestionDraft } from "./QuestionDraft.ts"
import type { QuestionFilter, QuestionPosition, QuestionSort } from "./QuestionList.ts"
import type { QuestionRow } from "./QuestionRow.ts"
import type { QuestionMove } from "./QuestionMove.ts"

/** A part of the list: after `after`, or skipping `offset` rows. */
export interface QuestionQuery {
  readonly filter: QuestionFilter
  readonly sort: QuestionSort
  readonly limit: number
  readonly offset: number
  readonly after?: QuestionPosition
  /** The account that looks: rows tell how it stands to each question. */
  readonly viewer?: string
}

/** Rows as of the database's `now`, how many the whole list has, and where the last row stands (null at the end). */
export interface QuestionSlice {
  readonly now: Date
  readonly rows: ReadonlyArray<QuestionRow>
  readonly total: number
  readonly next: QuestionPosition | null
}

/** A question with its children and the beginnings of the strongest reasoning on either side. */
export interface QuestionDetail {
  readonly now: Date
  readonly row: QuestionRow
  /** Oldest first, `childQuestionsMax` at most, whatever their status. */
  readonly children: ReadonlyArray<QuestionRow>
  readonly strongest_for: string | null
  readonly strongest_against: string | null
}

/** A question that stays as it is until the unit of work ends. */
export interface LockedQuestion {
  readonly now: Date
  readonly row: QuestionRow
  /** Children of any status. */
  readonly child_count: number
}

/** What a vote on a question leaves behind. */
export interface QuestionVotes {
  readonly upvotes: number
  readonly has_upvoted: boolean
}

/** What the clock may do to questions by itself. */
export type ClockAct = "open" | "close" | "warn"

/**
 * Questions as they are kept. An id that is malformed is one that nobody has: `undefined`, never an error.
 *
 * Everything that writes joins the caller's unit of work.
 */
export class QuestionStore extends Context.Tag("auspex/QuestionStore")<QuestionStore, {
  /** One round trip, rows and total. */
  readonly list: (query: QuestionQuery) => Effect.Effect<QuestionSlice, StorageUnavailable>
  /** One round trip, whatever the question's status. With `viewer` rows tell how that account stands to each question. */
  readonly detail: (id: string, viewer?: string) => Effect.Effect<QuestionDetail | undefined, StorageUnavailable>
  /** Reads the question for a change: no other unit of work can change it meanwhile. */
  readonly lock: (id: string) => Effect.Effect<LockedQuestion | undefined, StorageUnavailable>
  /**
   * The database's clock, and what is known of the question that a draft wants as its parent; that one is locked
   * against removal and against more children at the same time.
   */
  readonly draftingFacts: (
    parentId: string | null
  ) => Effect.Effect<{ readonly now: Date; readonly parent?: ParentFacts }, StorageUnavailable>
  /**
   * The first question with this key (`questionKey`) and date that is neither resolved nor rejected, but for one; nobody
   * else learns that there is none until the caller's unit of work has ended.
   */
  readonly asking: (input: {
    readonly key: string
    readonly resolution_date: string
    readonly except_id: string | null
  }) => Effect.Effect<string | undefined, StorageUnavailable>
  /** A new question, in the status that `move` leads to. */
  readonly insert: (
    move: QuestionMove,
    draft: QuestionDraft,
    submitter: { readonly id: string; readonly name: string } | null
  ) => Effect.Effect<QuestionRow, StorageUnavailable>
  /** Puts all fields of the draft in place of what was there. */
  readonly rewrite: (id: string, draft: QuestionDraft) => Effect.Effect<QuestionRow, StorageUnavailable>
  /**
   * Writes a move with the marks that belong to its action: `reject` marks and `approve` clears a rejection, publishing
   * stamps `published_at`, `publish_waiting` makes a child wait for its parent, `close` stamps and `reopen` clears
   * `closed_at`, `void` resolves without a result. `note` is kept as `resolution_note` by a `void`, as `reject_reason` by a
   * `reject`. Answers the rows, in no particular order.
   */
  readonly move: (
    ids: ReadonlyArray<string>,
    move: QuestionMove,
    note?: string
  ) => Effect.Effect<ReadonlyArray<QuestionRow>, StorageUnavailable>
  /** Removes a question; `move` is the row that leads out of the life cycle. */
  readonly remove: (id: string, move: QuestionMove) => Effect.Effect<void, StorageUnavailable>
  /**
   * Votes (or withdraws the vote) for a public question; repeating it changes nothing. `"same_owner"` when the question
   * was suggested by the voter or by an account with the same owner; `undefined` when there is no such public question.
   */
  readonly vote: (input: {
    readonly question_id: string
    readonly account_id: string
    readonly withdraw: boolean
  }) => Effect.Effect<QuestionVotes | "same_owner" | undefined, StorageUnavailable>
  /** Puts a public question on the account's watchlist, or takes it off; false when there is no such public question. */
  readonly watch: (input: {
    readonly question_id: string
    readonly account_id: string
    readonly watching: boolean
  }) => Effect.Effect<boolean, StorageUnavailable>
  /** The children that wait for this question, locked, by id. Call it with the parent's row locked. */
  readonly childrenWaiting: (parentId: string) => Effect.Effect<ReadonlyArray<QuestionRow>, StorageUnavailable>
  /** A question, locked against change but not against others who do the same. For a child that is published. */
  readonly lockParent: (id: string) => Effect.Effect<QuestionRow | undefined, StorageUnavailable>
  /**
   * Locks, by the database's clock, up to `limit` questions on which `act` is due, passing over those that another
   * instance is busy with:
   *
   * - `open`: approved ones whose `opens_at` has come and whose window has not ended; children only when their parent is
   *   public;
   * - `close`: open ones whose window has ended;
   * - `warn`: open ones whose window ends within 24 hours and of which nobody has been warned; the claim itself marks
   *   them as warned.
   */
  readonly claimDue: (act: ClockAct, limit: number) => Effect.Effect<ReadonlyArray<QuestionRow>, StorageUnavailable>
}>() {}
