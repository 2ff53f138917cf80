import { Effect, Layer } from "effect"
import { isEarly } from "../forecasting/scoring/Early.ts"
import type { SettlementEntry } from "../forecasting/scoring/PredictionReceipt.ts"
import { type ReceiptFinding, ReceiptStore } from "../forecasting/scoring/ReceiptStore.ts"
import type { MemoryPrediction, MemoryQuestion } from "./MemoryRows.ts"
import { findPublicQuestion } from "./memoryQuestion.ts"
import { MemoryState, type MemoryTables } from "./MemoryState.ts"

const payoutReasons: ReadonlyArray<SettlementEntry["reason"]> = ["stake_return", "participation", "stake_refund"]

/** The ledger entry of the payout, and the later entries that correct it. */
const entriesOf = ({ ledger }: MemoryTables, question: MemoryQuestion, accountId: string) => {
  const occasion = `resolve:${question.id}:${question.resolution_version}:${accountId}`
  const [paid] = payoutReasons.flatMap((reason) =>
    ledger.where("key", `${occasion}:${reason}`).map((entry) => ({ ...entry, reason }))
  )
  if (paid === undefined) return { entry: null, corrections: [] }
  const { amount, created_at, id, reason, seq } = paid
  return {
    entry: { transaction_id: id, reason, amount, created_at },
    corrections: ledger.where("account", accountId)
      .filter((later) => later.seq > seq && later.question_id === question.id && later.reason === "dispute_reversal")
      .sort((a, b) => a.seq - b.seq)
      .map((later) => ({ transaction_id: later.id, amount: later.amount, created_at: later.created_at }))
  }
}

const findingOf = (
  tables: MemoryTables,
  question: MemoryQuestion,
  prediction: MemoryPrediction | undefined
): ReceiptFinding => {
  if (prediction === undefined) return "no_prediction"
  const { resolved_at } = question
  if (question.status !== "resolved" || resolved_at === null) return "unresolved"
  const job = tables.jobs.where("question", question.id).find(({ version }) => version === question.resolution_version)
  const { settlement } = prediction
  const isRunning = job?.status === "running"
  if (settlement === null || (isRunning && prediction.seq > job.position)) return "unsettled"
  const scores = isRunning ? null : question.scores
  return {
    question_id: question.id,
    user_id: prediction.account_id,
    prediction_id: prediction.id,
    question: question.question,
    question_type: question.question_type,
    options: question.options,
    outcome: question.outcome,
    correct_options: question.correct_options,
    weight: question.weight,
    resolution_version: question.resolution_version,
    resolved_at,
    settled_at: settlement.resolved_at,
    early: isEarly(prediction.owner_position),
    prediction: prediction.prediction,
    selected_option: prediction.selected_option,
    confidence: prediction.confidence,
    contrarian: prediction.contrarian,
    hedged: settlement.hedged,
    correct: settlement.correct,
    streak: settlement.streak_count,
    scored: scores?.scored ?? null,
    log_sum: scores?.log_sum ?? null,
    ...entriesOf(tables, question, prediction.account_id)
  }
}

/** The facts of receipts in memory. */
export const memoryReceiptStore: Layer.Layer<ReceiptStore, never, MemoryState> = Layer.effect(
  ReceiptStore,
  Effect.map(MemoryState, ({ step }) =>
    ReceiptStore.of({
      find: (questionId, accountId) =>
        step((tables) => {
          const question = findPublicQuestion(tables, questionId)
          if (question === undefined) return "no_question"
          const account = accountId.toLowerCase()
          return findingOf(
            tables,
            question,
            tables.predictions.where("question", question.id).find(({ account_id }) => account_id === account)
          )
        })
    }))
)
