import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { QuestionStatus } from "../questions/QuestionStatus.ts"
import type { QuestionType } from "../questions/Resolution.ts"
import type { BriefEvidence } from "./IntelBrief.ts"
import type { ArguedPrediction } from "./KeyArguments.ts"

/** What a brief says of its question. */
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

/** What a brief is made from, the consensus aside. */
export interface BriefFacts {
  /** The database's clock. */
  readonly now: Date
  readonly question: BriefQuestion
  /** How many predictions were scored and how many of those were right; null until the payouts are made, and when void. */
  readonly score: { readonly scored: number; readonly correct: number } | null
  /**
   * The strongest predictions for yes, at most 40, strongest first; on multi questions for the option that most chose,
   * the earliest of equals.
   */
  readonly strongest_for: ReadonlyArray<ArguedPrediction>
  /** The strongest for no; on multi questions for the other options, the same number at most of each. */
  readonly strongest_against: ReadonlyArray<ArguedPrediction>
  /** The addresses that most accounts cite, at most ten, by number and then by address. */
  readonly key_evidence: ReadonlyArray<BriefEvidence>
}

/**
 * Reads what briefs are made from, in one round trip and in bounded time however many predictions there are. Predictions
 * of suspended accounts and those flagged as hallucinated are not among them. Reasonings may come cut after
 * `readReasoningMax` + 1 characters.
 */
export class BriefStore extends Context.Tag("auspex/BriefStore")<BriefStore, {
  /** `undefined` when the public may see no such question. */
  readonly facts: (questionId: string) => Effect.Effect<BriefFacts | undefined, StorageUnavailable>
}>() {}
