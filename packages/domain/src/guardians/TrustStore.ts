import { Context, type Effect } from "effect"
import type { TrustMove } from "../identity/TrustLabel.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { RewardedValidation } from "./OutvotedValidations.ts"
import type { PredictionStanding, PredictionVoices } from "./PredictionStanding.ts"
import type { TrustStanding } from "./TrustStanding.ts"

/** A prediction of which something was said. */
export interface JudgedPrediction {
  readonly id: string
  readonly question_id: string
  readonly author_id: string
}

/** A prediction, locked, with how it stood and all that was said of it. */
export interface LockedPrediction extends JudgedPrediction {
  readonly standing: PredictionStanding
  readonly voices: PredictionVoices
}

/** What trust is judged by, and what comes of it. Everything joins the caller's unit of work. */
export class TrustStore extends Context.Tag("auspex/TrustStore")<TrustStore, {
  /** Locks the accounts in the order of their ids, then reads how they stand. Unknown ids are left out. */
  readonly lock: (accountIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<TrustStanding>, StorageUnavailable>
  /** Moves a label. An administrator's word also makes what guardians said before count no more. */
  readonly moveLabel: (
    accountId: string,
    move: TrustMove
  ) => Effect.Effect<void, StorageUnavailable>
  /** Locks the predictions in the order of their ids; their authors' rows are locked already. */
  readonly lockPredictions: (
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<LockedPrediction>, StorageUnavailable>
  /** Writes how locked predictions stand now, and counts those for their authors that are marked or no longer marked. */
  readonly setStandings: (
    standings: ReadonlyArray<PredictionStanding & { readonly id: string }>
  ) => Effect.Effect<void, StorageUnavailable>
  /** What others than its family have said of the account's predictions. */
  readonly validationsOf: (
    accountId: string
  ) => Effect.Effect<ReadonlyArray<RewardedValidation>, StorageUnavailable>
  /** Whatever the account has validated or flagged, by id. */
  readonly touchedBy: (accountId: string) => Effect.Effect<ReadonlyArray<JudgedPrediction>, StorageUnavailable>
}>() {}
