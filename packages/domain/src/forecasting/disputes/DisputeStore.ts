import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { ChildOfResolved } from "../scoring/ResolutionStore.ts"
import type { OpenDispute } from "./Dispute.ts"
import type { DisputeFacts, JudgedDispute } from "./DisputeFiling.ts"
import type { DisputedQuestion, DisputeRow } from "./DisputeRow.ts"
import type { DisputeMove } from "./DisputeMove.ts"
import type { DisputeStatus } from "./DisputeStatus.ts"
import type { AffectedAccount } from "./OverturnPreview.ts"

/** The locked question of a new dispute, with the facts for judging it. */
export interface FilingFacts extends DisputeFacts {
  readonly question_id: string
  readonly question: string
  readonly resolution_version: number
  /** The account that suggested the question; null when an administrator wrote it. */
  readonly suggested_by: string | null
}

/** A dispute with its question. */
export interface DisputeOfQuestion extends DisputeRow, DisputedQuestion {}

/** A locked dispute with its locked question, and the evidence of the question's other open disputes. */
export interface LockedDispute extends DisputeOfQuestion {
  /** Without duplicates, earliest dispute first, at most as many as a resolution takes. */
  readonly other_evidence_urls: ReadonlyArray<string>
}

/** The filters of lists of disputes. */
export interface DisputeFilter {
  readonly question_id?: string
  readonly status?: DisputeStatus
}

/** Storage of disputes. A malformed id is treated as an unknown one. Lists are sorted newest first. */
export class DisputeStore extends Context.Tag("auspex/DisputeStore")<DisputeStore, {
  /**
   * Locks a public question and reads the facts for filing; undefined when there is no such question. Joins the
   * caller's unit of work.
   */
  readonly lockFiling: (
    questionId: string,
    accountId: string
  ) => Effect.Effect<FilingFacts | undefined, StorageUnavailable>
  /**
   * Stores a dispute in the status that `move` leads to. Returns undefined when the account has an open dispute of the
   * question. Joins the caller's unit of work.
   */
  readonly insert: (
    move: DisputeMove,
    dispute: JudgedDispute & {
      readonly question_id: string
      readonly resolution_version: number
      readonly disputed_by: string
    }
  ) => Effect.Effect<DisputeRow | undefined, StorageUnavailable>
  /** Undefined when there is no such public question. */
  readonly ofQuestion: (
    questionId: string,
    page: PageRequest
  ) => Effect.Effect<Page<DisputeRow> | undefined, Refusal | StorageUnavailable>
  readonly list: (
    filter: DisputeFilter,
    page: PageRequest
  ) => Effect.Effect<Page<DisputeOfQuestion>, Refusal | StorageUnavailable>
  readonly find: (id: string) => Effect.Effect<DisputeOfQuestion | undefined, StorageUnavailable>
  /** Locks the question, then the dispute. Joins the caller's unit of work. */
  readonly lock: (id: string) => Effect.Effect<LockedDispute | undefined, StorageUnavailable>
  /** The open disputes of a question, earliest first, at most `openDisputesMax`. */
  readonly open: (questionId: string) => Effect.Effect<ReadonlyArray<OpenDispute>, StorageUnavailable>
  /** Ends all open disputes of a locked question and returns them, earliest first. Joins the caller's unit of work. */
  readonly end: (move: DisputeMove, input: {
    readonly question_id: string
    readonly resolution_note: string
    readonly resolved_by: string
  }) => Effect.Effect<ReadonlyArray<OpenDispute>, StorageUnavailable>
  /** The children of a question, in the order of their ids, for a preview. */
  readonly children: (questionId: string) => Effect.Effect<ReadonlyArray<ChildOfResolved>, StorageUnavailable>
  /** All accounts that predicted on one of these questions, in the order of their ids. */
  readonly affectedAccounts: (
    questionIds: ReadonlyArray<string>,
    page: PageRequest
  ) => Effect.Effect<Page<AffectedAccount>, Refusal | StorageUnavailable>
}>() {}
