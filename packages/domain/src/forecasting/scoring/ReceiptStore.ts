import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { PredictionReceiptFacts } from "./PredictionReceipt.ts"

/**
 * The facts of a receipt, or why there is none: no such public question, no such prediction, not resolved or not
 * settled yet.
 */
export type ReceiptFinding =
  | "no_question"
  | "no_prediction"
  | "unresolved"
  | "unsettled"
  | PredictionReceiptFacts

/** Reads the facts of a receipt in one round trip. A prediction is settled when the current resolution has paid it. */
export class ReceiptStore extends Context.Tag("auspex/ReceiptStore")<ReceiptStore, {
  readonly find: (questionId: string, accountId: string) => Effect.Effect<ReceiptFinding, StorageUnavailable>
}>() {}
