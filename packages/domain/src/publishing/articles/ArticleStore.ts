import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { QuestionRow } from "../../forecasting/questions/QuestionRow.ts"
import type { ArticleHeaderRow, ArticleRow } from "./Article.ts"
import type { QuestionTallies } from "./ArticleCandidate.ts"
import type { ArticleText } from "./ArticleGates.ts"
import type { ArticleMove } from "./ArticleMove.ts"
import type { ArticleStatus } from "./ArticleStatus.ts"
import type { SubmissionFacts } from "./ArticleSubmission.ts"

/**
 * The maximum size of the texts on a page of articles, in bytes of Markdown and HTML together. A larger page is cut short
 * and gets a `next_cursor`; it has at least one article.
 */
export const articlesBytesMax = 2_097_152

/** The filter of the administrators' list. */
export interface ArticleFilter {
  readonly status?: ArticleStatus
}

/** A locked article, with the database's time. */
export type LockedArticle = ArticleRow & { readonly now: Date }

/** An entry of the public feed of articles. */
export interface ArticleFeedRow extends ArticleHeaderRow {
  readonly published_at: Date
  /** The beginning of the content as plain text. */
  readonly summary: string
}

/**
 * Storage of articles. A malformed id is treated as an unknown one. Pages with texts have at most `articlesBytesMax`. Every write joins the caller's unit of work, and
 * every status is written from a move.
 */
export class ArticleStore extends Context.Tag("auspex/ArticleStore")<ArticleStore, {
  /**
   * The facts of an account; undefined when there is no such account. With `lock`, the account is locked first and its
   * articles are counted afterwards, so that concurrent submissions cannot exceed the limit.
   */
  readonly submissionFacts: (
    accountId: string,
    lock: boolean
  ) => Effect.Effect<SubmissionFacts | undefined, StorageUnavailable>
  /**
   * Stores a new article under the first free slug: `slugBase`, or with the suffix `-2`, `-3` …. A reserved slug is never
   * free. Concurrent inserts never get the same one.
   */
  readonly insert: (
    move: ArticleMove,
    article: ArticleText,
    author: { readonly id: string; readonly slugBase: string }
  ) => Effect.Effect<ArticleRow, StorageUnavailable>
  /** The published articles, the latest published first. */
  readonly published: (page: PageRequest) => Effect.Effect<Page<ArticleRow>, Refusal | StorageUnavailable>
  /** The published article with this slug. */
  readonly publishedAs: (slug: string) => Effect.Effect<ArticleRow | undefined, StorageUnavailable>
  /** The latest published articles without their texts, the latest first. */
  readonly latest: (limit: number) => Effect.Effect<ReadonlyArray<ArticleFeedRow>, StorageUnavailable>
  /** Articles of any status, the newest first. */
  readonly list: (
    filter: ArticleFilter,
    page: PageRequest
  ) => Effect.Effect<Page<ArticleRow>, Refusal | StorageUnavailable>
  readonly find: (id: string) => Effect.Effect<ArticleRow | undefined, StorageUnavailable>
  readonly lock: (id: string) => Effect.Effect<LockedArticle | undefined, StorageUnavailable>
  /** Replaces the texts of a locked article; the slug stays. `move` permits it. */
  readonly rewrite: (
    id: string,
    move: ArticleMove,
    article: ArticleText
  ) => Effect.Effect<ArticleRow, StorageUnavailable>
  /** Sets or clears the newsletter flag. `move` permits it. */
  readonly feature: (
    id: string,
    move: ArticleMove,
    newsletter: boolean
  ) => Effect.Effect<ArticleRow, StorageUnavailable>
  /**
   * Writes a move of locked or claimed articles: the status, the time of publication when it publishes, and the scheduled
   * time, which it keeps, clears or sets to `scheduledAt`. Returns the articles without their texts, in the order in which
   * they were due.
   */
  readonly move: (
    ids: ReadonlyArray<string>,
    move: ArticleMove,
    scheduledAt?: Date
  ) => Effect.Effect<ReadonlyArray<ArticleHeaderRow>, StorageUnavailable>
  /**
   * Locks up to `limit` articles whose scheduled time has come by the database's clock, the earliest first, and skips
   * those that another instance has locked.
   */
  readonly claimDue: (
    limit: number
  ) => Effect.Effect<ReadonlyArray<{ readonly id: string; readonly status: ArticleStatus }>, StorageUnavailable>
  /** Published and scheduled articles whose time is in the span, without their texts, in no particular order. */
  readonly between: (
    start: Date,
    end: Date,
    limit: number
  ) => Effect.Effect<ReadonlyArray<ArticleHeaderRow>, StorageUnavailable>
  /** The tallies of the open questions with the most predictions. Reads no prediction. */
  readonly openTallies: (limit: number) => Effect.Effect<ReadonlyArray<QuestionTallies>, StorageUnavailable>
  /** These questions as of the database's `now`, in no particular order. */
  readonly questions: (
    ids: ReadonlyArray<string>
  ) => Effect.Effect<{ readonly now: Date; readonly rows: ReadonlyArray<QuestionRow> }, StorageUnavailable>
}>() {}
