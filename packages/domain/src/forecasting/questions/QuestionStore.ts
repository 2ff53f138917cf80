import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { ParentFacts, QuestionDraft } from "./QuestionDraft.ts"
import type { QuestionFilter, QuestionPosition, QuestionSort } from "./QuestionList.ts"
import type { QuestionRow } from "./QuestionRow.ts"
import type { QuestionMove } from "./QuestionMove.ts"

/** A query for one page of questions: the rows after `after`, or after skipping `offset` rows. */
export interface QuestionQuery {
  readonly filter: QuestionFilter
  readonly sort: QuestionSort
  readonly limit: number
  readonly offset: number
  readonly after?: QuestionPosition
  /** The account that is asking; rows then have their `viewer_state`. */
  readonly viewer?: string
}

/**
 * One page of rows as of the database's `now`, the number of rows in the whole list, and the position of the last row
 * (null at the end).
 */
export interface QuestionSlice {
  readonly now: Date
  readonly rows: ReadonlyArray<QuestionRow>
  readonly total: number
  readonly next: QuestionPosition | null
}

/** A question with its children and the beginning of the strongest reasoning on either side. */
export interface QuestionDetail {
  readonly now: Date
  readonly row: QuestionRow
  /** Oldest first, at most `childQuestionsMax`, of any status. */
  readonly children: ReadonlyArray<QuestionRow>
  readonly strongest_for: string | null
  readonly strongest_against: string | null
}

/** A question whose row is locked until the unit of work ends. */
export interface LockedQuestion {
  readonly now: Date
  readonly row: QuestionRow
  /** The number of children of any status. */
  readonly child_count: number
  /** The number of surveys of any status with this question. */
  readonly survey_count: number
}

/** The votes for a question after a vote. */
export interface QuestionVotes {
  readonly upvotes: number
  readonly has_upvoted: boolean
}

/** The acts that the clock does on its own. */
export type ClockAct = "open" | "close" | "warn"

/**
 * Storage of questions. A malformed id gives `undefined`, like one that does not exist; never an error.
 *
 * Every write joins the caller's unit of work.
 */
export class QuestionStore extends Context.Tag("auspex/QuestionStore")<QuestionStore, {
  /** Reads rows and total in one round trip. */
  readonly list: (query: QuestionQuery) => Effect.Effect<QuestionSlice, StorageUnavailable>
  /** Reads a question of any status in one round trip. With `viewer`, rows have their `viewer_state`. */
  readonly detail: (id: string, viewer?: string) => Effect.Effect<QuestionDetail | undefined, StorageUnavailable>
  /** Reads and locks the question: no other unit of work can change it in the meantime. */
  readonly lock: (id: string) => Effect.Effect<LockedQuestion | undefined, StorageUnavailable>
  /**
   * Reads the database's time and the question that a draft names as its parent, and locks the parent against removal
   * and against concurrent addition of children.
   */
  readonly draftingFacts: (
    parentId: string | null
  ) => Effect.Effect<{ readonly now: Date; readonly parent?: ParentFacts }, StorageUnavailable>
  /**
   * Returns the id of the first question with this key (`questionKey`) and date that is neither resolved nor rejected,
   * except `except_id`. Other units of work that ask for the same key and date wait until the caller's has ended.
   */
  readonly asking: (input: {
    readonly key: string
    readonly resolution_date: string
    readonly except_id: string | null
  }) => Effect.Effect<string | undefined, StorageUnavailable>
  /** Stores a new question in the status that `move` leads to. */
  readonly insert: (
    move: QuestionMove,
    draft: QuestionDraft,
    submitter: { readonly id: string; readonly name: string } | null
  ) => Effect.Effect<QuestionRow, StorageUnavailable>
  /** Replaces all draft fields. */
  readonly rewrite: (id: string, draft: QuestionDraft) => Effect.Effect<QuestionRow, StorageUnavailable>
  /**
   * Writes a move with the marks of its action: `reject` sets and `approve` clears a rejection, publishing sets
   * `published_at`, `publish_waiting` makes a child wait for its parent, `close` sets and `reopen` clears `closed_at`,
   * `void` resolves without a result. `note` becomes the `resolution_note` of a `void` or the `reject_reason` of a
   * `reject`. Returns the rows, in no particular order.
   */
  readonly move: (
    ids: ReadonlyArray<string>,
    move: QuestionMove,
    note?: string
  ) => Effect.Effect<ReadonlyArray<QuestionRow>, StorageUnavailable>
  /** Deletes a question; `move` is the row that leads to `removed`. */
  readonly remove: (id: string, move: QuestionMove) => Effect.Effect<void, StorageUnavailable>
  /**
   * Sets or withdraws a vote for a public question; idempotent. Returns `"same_owner"` when the voter or an account
   * with the same owner suggested the question, and `undefined` when there is no such public question.
   */
  readonly vote: (input: {
    readonly question_id: string
    readonly account_id: string
    readonly withdraw: boolean
  }) => Effect.Effect<QuestionVotes | "same_owner" | undefined, StorageUnavailable>
  /**
   * Adds a public question to the account's watchlist or removes it; returns false when there is no such public
   * question.
   */
  readonly watch: (input: {
    readonly question_id: string
    readonly account_id: string
    readonly watching: boolean
  }) => Effect.Effect<boolean, StorageUnavailable>
  /**
   * Locks the children that wait for this question, in the order of their ids. Call it with the parent's row locked.
   */
  readonly childrenWaiting: (parentId: string) => Effect.Effect<ReadonlyArray<QuestionRow>, StorageUnavailable>
  /** Locks a parent question against change, but not against other holders of the same lock. For publishing a child. */
  readonly lockParent: (id: string) => Effect.Effect<QuestionRow | undefined, StorageUnavailable>
  /**
   * Locks up to `limit` questions on which `act` is due by the database's clock, skipping those that another instance
   * has locked:
   *
   * - `open`: approved questions whose `opens_at` has come and whose window has not ended; children only when their
   *   parent is public;
   * - `close`: open questions whose window has ended;
   * - `warn`: open questions whose window ends within 24 hours and that have not been warned of yet; the claim marks
   *   them as warned.
   */
  readonly claimDue: (act: ClockAct, limit: number) => Effect.Effect<ReadonlyArray<QuestionRow>, StorageUnavailable>
}>() {}
