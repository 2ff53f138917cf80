import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { ChildOfResolved } from "../scoring/ResolutionStore.ts"
import type { OpenDispute } from "./Dispute.ts"
import type { DisputeFacts, JudgedDispute } from "./DisputeFiling.ts"
import type { DisputedQuestion, DisputeRow } from "./DisputeRow.ts"
import type { DisputeMove } from "./DisputeMove.ts"
import type { DisputeStatus } from "./DisputeStatus.ts"
import type { OverturnStanding } from "./OverturnPreview.ts"

/** A question that somebody wants to dispute, locked. */
export interface FilingFacts extends DisputeFacts {
  readonly question_id: string
  readonly question: string
  readonly resolution_version: number
  /** Whoever suggested the question; null for administrators. */
  readonly suggested_by: string | null
}

/** A dispute with its question. */
export interface DisputeOfQuestion extends DisputeRow, DisputedQuestion {}

/** A dispute with its question, both locked, and the evidence of the others that are open on the question. */
export interface LockedDispute extends DisputeOfQuestion {
  /** Each address once, the earliest dispute first, as many as a resolution takes at most. */
  readonly other_evidence_urls: ReadonlyArray<string>
}

/** Which disputes are wanted. */
export interface DisputeFilter {
  readonly question_id?: string
  readonly status?: DisputeStatus
}

/** Disputes as they are kept. An id that is malformed is one that nobody has. Lists give the newest first. */
export class DisputeStore extends Context.Tag("auspex/DisputeStore")<DisputeStore, {
  /** Locks a public question and reads what filing depends on; undefined when there is none. Joins the unit of work. */
  readonly lockFiling: (
    questionId: string,
    accountId: string
  ) => Effect.Effect<FilingFacts | undefined, StorageUnavailable>
  /** In the status that `move` leads to. Undefined when a dispute of the question by this account is open. Joins the unit of work. */
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
  /** Locks the question, then the dispute. Joins the unit of work. */
  readonly lock: (id: string) => Effect.Effect<LockedDispute | undefined, StorageUnavailable>
  /** The open disputes of a question, the earliest first, `openDisputesMax` of them at most. */
  readonly open: (questionId: string) => Effect.Effect<ReadonlyArray<OpenDispute>, StorageUnavailable>
  /** Moves every open dispute of a question that is locked to its end; answers them, the earliest first. Joins the unit of work. */
  readonly end: (move: DisputeMove, input: {
    readonly question_id: string
    readonly resolution_note: string
    readonly resolved_by: string
  }) => Effect.Effect<ReadonlyArray<OpenDispute>, StorageUnavailable>
  /** The children of a question, by id, for a look at what would become of them. */
  readonly children: (questionId: string) => Effect.Effect<ReadonlyArray<ChildOfResolved>, StorageUnavailable>
  /** Everybody who predicted on one of these questions, in the order of their ids. */
  readonly standings: (
    questionIds: ReadonlyArray<string>,
    page: PageRequest
  ) => Effect.Effect<Page<OverturnStanding>, Refusal | StorageUnavailable>
}>() {}
