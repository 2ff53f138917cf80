import { Schema } from "effect"
import { Points } from "./Points.ts"
import { outcomeOf } from "../questions/questionEvents.ts"
import { QuestionType, type Resolution, resolutionOf } from "../questions/Resolution.ts"
import { peerScore } from "./PeerScore.ts"
import { ScoreReceipt, scoreReceipt } from "./Receipt.ts"
import { optional } from "../../kernel/optional.ts"

/** The ledger entry of a settlement. */
export const SettlementEntry = Schema.Struct({
  transaction_id: Schema.String,
  reason: Schema.Literal("stake_return", "participation", "stake_refund"),
  amount: Points,
  created_at: Schema.Date
}).annotations({ identifier: "SettlementEntry" })
export interface SettlementEntry extends Schema.Schema.Type<typeof SettlementEntry> {}

/** A ledger entry that corrects a payout after a dispute changed the streak on which it was based. */
export const PayoutCorrection = Schema.Struct({
  transaction_id: Schema.String,
  amount: Points,
  created_at: Schema.Date
}).annotations({ identifier: "PayoutCorrection" })
export interface PayoutCorrection extends Schema.Schema.Type<typeof PayoutCorrection> {}

/**
 * The receipt of one prediction under the current resolution: the forecast, the outcome, every term of the payout and
 * the scores, and what was paid.
 */
export const PredictionReceipt = Schema.Struct({
  question_id: Schema.String,
  user_id: Schema.String,
  prediction_id: Schema.String,
  question: Schema.String,
  question_type: QuestionType,
  prediction: Schema.Boolean,
  selected_option: optional(Schema.String),
  /** For binary questions; null when void. */
  outcome: optional(Schema.NullOr(Schema.Boolean)),
  /** For multi questions; empty when void. */
  correct_options: optional(Schema.Array(Schema.String)),
  /** 1 for the first resolution of the question. */
  resolution_version: Schema.Int,
  resolved_at: Schema.Date,
  settled_at: Schema.Date,
  ...ScoreReceipt.fields,
  /** See `peerScore`; null when void, when no other prediction was scored, and until all predictions are settled. */
  peer_score: Schema.NullOr(Schema.Number),
  /** The number of other predictions that `peer_score` compares with. */
  peers: Schema.Int,
  /**
   * The ledger entry of the payout. Null when it is missing, which is an error that `auspex doctor --recount` reports.
   */
  entry: Schema.NullOr(SettlementEntry),
  /** Later entries made because a dispute changed the account's streak at that time, oldest first. */
  corrections: Schema.Array(PayoutCorrection)
}).annotations({ identifier: "PredictionReceipt" })
export interface PredictionReceipt extends Schema.Schema.Type<typeof PredictionReceipt> {}

/** A settled prediction and its question, as stored. */
export interface PredictionReceiptFacts {
  readonly question_id: string
  readonly user_id: string
  readonly prediction_id: string
  readonly question: string
  readonly question_type: QuestionType
  readonly options: ReadonlyArray<string> | null
  readonly outcome: boolean | null
  readonly correct_options: ReadonlyArray<string> | null
  readonly weight: number
  readonly resolution_version: number
  readonly resolved_at: Date
  readonly settled_at: Date
  /** Whether its owner was among the first 10 owners on the question. */
  readonly early: boolean
  readonly prediction: boolean
  readonly selected_option: string | null
  readonly confidence: number
  readonly contrarian: boolean
  readonly hedged: boolean
  readonly correct: boolean | null
  /** The account's streak after the settlement. */
  readonly streak: number
  /**
   * The sums of all scores on the question once all predictions are settled (see `QuestionLogScores`); null before, and
   * when nothing was scored.
   */
  readonly scored: number | null
  readonly log_sum: number | null
  readonly entry: SettlementEntry | null
  readonly corrections: ReadonlyArray<PayoutCorrection>
}

/** Makes the receipt from the facts; its figures are recomputed by the rules of the payout. */
export const predictionReceipt = (facts: PredictionReceiptFacts): PredictionReceipt => {
  const resolution: Resolution = resolutionOf(facts)
  const { log_score, ...receipt } = scoreReceipt({
    confidence: facts.confidence,
    weight: facts.weight,
    streak: facts.streak,
    contrarian: facts.contrarian,
    early: facts.early,
    hedged: facts.hedged,
    correct: facts.correct,
    resolution,
    optionCount: facts.options?.length ?? 0
  })
  const { log_sum, scored } = facts
  const compared = log_score !== null && scored !== null && log_sum !== null
  return {
    question_id: facts.question_id,
    user_id: facts.user_id,
    prediction_id: facts.prediction_id,
    question: facts.question,
    question_type: facts.question_type,
    prediction: facts.prediction,
    ...(facts.selected_option === null ? {} : { selected_option: facts.selected_option }),
    ...outcomeOf(facts.question_type, resolution),
    resolution_version: facts.resolution_version,
    resolved_at: facts.resolved_at,
    settled_at: facts.settled_at,
    ...receipt,
    log_score,
    peer_score: compared ? peerScore(log_score, { scored, log_sum }) : null,
    peers: compared ? scored - 1 : 0,
    entry: facts.entry,
    corrections: facts.corrections
  }
}
