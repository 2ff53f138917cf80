import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { IssueRow, IssueType } from "./Issue.ts"
import type { IssueFacts, NewIssue } from "./IssueFiling.ts"
import type { IssueMove } from "./IssueMove.ts"
import type { IssueStatus } from "./IssueStatus.ts"
import type { IssueChange } from "./IssueUpdate.ts"

/** The filters of lists of issues. */
export interface IssueFilter {
  readonly status?: IssueStatus
  readonly type?: IssueType
}

/** A locked issue, with the database's time. */
export type LockedIssue = IssueRow & { readonly now: Date }

/** Storage of issues. A malformed id is treated as an unknown one. Lists are sorted newest first. */
export class IssueStore extends Context.Tag("auspex/IssueStore")<IssueStore, {
  /**
   * Locks the account and then counts its issues of today, so that concurrent requests cannot exceed the daily limit.
   * Undefined when there is no such account. Joins the caller's unit of work.
   */
  readonly lockFiler: (accountId: string) => Effect.Effect<IssueFacts | undefined, StorageUnavailable>
  /** Joins the caller's unit of work. */
  readonly insert: (move: IssueMove, accountId: string, issue: NewIssue) => Effect.Effect<IssueRow, StorageUnavailable>
  readonly ofAccount: (
    accountId: string,
    filter: IssueFilter,
    page: PageRequest
  ) => Effect.Effect<Page<IssueRow>, Refusal | StorageUnavailable>
  readonly list: (
    filter: IssueFilter,
    page: PageRequest
  ) => Effect.Effect<Page<IssueRow>, Refusal | StorageUnavailable>
  readonly find: (id: string) => Effect.Effect<IssueRow | undefined, StorageUnavailable>
  /** Joins the caller's unit of work. */
  readonly lock: (id: string) => Effect.Effect<LockedIssue | undefined, StorageUnavailable>
  /** Writes a change of a locked issue. Joins the caller's unit of work. */
  readonly update: (id: string, change: IssueChange, now: Date) => Effect.Effect<void, StorageUnavailable>
}>() {}
