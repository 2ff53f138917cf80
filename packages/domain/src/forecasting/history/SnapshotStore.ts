import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { QuestionStatus } from "../questions/QuestionStatus.ts"
import type { ConsensusCounts } from "../consensus/ConsensusSnapshot.ts"

/** A page of a question's snapshots, with the names of its options. */
export interface SnapshotPage extends Page<ConsensusCounts> {
  readonly options: ReadonlyArray<string> | null
}

/** What the chart of one question's consensus is made from. */
export interface ConsensusTimeline {
  /** The database's time, or the requested instant. */
  readonly now: Date
  readonly question: {
    readonly id: string
    readonly question: string
    readonly question_type: "binary" | "multi"
    readonly options: ReadonlyArray<string> | null
    readonly status: QuestionStatus
    readonly created_at: Date
    readonly published_at: Date | null
    readonly resolved_at: Date | null
  }
  /** The counters at `now`. */
  readonly current: ConsensusCounts
  /** In order of time. */
  readonly snapshots: ReadonlyArray<ConsensusCounts>
}

/**
 * Storage of consensus snapshots. With `before`, reads the state just before that instant, else the current state.
 * Returns `undefined` when there is (or was) no such public question.
 */
export class SnapshotStore extends Context.Tag("auspex/SnapshotStore")<SnapshotStore, {
  /** Newest first. */
  readonly list: (
    questionId: string,
    page: PageRequest,
    before: Date | undefined
  ) => Effect.Effect<SnapshotPage | undefined, Refusal | StorageUnavailable>
  /** The snapshots up to `to` (all when undefined), at most the latest `chartSnapshotsMax`. */
  readonly course: (
    questionId: string,
    to: Date | undefined,
    before: Date | undefined
  ) => Effect.Effect<ConsensusTimeline | undefined, StorageUnavailable>
  /**
   * Takes the snapshots of the earliest UTC day that has ended and is not done, for the next questions: with the
   * counters as of the end of the day, however late it runs. A concurrent call finds nothing to do. Returns whether
   * there may be more.
   */
  readonly takeNext: Effect.Effect<boolean, StorageUnavailable>
}>() {}

/** The maximum number of snapshots read for one chart. */
export const chartSnapshotsMax = 20_000
