import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { QuestionRow } from "../../forecasting/questions/QuestionRow.ts"
import type { QueuedPrediction } from "./GuardianQueue.ts"
import type { JudgedValidation, PredictionValidation } from "./PredictionValidation.ts"
import type { TrustRecord } from "./TrustRecord.ts"
import type { JudgedPrediction } from "./TrustStore.ts"

/** The facts for validating or flagging a prediction. Days are UTC days by the database's clock. */
export interface ActFacts {
  /** The acting account as it is now. */
  readonly account: Pick<TrustRecord, "type" | "role" | "trust_label"> & { readonly suspended: boolean }
  readonly prediction: JudgedPrediction & { readonly question: string }
  readonly same_owner: boolean
  readonly has_validated: boolean
  readonly validations_today: number
  readonly has_flagged: boolean
  readonly flags_today: number
  /** The number of accounts that have flagged the prediction. */
  readonly flags: number
  /** Whole seconds until the next UTC day, 1 or more. */
  readonly seconds_to_midnight: number
}

/** The facts for reviewing a draft. */
export interface ReviewFacts {
  readonly account: Pick<TrustRecord, "type" | "role" | "trust_label">
  /** Whether an administrator wrote the draft, so that no account suggested it. */
  readonly by_admin: boolean
  readonly same_owner: boolean
  /** Whether any account of the guardian's owner has reviewed the draft. */
  readonly has_reviewed: boolean
  /** The number of owners, other than the suggester's, who have rejected the draft. */
  readonly rejecting_owners: number
  readonly reviews_today: number
  readonly seconds_to_midnight: number
}

/** Drafts that wait for review, as of the database's `now`. */
export interface WaitingDrafts {
  readonly now: Date
  readonly rows: ReadonlyArray<QuestionRow>
}

/** Storage of validations, flags and reviews, and of the queue. A malformed id is treated as an unknown one. */
export class GuardianStore extends Context.Tag("auspex/GuardianStore")<GuardianStore, {
  /**
   * The guardian's page of predictions on public questions with validations by fewer than two owners, without
   * predictions of the guardian's owner or already validated by the guardian. Fewest validations first, then oldest
   * first, shuffled as described at `queueWindowMax`. `total` is at most `queueTotalMax`.
   */
  readonly queue: (
    accountId: string,
    page: PageRequest
  ) => Effect.Effect<Page<QueuedPrediction>, Refusal | StorageUnavailable>
  /**
   * Suggested drafts that are not rejected and that no account of the guardian's owner suggested or reviewed, oldest
   * first.
   */
  readonly drafts: (
    accountId: string,
    page: Pick<PageRequest, "limit" | "offset">
  ) => Effect.Effect<WaitingDrafts, StorageUnavailable>
  /**
   * Locks the account and the prediction's author in the order of their ids, and reads the facts; undefined when there
   * is no such prediction on a public question. Joins the caller's unit of work.
   */
  readonly lockAct: (
    predictionId: string,
    accountId: string
  ) => Effect.Effect<ActFacts | undefined, StorageUnavailable>
  /**
   * Stores a validation, and whether the validator's owner has standing now (see `standingOwnerDaysMin`). Joins the
   * caller's unit of work.
   */
  readonly addValidation: (
    prediction: JudgedPrediction,
    validatorId: string,
    validation: JudgedValidation
  ) => Effect.Effect<PredictionValidation, StorageUnavailable>
  /** Joins the caller's unit of work. */
  readonly addFlag: (predictionId: string, accountId: string) => Effect.Effect<void, StorageUnavailable>
  /**
   * Locks the account and the account that suggested the question; undefined when there is no such question. Joins the
   * caller's unit of work.
   */
  readonly lockReview: (
    questionId: string,
    accountId: string
  ) => Effect.Effect<ReviewFacts | undefined, StorageUnavailable>
  /** Joins the caller's unit of work. */
  readonly addReview: (
    questionId: string,
    accountId: string,
    review: { readonly decision: "approve" | "reject"; readonly reason: string | null }
  ) => Effect.Effect<void, StorageUnavailable>
  /** The ids of all predictions that the account has validated, latest validation first. */
  readonly validatedBy: (accountId: string) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
}>() {}
