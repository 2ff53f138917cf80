import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { PredictionReceiptFacts } from "./PredictionReceipt.ts"

/** What there is of a prediction's receipt: no such public question, no such prediction, no settlement yet, or all. */
export type ReceiptFinding =
  | "no_question"
  | "no_prediction"
  | "unresolved"
  | "unsettled"
  | PredictionReceiptFacts

/** What receipts are made from, in one round trip. A prediction is settled when the resolution that holds now paid it. */
export class ReceiptStore extends Context.Tag("auspex/ReceiptStore")<ReceiptStore, {
  readonly find: (questionId: string, accountId: string) => Effect.Effect<ReceiptFinding, StorageUnavailable>
}>() {}
