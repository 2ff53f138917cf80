import { Context, Effect, Layer } from "effect"
import { foundOr, type Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { questionNotFound } from "../questions/Questions.ts"
import { consensus } from "./Consensus.ts"
import type { ConsensusData } from "./ConsensusData.ts"
import { ConsensusStore } from "./ConsensusStore.ts"

/** Reads the current consensus of questions. */
export class ConsensusReads extends Context.Tag("auspex/ConsensusReads")<ConsensusReads, {
  /** Fails with QUESTION_NOT_FOUND. */
  readonly ofQuestion: (questionId: string) => Effect.Effect<ConsensusData, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<ConsensusReads, never, ConsensusStore> = Layer.effect(
    ConsensusReads,
    Effect.map(ConsensusStore, (store) =>
      ConsensusReads.of({
        ofQuestion: (questionId) =>
          Effect.map(foundOr(store.facts(questionId), questionNotFound(questionId)), consensus)
      }))
  )
}
