import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { QuestionStatus } from "../../forecasting/questions/QuestionStatus.ts"
import type { QuestionType } from "../../forecasting/questions/Resolution.ts"
import type { BriefEvidence } from "./IntelBrief.ts"
import type { ArguedPrediction } from "./KeyArguments.ts"

/** The fields of a question that a brief uses. */
export interface BriefQuestion {
  readonly id: string
  readonly question: string
  readonly context: string | null
  readonly status: QuestionStatus
  readonly question_type: QuestionType
  readonly outcome: boolean | null
  readonly correct_options: ReadonlyArray<string> | null
  readonly is_void: boolean
  readonly waits_for_parent: boolean
  readonly window_ends_at: Date
  readonly closed_at: Date | null
  readonly resolved_at: Date | null
}

/** What a brief is made from, apart from the consensus. */
export interface BriefFacts {
  /** The database's time. */
  readonly now: Date
  readonly question: BriefQuestion
  /** The number of scored predictions and of correct ones; null until the payouts are made, and when void. */
  readonly score: { readonly scored: number; readonly correct: number } | null
  /**
   * The strongest predictions for yes, at most 40, strongest first; on multi questions for the option with the most
   * predictions (the earliest on a tie).
   */
  readonly strongest_for: ReadonlyArray<ArguedPrediction>
  /** The strongest predictions for no; on multi questions at most 40 for each other option. */
  readonly strongest_against: ReadonlyArray<ArguedPrediction>
  /** The addresses cited by the most accounts, at most ten; by number of accounts, then by address. */
  readonly key_evidence: ReadonlyArray<BriefEvidence>
}

/**
 * Reads what briefs are made from, in one round trip and in bounded time however many predictions there are. Omits
 * predictions of suspended accounts and those flagged as hallucinated. Reasonings may be cut after `readReasoningMax` +
 * 1 characters.
 */
export class BriefStore extends Context.Tag("auspex/BriefStore")<BriefStore, {
  /** Returns `undefined` when there is no such public question. */
  readonly facts: (questionId: string) => Effect.Effect<BriefFacts | undefined, StorageUnavailable>
}>() {}
