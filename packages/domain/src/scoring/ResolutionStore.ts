import { Context, type Effect, Schema } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { QuestionMove } from "../questions/QuestionMove.ts"
import type { QuestionStatus } from "../questions/QuestionStatus.ts"
import type { OverturnedChildFacts } from "../questions/OverturnedChild.ts"
import type { QuestionType, Resolution } from "../questions/Resolution.ts"
import type { Category } from "../questions/Taxonomy.ts"
import type { Correction, SettledRecord } from "./Replay.ts"

/** A question about to be resolved, locked. */
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

/** A child of a question that is resolved again, locked. */
export interface ChildOfResolved extends OverturnedChildFacts {
  readonly id: string
  readonly question: string
  readonly category: Category
  readonly question_type: QuestionType
}

/** The payouts of one resolution, made in batches along the order of the predictions. */
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

/** A running job, locked, with the question's terms. */
export interface LockedJob extends ResolutionJob {
  readonly resolution: Resolution
  /** The dispute that made the question be resolved again, or its parent; null for what an administrator resolved. */
  readonly dispute_id: string | null
  /** The order number of the last prediction settled. */
  readonly position: number
  readonly weight: number
  readonly option_count: number
  readonly question: string
}

/** One prediction to be settled, with the standing of its account, locked. */
export interface UnsettledPrediction {
  readonly prediction_id: string
  readonly account_id: string
  readonly seq: number
  readonly prediction: boolean
  readonly selected_option: string | null
  readonly confidence: number
  readonly contrarian: boolean
  readonly early: boolean
  /** Whether accounts of its owner stand on different sides of the question, or on different options. */
  readonly hedged: boolean
  readonly stake: number
  readonly streak_count: number
  readonly max_streak: number
  /** By an earlier resolution of the question. */
  readonly is_settled: boolean
}

/** What becomes of one prediction and of its account's record. */
export interface SettledPrediction {
  readonly prediction_id: string
  readonly account_id: string
  readonly hedged: boolean
  readonly correct: boolean | null
  readonly brier_score: number | null
  readonly log_score: number | null
  /** Points given back or won. */
  readonly payout: number
  readonly streak_count: number
  readonly max_streak: number
}

/** Every method joins the caller's unit of work. */
export class ResolutionStore extends Context.Tag("auspex/ResolutionStore")<ResolutionStore, {
  /** Locks and loads the question; undefined when there is none. */
  readonly lockQuestion: (questionId: string) => Effect.Effect<QuestionToResolve | undefined, StorageUnavailable>
  /**
   * Makes a move that resolves the question, and opens the job that pays. With `dispute_id` what an earlier resolution paid is taken
   * back by the same job.
   */
  readonly record: (move: QuestionMove, input: {
    readonly question_id: string
    readonly resolution: Resolution
    readonly resolution_note: string | null
    readonly evidence_urls: ReadonlyArray<string>
    readonly dispute_id?: string
  }) => Effect.Effect<ResolutionJob, StorageUnavailable>
  /** The children of a question, locked, by id. Call it with the parent's row locked. */
  readonly lockChildren: (parentId: string) => Effect.Effect<ReadonlyArray<ChildOfResolved>, StorageUnavailable>
  /** Moves questions that were void because of their parent out of `resolved`, as if they had never been. */
  readonly reinstate: (
    questionIds: ReadonlyArray<string>,
    move: QuestionMove
  ) => Effect.Effect<void, StorageUnavailable>
  /**
   * Takes a running job that is due, for a worker: until it settles a batch nobody else is given it for 5 seconds times
   * the attempts so far (5 minutes at most). Undefined when none is due. The jobs of a question run one after another.
   */
  readonly claim: Effect.Effect<string | undefined, StorageUnavailable>
  /**
   * Locks a running job, waiting for whoever holds it. Undefined when it does not run, or waits for an earlier job of the
   * question.
   */
  readonly lockJob: (jobId: string) => Effect.Effect<LockedJob | undefined, StorageUnavailable>
  /** The next predictions of the job, in order, with their accounts locked. */
  readonly nextBatch: (
    job: LockedJob,
    limit: number
  ) => Effect.Effect<ReadonlyArray<UnsettledPrediction>, StorageUnavailable>
  /**
   * For accounts whose predictions on the question are settled, and who are locked: how the streak of each stood before
   * that settlement, and all settlements from it on.
   */
  readonly recordsSince: (
    questionId: string,
    accountIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyMap<string, SettledRecord>, StorageUnavailable>
  /** Writes the streaks and payouts of settlements that were put right. */
  readonly amend: (corrections: ReadonlyArray<Correction>) => Effect.Effect<void, StorageUnavailable>
  /**
   * Writes the settlements and moves the job to `position`; with `finished`, ends it and writes how the question scored
   * all its predictions. All of it takes the place of what an earlier resolution left.
   */
  readonly settle: (
    job: LockedJob,
    settled: ReadonlyArray<SettledPrediction>,
    position: number,
    finished: boolean
  ) => Effect.Effect<void, StorageUnavailable>
  readonly job: (jobId: string) => Effect.Effect<ResolutionJob | undefined, StorageUnavailable>
}>() {}
