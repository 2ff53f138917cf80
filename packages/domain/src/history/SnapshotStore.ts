import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { QuestionStatus } from "../questions/QuestionStatus.ts"
import type { ConsensusCounts } from "../consensus/ConsensusSnapshot.ts"

/** A page of a question's snapshots, and the names that their counts of options stand for. */
export interface SnapshotPage extends Page<ConsensusCounts> {
  readonly options: ReadonlyArray<string> | null
}

/** All that a chart of the consensus of one question is made from. */
export interface ConsensusCourse {
  /** The database's clock, or the instant asked for. */
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
  /** How the question stands at `now`. */
  readonly current: ConsensusCounts
  /** In the order of time. */
  readonly snapshots: ReadonlyArray<ConsensusCounts>
}

/**
 * Snapshots of the consensus. With `before`, everything is as it was just before that instant; without, as it is now.
 * `undefined` when the public may (or might) see no such question.
 */
export class SnapshotStore extends Context.Tag("auspex/SnapshotStore")<SnapshotStore, {
  /** Newest first. */
  readonly list: (
    questionId: string,
    page: PageRequest,
    before: Date | undefined
  ) => Effect.Effect<SnapshotPage | undefined, Refusal | StorageUnavailable>
  /** The snapshots up to `to` (all when undefined), at most `courseMax` of the latest. */
  readonly course: (
    questionId: string,
    to: Date | undefined,
    before: Date | undefined
  ) => Effect.Effect<ConsensusCourse | undefined, StorageUnavailable>
  /**
   * Takes the snapshots of the earliest day (UTC) that has ended and has not been done, for the next questions in line:
   * the counters as they stood at the day's end, however late it is. Whoever comes meanwhile is told that there is
   * nothing to do. Answers whether there may be more.
   */
  readonly takeNext: Effect.Effect<boolean, StorageUnavailable>
}>() {}

/** How many snapshots one chart looks at. */
export const courseMax = 20_000
