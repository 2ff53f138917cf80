import { Schema } from "effect"
import type { Resolution } from "../questions/Resolution.ts"
import { baselineScore } from "./BaselineScore.ts"
import { logScore } from "./LogScore.ts"
import { type Payout, payout, type PayoutFacts } from "./Payout.ts"
import { brierScore } from "./Settlement.ts"
import { confidenceMin, confidenceMax } from "./Confidence.ts"

/** The result that another confidence would have given, all else being equal. */
const ReceiptAlternative = Schema.Struct({
  confidence: Schema.Int,
  stake: Schema.Int,
  returned: Schema.Int,
  participation: Schema.Int,
  net: Schema.Int,
  brier_score: Schema.NullOr(Schema.Number),
  log_score: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "ReceiptAlternative" })
interface ReceiptAlternative extends Schema.Schema.Type<typeof ReceiptAlternative> {}

/** One factor of a payout with its explanation. */
const ReceiptTerm = Schema.Struct({
  term: Schema.Literal("stake", "base", "weight", "streak", "contrarian", "early", "multiplier", "hedged"),
  value: Schema.Number,
  because: Schema.String
}).annotations({ identifier: "ReceiptTerm" })
interface ReceiptTerm extends Schema.Schema.Type<typeof ReceiptTerm> {}

/**
 * All terms of a payout and the scores. `net` is the total gain or loss, the stake included; `what_if` has the results
 * for five points of confidence less and more, within 50-99. Scores are null when void.
 */
export const ScoreReceipt = Schema.Struct({
  result: Schema.Literal("correct", "wrong", "void"),
  confidence: Schema.Int,
  stake: Schema.Int,
  terms: Schema.Array(ReceiptTerm),
  formula: Schema.String,
  /** Whether accounts of the same owner took different sides or options; then only the stake is returned. */
  hedged: Schema.Boolean,
  returned: Schema.Int,
  participation: Schema.Int,
  refunded: Schema.Int,
  net: Schema.Int,
  brier_score: Schema.NullOr(Schema.Number),
  /** The natural logarithm of the probability that was given to what came true. */
  log_score: Schema.NullOr(Schema.Number),
  /** See `baselineScore`: 0 equals chance, 100 is the maximum. */
  baseline_score: Schema.NullOr(Schema.Number),
  what_if: Schema.Array(ReceiptAlternative)
}).annotations({ identifier: "ScoreReceipt" })
export interface ScoreReceipt extends Schema.Schema.Type<typeof ScoreReceipt> {}

/** What a receipt is made from: the facts of the payout and the resolution. */
export interface ReceiptFacts extends Omit<PayoutFacts, "correct"> {
  /** Null when void. */
  readonly correct: boolean | null
  readonly resolution: Resolution
  /** 0 for binary questions. */
  readonly optionCount: number
}

const step = 5

/**
 * The receipt of a resolved prediction, recomputed from the stored facts by the payout rules, for comparison with the
 * amount paid.
 *
 * @example scoreReceipt({ confidence: 70, weight: 1, streak: 1, contrarian: false, early: false, hedged: false, correct: true, resolution: { kind: "outcome", outcome: true }, optionCount: 0 }).what_if.map((row) => row.confidence) // [65, 75]
 */
export const scoreReceipt = (facts: ReceiptFacts): ScoreReceipt => {
  const { correct } = facts
  const actual = alternative(facts, facts.confidence)
  const factors = correct === null ? undefined : payout({ ...facts, correct })
  return {
    result: correct === null ? "void" : correct ? "correct" : "wrong",
    confidence: facts.confidence,
    stake: facts.confidence,
    terms: factors === undefined ? [] : termsOf(facts, factors),
    formula: formulaOf(facts),
    hedged: facts.hedged,
    returned: actual.returned,
    participation: actual.participation,
    refunded: correct === null ? facts.confidence : 0,
    net: actual.net,
    brier_score: actual.brier_score,
    log_score: actual.log_score,
    baseline_score: actual.log_score === null ? null : baselineScore(actual.log_score, facts.optionCount),
    what_if: [Math.max(confidenceMin, facts.confidence - step), Math.min(confidenceMax, facts.confidence + step)]
      .filter((confidence) => confidence !== facts.confidence)
      .map((confidence) => alternative(facts, confidence))
  }
}

const alternative = (facts: ReceiptFacts, confidence: number): ReceiptAlternative => {
  const { correct } = facts
  if (correct === null) {
    return { confidence, stake: confidence, returned: 0, participation: 0, net: 0, brier_score: null, log_score: null }
  }
  const paid = payout({ ...facts, confidence, correct })
  return {
    confidence,
    stake: confidence,
    returned: paid.returned,
    participation: paid.participation,
    net: paid.returned + paid.participation - paid.stake,
    brier_score: brierScore(confidence, correct, facts.resolution, facts.optionCount),
    log_score: logScore(confidence, correct, facts.resolution, facts.optionCount)
  }
}

const formulaOf = ({ correct, hedged }: ReceiptFacts): string => {
  if (correct === null) return "void: the stake goes back and nothing is scored"
  if (!correct) return "wrong: the stake is lost; participation = 5"
  return hedged
    ? "hedged: returned = stake"
    : "returned = floor(stake x base x weight x min(5, streak x contrarian x early))"
}

const termsOf = (facts: ReceiptFacts, paid: Payout): ReadonlyArray<ReceiptTerm> => [
  { term: "stake", value: paid.stake, because: "The stake is the stated confidence." },
  { term: "base", value: paid.base, because: `By confidence: 50-60 is 1.5, 61-80 is 2, 81-99 is 2.5.` },
  { term: "weight", value: paid.weight, because: "The weight of the question." },
  {
    term: "streak",
    value: paid.streak_multiplier,
    because: `${facts.streak} correct in a row, this one included: 3+ is 1.5, 5+ is 2, 10+ is 3.`
  },
  {
    term: "contrarian",
    value: paid.contrarian_multiplier,
    because: facts.contrarian
      ? "Another side held 70 % or more of the voices of at least 5 other owners when this one was placed."
      : "No other side held 70 % of the voices of at least 5 other owners when this one was placed."
  },
  {
    term: "early",
    value: paid.early_multiplier,
    because: facts.early
      ? "Its owner was among the first 10 on the question."
      : "Its owner was not among the first 10 on the question."
  },
  { term: "multiplier", value: paid.multiplier, because: "Streak x contrarian x early, at most 5." },
  ...(facts.hedged
    ? [{
      term: "hedged" as const,
      value: paid.stake,
      because:
        "Accounts of the same owner stood on different sides or options when the question was resolved: a correct one gets its stake back and no more."
    }]
    : [])
]
