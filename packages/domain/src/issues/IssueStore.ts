import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { IssueRow, IssueType } from "./Issue.ts"
import type { IssueFacts, NewIssue } from "./IssueFiling.ts"
import type { IssueMove } from "./IssueMove.ts"
import type { IssueStatus } from "./IssueStatus.ts"
import type { IssueChange } from "./IssueUpdate.ts"

/** Which issues are wanted. */
export interface IssueFilter {
  readonly status?: IssueStatus
  readonly type?: IssueType
}

/** An issue that is locked, and what the database's clock says. */
export type LockedIssue = IssueRow & { readonly now: Date }

/** Issues as they are kept. An id that is malformed is one that nobody has. Lists give the newest first. */
export class IssueStore extends Context.Tag("auspex/IssueStore")<IssueStore, {
  /**
   * Locks the account and then counts what it has filed, so that whoever races for the last issue of the day waits.
   * Undefined when there is no such account. Joins the unit of work.
   */
  readonly lockFiler: (accountId: string) => Effect.Effect<IssueFacts | undefined, StorageUnavailable>
  /** Joins the unit of work. */
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
  /** Joins the unit of work. */
  readonly lock: (id: string) => Effect.Effect<LockedIssue | undefined, StorageUnavailable>
  /** Writes the state of an issue that is locked. Joins the unit of work. */
  readonly update: (id: string, change: IssueChange, now: Date) => Effect.Effect<void, StorageUnavailable>
}>() {}
