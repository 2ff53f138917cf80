import { Context, Effect, Layer } from "effect"
import { type Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { type PredictionReceipt, predictionReceipt } from "./PredictionReceipt.ts"
import { ReceiptStore } from "./ReceiptStore.ts"
import { noSuchQuestion } from "../questions/noSuchQuestion.ts"

const refusals = {
  no_question: noSuchQuestion,
  no_prediction: refuse("RECEIPT_NOT_FOUND", "This account has not predicted on this question."),
  unresolved: refuse("RECEIPT_NOT_FOUND", "The question has not been resolved; the receipt comes with the resolution."),
  unsettled: refuse("RECEIPT_NOT_FOUND", "The prediction has not been paid for yet; ask again in a moment.")
} as const

/** Receipts of resolved predictions; public. */
export class Receipts extends Context.Tag("auspex/Receipts")<Receipts, {
  /** The receipt of the current settlement. Fails with QUESTION_NOT_FOUND and RECEIPT_NOT_FOUND. */
  readonly ofPrediction: (
    questionId: string,
    accountId: string
  ) => Effect.Effect<PredictionReceipt, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Receipts, never, ReceiptStore> = Layer.effect(
    Receipts,
    Effect.map(ReceiptStore, (store) =>
      Receipts.of({
        ofPrediction: (questionId, accountId) =>
          Effect.flatMap(
            store.find(questionId, accountId),
            (found): Effect.Effect<PredictionReceipt, Refusal> =>
              typeof found === "string" ? refusals[found] : Effect.succeed(predictionReceipt(found))
          )
      }))
  )
}
