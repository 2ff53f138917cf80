import { Context, Effect, Layer } from "effect"
import { foundOr, type Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { questionNotFound } from "../questions/Questions.ts"
import { consensus } from "./Consensus.ts"
import type { ConsensusData } from "./ConsensusData.ts"
import type { Voice } from "./PooledHistory.ts"
import { ConsensusStore } from "./ConsensusStore.ts"

/** Reads the current consensus of questions. */
export class ConsensusReads extends Context.Tag("auspex/ConsensusReads")<ConsensusReads, {
  /** Fails with QUESTION_NOT_FOUND. */
  readonly ofQuestion: (questionId: string) => Effect.Effect<ConsensusData, Refusal | StorageUnavailable>
  /** All predictions on a question as they count in its pool, oldest first. Fails with QUESTION_NOT_FOUND. */
  readonly voices: (questionId: string) => Effect.Effect<ReadonlyArray<Voice>, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<ConsensusReads, never, ConsensusStore> = Layer.effect(
    ConsensusReads,
    Effect.map(ConsensusStore, (store) =>
      ConsensusReads.of({
        ofQuestion: (questionId) =>
          Effect.map(foundOr(store.facts(questionId), questionNotFound(questionId)), consensus),
        voices: (questionId) => foundOr(store.voices(questionId), questionNotFound(questionId))
      }))
  )
}
