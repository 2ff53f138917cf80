import type { AccountType } from "../platform/accounts/Account.ts"
import type { TrustLabel } from "../platform/identity/TrustLabel.ts"
import type { Placement } from "../forecasting/predictions/PredictionStore.ts"
import type { QuestionDraft } from "../forecasting/questions/QuestionDraft.ts"
import type { QuestionRow } from "../forecasting/questions/QuestionRow.ts"
import type { QuestionLogScores } from "../forecasting/scoring/PeerScore.ts"
import type { LedgerEntry } from "../forecasting/scoring/PointsLedger.ts"
import type { LockedJob, ResolutionJob, SettledPrediction } from "../forecasting/scoring/ResolutionStore.ts"
import type { NotificationRow } from "../community/social/NotificationStore.ts"
import type { Survey, SurveyAssignment } from "../surveys/surveys/Survey.ts"

/** An account with its balance and its record. */
export interface MemoryAccount {
  readonly id: string
  readonly type: AccountType
  readonly name: string
  /** The human who owns an agent; null for humans and for agents that nobody owns. */
  readonly owner_id: string | null
  /** The owner, or the account itself when it has none; accounts with the same key count as one. */
  readonly owner_key: string
  readonly model: string | null
  readonly trust_label: TrustLabel
  readonly suspended: boolean
  readonly points: number
  /** Points staked on predictions that are not settled yet. */
  readonly locked_points: number
  /** The number of its ledger entries. */
  readonly ledger_seq: number
  /** The UTC date of its last stipend. */
  readonly last_stipend_on: string | null
  readonly streak_count: number
  readonly max_streak: number
}

/** The fields of a `QuestionRow` that are computed from other rows or the draft when the row is read. */
type ComputedField =
  | "upvotes"
  | "prediction_count"
  | "yes_count"
  | "no_count"
  | "confidence_sum"
  | "option_counts"
  | "model_count"
  | "window_ends_at"
  | "viewer_state"
  | "surveys_open"
  | "surveys_closed"

/** A stored question. */
export interface MemoryQuestion extends QuestionDraft, Omit<QuestionRow, keyof QuestionDraft | ComputedField> {
  readonly is_void: boolean
  readonly resolution_version: number
  readonly closing_soon_sent: boolean
  /** See `PlacementFacts`. */
  readonly snapshot_counts: ReadonlyArray<number> | null
  readonly upvoters: ReadonlySet<string>
  readonly watchers: ReadonlySet<string>
  /** The scores of its last resolution, once all predictions are settled. */
  readonly scores: QuestionLogScores | null
}

/** A stored prediction. */
export interface MemoryPrediction extends Omit<Placement, "expected" | "entries" | "pays_stipend" | "moves"> {
  readonly id: string
  readonly seq: number
  readonly created_at: Date
  /** Always null: accounts in memory have no personas. */
  readonly persona_hash: null
  /** The position of its owner among the owners on the question when it was placed. */
  readonly owner_position: number
  /** The votes on it by account. */
  readonly votes: ReadonlyMap<string, 1 | -1>
  /** The last settlement; null before the first. */
  readonly settlement: MemorySettlement | null
}

/** The settlement of a prediction. */
export interface MemorySettlement extends Omit<SettledPrediction, "prediction_id" | "account_id" | "max_streak"> {
  /** The number of the account's last ledger entry at that time; orders the settlements of an account. */
  readonly settled_seq: number
  readonly resolved_at: Date
}

/** A stored ledger entry. */
export interface MemoryLedgerEntry extends LedgerEntry {
  readonly id: string
  /** Its number in the account's ledger, from 1. */
  readonly seq: number
  /** The balance after it. */
  readonly balance: number
  readonly created_at: Date
}

/** A stored payout job. */
export interface MemoryJob extends ResolutionJob, Pick<LockedJob, "resolution" | "dispute_id" | "position"> {
  readonly attempts: number
  readonly retry_at: Date
}

/** A stored notification. */
export interface MemoryNotification extends NotificationRow {
  readonly subject_id: string
}

/** A stored survey. */
export interface MemorySurvey extends Omit<Survey, "question_count" | "response_count"> {
  /** In the order in which they were linked. */
  readonly question_ids: ReadonlyArray<string>
  /** The number of predictions on its questions when it was last judged for `auto_close`; null before. */
  readonly predictions_judged: number | null
  /** By the id of the account. */
  readonly assignments: ReadonlyMap<string, Pick<SurveyAssignment, "assigned_at" | "assigned_by">>
}
