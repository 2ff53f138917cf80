import { Context, type Effect, Schema } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { QuestionMove } from "../questions/QuestionMove.ts"
import type { QuestionStatus } from "../questions/QuestionStatus.ts"
import type { OverturnedChildFacts } from "../questions/OverturnedChild.ts"
import type { QuestionType, Resolution } from "../questions/Resolution.ts"
import type { Category } from "../questions/Taxonomy.ts"
import type { Correction, SettledRecord } from "./Replay.ts"

/** A locked question that is about to be resolved. */
export interface QuestionToResolve {
  readonly id: string
  readonly question: string
  readonly category: Category
  readonly status: QuestionStatus
  readonly question_type: QuestionType
  readonly options: ReadonlyArray<string> | null
  readonly weight: number
  readonly prediction_count: number
  readonly resolution_version: number
}

/** A locked child of a question that is resolved again. */
export interface ChildOfResolved extends OverturnedChildFacts {
  readonly id: string
  readonly question: string
  readonly category: Category
  readonly question_type: QuestionType
}

/** The job that makes the payouts of one resolution, in batches. */
export const ResolutionJobSchema = Schema.Struct({
  id: Schema.String,
  question_id: Schema.String,
  /** 1 for the first resolution of the question. */
  version: Schema.Int,
  status: Schema.Literal("running", "done"),
  total: Schema.Int,
  done: Schema.Int
}).annotations({ identifier: "ResolutionJob" })
export interface ResolutionJob extends Schema.Schema.Type<typeof ResolutionJobSchema> {}

/** A locked, running job with the question's resolution and weight. */
export interface LockedJob extends ResolutionJob {
  readonly resolution: Resolution
  /**
   * The dispute because of which the question or its parent was resolved again; null for a resolution by an
   * administrator.
   */
  readonly dispute_id: string | null
  /** The sequence number of the last settled prediction. */
  readonly position: number
  readonly weight: number
  readonly option_count: number
  readonly question: string
}

/** A prediction to be settled, with its locked account. */
export interface UnsettledPrediction {
  readonly prediction_id: string
  readonly account_id: string
  readonly seq: number
  readonly prediction: boolean
  readonly selected_option: string | null
  readonly confidence: number
  readonly contrarian: boolean
  readonly early: boolean
  /** Whether accounts of its owner take different sides of the question. */
  readonly hedged: boolean
  readonly stake: number
  readonly streak_count: number
  readonly max_streak: number
  /** Whether an earlier resolution of the question has settled it. */
  readonly is_settled: boolean
}

/** The results of a settlement for the prediction and its account. */
export interface SettledPrediction {
  readonly prediction_id: string
  readonly account_id: string
  readonly hedged: boolean
  readonly correct: boolean | null
  readonly brier_score: number | null
  readonly log_score: number | null
  /** The points paid: the return, the participation points, or the refund. */
  readonly payout: number
  readonly streak_count: number
  readonly max_streak: number
}

/** How long a claimed payout job is left to its worker: this many seconds per attempt so far, up to a maximum. */
export const payoutRetrySeconds = 5
export const payoutRetrySecondsMax = 300

/** Storage of resolutions and their payouts. Every method joins the caller's unit of work. */
export class ResolutionStore extends Context.Tag("auspex/ResolutionStore")<ResolutionStore, {
  /** Locks and reads the question; undefined when there is none. */
  readonly lockQuestion: (questionId: string) => Effect.Effect<QuestionToResolve | undefined, StorageUnavailable>
  /**
   * Writes a move that resolves the question, and creates the job that pays. With `dispute_id` the job also reverses
   * what an earlier resolution paid.
   */
  readonly record: (move: QuestionMove, input: {
    readonly question_id: string
    readonly resolution: Resolution
    readonly resolution_note: string | null
    readonly evidence_urls: ReadonlyArray<string>
    readonly dispute_id?: string
  }) => Effect.Effect<ResolutionJob, StorageUnavailable>
  /** Locks and reads the children of a question, in the order of their ids. Call it with the parent's row locked. */
  readonly lockChildren: (parentId: string) => Effect.Effect<ReadonlyArray<ChildOfResolved>, StorageUnavailable>
  /** Reopens questions that were void because of their parent and clears all traces of that resolution. */
  readonly reinstate: (
    questionIds: ReadonlyArray<string>,
    move: QuestionMove
  ) => Effect.Effect<void, StorageUnavailable>
  /**
   * Claims a running job that is due. Until it settles a batch, no other worker gets it for 5 seconds times the number
   * of attempts so far (at most 5 minutes). Returns undefined when none is due. The jobs of a question run one after
   * another.
   */
  readonly claim: Effect.Effect<string | undefined, StorageUnavailable>
  /**
   * Locks a running job, after waiting for its current holder. Returns undefined when it is not running, or when an
   * earlier job of the question is.
   */
  readonly lockJob: (jobId: string) => Effect.Effect<LockedJob | undefined, StorageUnavailable>
  /** Reads the next predictions of the job, in order, and locks their accounts. */
  readonly nextBatch: (
    job: LockedJob,
    limit: number
  ) => Effect.Effect<ReadonlyArray<UnsettledPrediction>, StorageUnavailable>
  /**
   * For locked accounts whose predictions on the question are settled: the streak of each before that settlement, and
   * all settlements from it on.
   */
  readonly recordsSince: (
    questionId: string,
    accountIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, SettledRecord>, StorageUnavailable>
  /** Writes the streaks and payouts of corrected settlements. */
  readonly amend: (corrections: ReadonlyArray<Correction>) => Effect.Effect<void, StorageUnavailable>
  /**
   * Writes the settlements and advances the job to `position`; with `finished`, ends the job and writes the question's
   * total scores. Results of an earlier resolution are replaced.
   */
  readonly settle: (
    job: LockedJob,
    settled: ReadonlyArray<SettledPrediction>,
    position: number,
    finished: boolean
  ) => Effect.Effect<void, StorageUnavailable>
  readonly job: (jobId: string) => Effect.Effect<ResolutionJob | undefined, StorageUnavailable>
}>() {}
