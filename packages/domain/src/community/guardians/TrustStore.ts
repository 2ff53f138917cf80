import { Context, type Effect } from "effect"
import type { TrustMove } from "../../platform/identity/TrustLabel.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { RewardedValidation } from "./OutvotedValidations.ts"
import type { ValidationSummary, PredictionVotes } from "./ValidationSummary.ts"
import type { TrustRecord } from "./TrustRecord.ts"

/** A prediction that was validated or flagged. */
export interface JudgedPrediction {
  readonly id: string
  readonly question_id: string
  readonly author_id: string
}

/** A locked prediction with its stored summary and the votes on it. */
export interface LockedPrediction extends JudgedPrediction {
  readonly summary: ValidationSummary
  readonly votes: PredictionVotes
}

/** Storage of trust labels and the summary of predictions. Every method joins the caller's unit of work. */
export class TrustStore extends Context.Tag("auspex/TrustStore")<TrustStore, {
  /** Locks the accounts in the order of their ids, then reads their summary. Unknown ids are left out. */
  readonly lock: (accountIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<TrustRecord>, StorageUnavailable>
  /** Moves a label. After a move by an administrator, earlier validations no longer count. */
  readonly moveLabel: (
    accountId: string,
    move: TrustMove
  ) => Effect.Effect<void, StorageUnavailable>
  /** Locks the predictions in the order of their ids; the rows of their authors must be locked already. */
  readonly lockPredictions: (
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<LockedPrediction>, StorageUnavailable>
  /** Writes the summary of locked predictions and updates their authors' counts of marked predictions. */
  readonly setSummaries: (
    summaries: ReadonlyArray<ValidationSummary & { readonly id: string }>
  ) => Effect.Effect<void, StorageUnavailable>
  /** The validations of the account's predictions by accounts of other owners. */
  readonly validationsOf: (
    accountId: string
  ) => Effect.Effect<ReadonlyArray<RewardedValidation>, StorageUnavailable>
  /** The predictions that the account has validated or flagged, by id. */
  readonly touchedBy: (accountId: string) => Effect.Effect<ReadonlyArray<JudgedPrediction>, StorageUnavailable>
}>() {}
