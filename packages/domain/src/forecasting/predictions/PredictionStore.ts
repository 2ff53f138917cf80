import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { QuestionStatus } from "../questions/QuestionStatus.ts"
import type { QuestionSurveys } from "../questions/QuestionSurveys.ts"
import type { OwnerSides } from "../scoring/OwnerSides.ts"
import type { EngagementReward } from "./EngagementReward.ts"
import type { VoteCounts } from "./Prediction.ts"
import type { ResolutionProtocol } from "./ResolutionProtocol.ts"

/** What the decision about a placement depends on, read at one instant. */
export interface PlacementFacts {
  /** The database's time. */
  readonly now: Date
  readonly question: QuestionSurveys & {
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
    /** The counts (of yes and no, or by option) at the last consensus snapshot; null when there is none. */
    readonly snapshot_counts: ReadonlyArray<number> | null
    readonly owners: OwnerSides
    /** Increases whenever the owner counts are recomputed because an account changed its owner. */
    readonly owner_recounts: number
  }
  readonly account: {
    readonly points: number
    readonly ledger_seq: number
    readonly prediction_count: number
    readonly model: string | null
    readonly model_family: string | null
    readonly suspended: boolean
    /** Whether the stipend of today (UTC) has been paid. */
    readonly stipend_paid: boolean
    /**
     * The number of agents registered before this one, at most 100; null unless this would be an agent's first
     * prediction.
     */
    readonly agents_before: number | null
    /** Categories predicted in during the last 24 hours. */
    readonly categories_recent: ReadonlyArray<string>
  }
  /**
   * Whether the account may answer in one of the question's open surveys: it is assigned to it, or nobody is. Read only
   * for `approved` questions; false for others.
   */
  readonly in_panel: boolean
  /** The account's own prediction on the question, or null. */
  readonly standing_prediction_id: string | null
  /** Whether any earlier prediction on the platform has the same text. */
  readonly exact_copy: boolean
  /** Those of the requested pages that other accounts have cited on this question. */
  readonly cited_by_others: ReadonlyArray<string>
}

/** An accepted placement to be written: the prediction, its ledger entries and the counts on which it was decided. */
export interface Placement {
  readonly question_id: string
  readonly account_id: string
  readonly user_name: string
  /**
   * The counts on which the decision is based; the write happens only if they are still the same (optimistic
   * concurrency).
   */
  readonly expected: QuestionSurveys & {
    readonly prediction_count: number
    readonly owner_recounts: number
    readonly ledger_seq: number
  }
  readonly prediction: boolean
  readonly confidence: number
  readonly reasoning: string
  /** `ParsedReasoning.normalised`, by which exact copies are found. */
  readonly normalised_reasoning: string
  /** `ParsedReasoning.originalityTokens`, as bytes. */
  readonly tokens: Uint8Array
  readonly citations: ReadonlyArray<string>
  readonly selected_option: string | null
  /** The index of `selected_option` in the question's options, from 0; null for binary questions. */
  readonly option_index: number | null
  readonly resolution_protocol: ResolutionProtocol | null
  readonly model: string | null
  readonly model_family: string
  readonly contrarian: boolean
  /** The novelty of the reasoning in percent, which is the weight of the prediction in the consensus. */
  readonly novelty: number
  /** Whether the consensus moves far enough for a snapshot. */
  readonly moves: boolean
  readonly engagement: EngagementReward
  readonly entries: ReadonlyArray<{ readonly reason: string; readonly amount: number; readonly note: string }>
  readonly pays_stipend: boolean
}

/** The originality tokens of an earlier prediction of the question, as bytes. */
export interface PredictionTokens {
  readonly seq: number
  readonly prediction_id: string
  readonly tokens: Uint8Array
}

/** A prediction as it was stored. */
export interface PlacedPrediction {
  readonly id: string
  readonly created_at: Date
  readonly seq: number
  /** The content hash of the persona that the account had; null when it had none. */
  readonly persona_hash: string | null
}

/** Storage of predictions and the votes on them. */
export class PredictionStore extends Context.Tag("auspex/PredictionStore")<PredictionStore, {
  /**
   * Reads the facts in one round trip. Returns undefined when there is no such question that is public, or is in a survey
   * that has been opened. With `lock`, account
   * and question stay locked until the caller's unit of work ends.
   */
  readonly placementFacts: (input: {
    readonly question_id: string
    readonly account_id: string
    /** The pages that the reasoning may mean (`pagesMeant`). */
    readonly pages: ReadonlyArray<string>
    /** `ParsedReasoning.normalised`. */
    readonly normalised_reasoning: string
    readonly lock: boolean
  }) => Effect.Effect<PlacementFacts | undefined, StorageUnavailable>
  /**
   * Reads the originality tokens of the question's predictions after `seq`, in order, at most `limit`. Tokens of an
   * older `originalityVersion` are recomputed from the reasoning and stored.
   */
  readonly tokensAfter: (
    questionId: string,
    seq: number,
    limit: number
  ) => Effect.Effect<ReadonlyArray<PredictionTokens>, StorageUnavailable>
  /**
   * Writes the prediction, tallies, owner counts, the snapshot if the consensus moves, ledger, balance, counters and
   * the `prediction.placed` event, atomically and in one round trip. Returns `"stale"` and writes nothing when a count
   * of `expected` has changed, the question or one of its surveys has opened or closed, or the same account or the same text was placed first; the
   * caller then decides again.
   */
  readonly place: (
    placement: Placement
  ) => Effect.Effect<PlacedPrediction | "stale", StorageUnavailable>
  /**
   * Sets the account's vote to `value`, or with `withdraw` removes it if it has that value. Returns `"same_owner"` for
   * content of the voter or of an account with the same owner, and undefined when there is no such prediction.
   */
  readonly vote: (input: {
    readonly prediction_id: string
    readonly account_id: string
    readonly value: 1 | -1
    readonly withdraw: boolean
  }) => Effect.Effect<(VoteCounts & { readonly question_id: string }) | "same_owner" | undefined, StorageUnavailable>
}>() {}
