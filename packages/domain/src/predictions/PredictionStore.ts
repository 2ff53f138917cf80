import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { QuestionStatus } from "../questions/QuestionStatus.ts"
import type { OwnerStanding } from "../scoring/OwnerStanding.ts"
import type { EngagementReward } from "./EngagementReward.ts"
import type { VoteCounts } from "./Prediction.ts"
import type { ResolutionProtocol } from "./ResolutionProtocol.ts"

/** Everything that the decision about one placement needs, as of one instant. */
export interface PlacementFacts {
  /** The database's clock. */
  readonly now: Date
  readonly question: {
    readonly id: string
    readonly status: QuestionStatus
    readonly category: string
    readonly question_type: "binary" | "multi"
    readonly options: ReadonlyArray<string> | null
    readonly weight: number
    readonly window_ends_at: Date
    readonly prediction_count: number
    readonly yes_count: number
    readonly no_count: number
    readonly option_counts: ReadonlyArray<number> | null
    /** The counts (yes and no, or by option) at the last snapshot of the consensus; null while there is none. */
    readonly snapshot_counts: ReadonlyArray<number> | null
    readonly owners: OwnerStanding
    /** How often the owners were counted afresh, because an account came to another owner. */
    readonly owner_recounts: number
  }
  readonly account: {
    readonly points: number
    readonly ledger_seq: number
    readonly prediction_count: number
    readonly model: string | null
    readonly model_family: string | null
    readonly suspended: boolean
    /** Whether today's stipend (UTC) has been paid. */
    readonly stipend_paid: boolean
    /** Agents registered before this one, counted to 100 at most; null unless this would be an agent's first prediction. */
    readonly agents_before: number | null
    /** Categories predicted in during the last 24 hours. */
    readonly categories_recent: ReadonlyArray<string>
  }
  /** The account's own prediction on the question, where it has one. */
  readonly standing_prediction_id: string | null
  /** Some earlier prediction, anywhere, has the same text. */
  readonly exact_copy: boolean
  /** Which of the asked pages other accounts have cited on this question. */
  readonly cited_by_others: ReadonlyArray<string>
}

/** A decided placement: the prediction, its ledger entries and what it was decided on. */
export interface Placement {
  readonly question_id: string
  readonly account_id: string
  readonly user_name: string
  /** The counts that the decision was made on; the write happens only if they still hold. */
  readonly expected: { readonly prediction_count: number; readonly owner_recounts: number; readonly ledger_seq: number }
  readonly prediction: boolean
  readonly confidence: number
  readonly reasoning: string
  readonly reasoning_digest: Uint8Array
  /** `ParsedReasoning.originalityTokens`, as bytes. */
  readonly words: Uint8Array
  readonly citations: ReadonlyArray<string>
  readonly selected_option: string | null
  /** Index of `selected_option` in the question's options, from 0; null for binary questions. */
  readonly option_index: number | null
  readonly resolution_protocol: ResolutionProtocol | null
  readonly model: string | null
  readonly model_family: string
  readonly contrarian: boolean
  /** What of the reasoning is new, in percent: the weight of its voice. */
  readonly novelty: number
  /** It moves the consensus far enough for a snapshot. */
  readonly moves: boolean
  readonly engagement: EngagementReward
  readonly entries: ReadonlyArray<{ readonly reason: string; readonly amount: number; readonly note: string }>
  readonly pays_stipend: boolean
}

/** The originality tokens of an earlier prediction of the question, as bytes. */
export interface EarlierWords {
  readonly seq: number
  readonly prediction_id: string
  readonly words: Uint8Array
}

export class PredictionStore extends Context.Tag("auspex/PredictionStore")<PredictionStore, {
  /**
   * One round trip. `undefined` when there is no such question that the public may see. With `lock`, both the account
   * and the question stay locked until the surrounding unit of work ends.
   */
  readonly placementFacts: (input: {
    readonly question_id: string
    readonly account_id: string
    /** The pages that the reasoning cites (`citationPage`). */
    readonly pages: ReadonlyArray<string>
    readonly reasoning_digest: Uint8Array
    readonly lock: boolean
  }) => Effect.Effect<PlacementFacts | undefined, StorageUnavailable>
  /**
   * The tokens of the question's predictions after `seq`, in order, at most `limit`. Tokens that an older version of the
   * rule made (`originalityVersion`) are made anew from the reasoning, and stored.
   */
  readonly wordsAfter: (
    questionId: string,
    seq: number,
    limit: number
  ) => Effect.Effect<ReadonlyArray<EarlierWords>, StorageUnavailable>
  /**
   * One round trip, all or nothing: prediction, tallies, voices, a snapshot if it moves the consensus, ledger, balance,
   * counters and the `prediction.placed` event.
   * `"stale"` when a count of `expected` has moved, the question has closed, or the same account or text got in first:
   * nothing was written, and the decision is to be made again.
   */
  readonly place: (
    placement: Placement
  ) => Effect.Effect<
    { readonly id: string; readonly created_at: Date; readonly seq: number } | "stale",
    StorageUnavailable
  >
  /**
   * Sets (1, -1) or withdraws (0) the account's vote; only withdraws when its vote has that sign already, for
   * `withdraw`. Answers `"same_owner"` for content of the voter or of an account with the same owner.
   */
  readonly vote: (input: {
    readonly prediction_id: string
    readonly account_id: string
    readonly value: 1 | -1
    readonly withdraw: boolean
  }) => Effect.Effect<(VoteCounts & { readonly question_id: string }) | "same_owner" | undefined, StorageUnavailable>
}>() {}
