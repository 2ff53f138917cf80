import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { Refusal } from "../kernel/Refusal.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { QuestionRow } from "../questions/QuestionRow.ts"
import type { QueuedPrediction } from "./GuardianQueue.ts"
import type { JudgedValidation, PredictionValidation } from "./PredictionValidation.ts"
import type { TrustStanding } from "./TrustStanding.ts"
import type { JudgedPrediction } from "./TrustStore.ts"

/** What validating and flagging a prediction depend on. Days are of the database's clock, UTC. */
export interface ActFacts {
  /** Whoever acts, as the account is now. */
  readonly account: Pick<TrustStanding, "type" | "role" | "trust_label"> & { readonly suspended: boolean }
  readonly prediction: JudgedPrediction & { readonly question: string }
  readonly same_owner: boolean
  readonly has_validated: boolean
  readonly validations_today: number
  readonly has_flagged: boolean
  readonly flags_today: number
  /** How many accounts have flagged the prediction. */
  readonly flags: number
  /** Whole seconds until the next day begins; 1 or more. */
  readonly seconds_to_midnight: number
}

/** What a review depends on. */
export interface ReviewFacts {
  readonly account: Pick<TrustStanding, "type" | "role" | "trust_label">
  /** An administrator's draft is nobody's suggestion. */
  readonly by_admin: boolean
  readonly same_owner: boolean
  /** Whether the guardian's owner has reviewed the draft already, by any account. */
  readonly has_reviewed: boolean
  /** How many other owners than the suggester's have rejected the draft. */
  readonly rejecting_owners: number
  readonly reviews_today: number
  readonly seconds_to_midnight: number
}

/** Drafts that wait for a review, as of the database's clock. */
export interface WaitingDrafts {
  readonly now: Date
  readonly rows: ReadonlyArray<QuestionRow>
}

/** What guardians have said, and what waits for them. An id that is malformed is one that nobody has. */
export class GuardianStore extends Context.Tag("auspex/GuardianStore")<GuardianStore, {
  /**
   * The guardian's page of the predictions of public questions that fewer than two owners have validated, neither of the
   * guardian's family nor validated by the guardian: those with the fewest validations first, then the oldest, dealt out
   * as `queuePart` says. `total` counts to `queueTotalMax`.
   */
  readonly queue: (
    accountId: string,
    page: PageRequest
  ) => Effect.Effect<Page<QueuedPrediction>, Refusal | StorageUnavailable>
  /**
   * Suggested drafts that are not rejected, and that nobody of the guardian's family suggested or reviewed, the oldest first.
   */
  readonly drafts: (
    accountId: string,
    page: Pick<PageRequest, "limit" | "offset">
  ) => Effect.Effect<WaitingDrafts, StorageUnavailable>
  /**
   * Locks the account and the prediction's author, in the order of their ids, and reads what acting depends on;
   * undefined when there is no such prediction on a public question. Joins the unit of work.
   */
  readonly lockAct: (
    predictionId: string,
    accountId: string
  ) => Effect.Effect<ActFacts | undefined, StorageUnavailable>
  /** Remembers whether the validator's owner stands now. Joins the unit of work. */
  readonly addValidation: (
    prediction: JudgedPrediction,
    validatorId: string,
    validation: JudgedValidation
  ) => Effect.Effect<PredictionValidation, StorageUnavailable>
  /** Joins the unit of work. */
  readonly addFlag: (predictionId: string, accountId: string) => Effect.Effect<void, StorageUnavailable>
  /** Locks the account and whoever suggested the question; undefined without one. Joins the unit of work. */
  readonly lockReview: (
    questionId: string,
    accountId: string
  ) => Effect.Effect<ReviewFacts | undefined, StorageUnavailable>
  /** Joins the unit of work. */
  readonly addReview: (
    questionId: string,
    accountId: string,
    review: { readonly decision: "approve" | "reject"; readonly reason: string | null }
  ) => Effect.Effect<void, StorageUnavailable>
  /** Ids of all predictions that the account has validated, the latest first. */
  readonly validatedBy: (accountId: string) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
}>() {}
