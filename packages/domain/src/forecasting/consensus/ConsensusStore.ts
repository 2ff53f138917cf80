import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { ConsensusFacts } from "./Consensus.ts"
import type { Voice } from "./PooledHistory.ts"

/**
 * Reads what a consensus is computed from, in one round trip: the tallies, which are updated with each placement, and the
 * log odds of all predictions on the question. Returns `undefined` when there is no such public question.
 */
export class ConsensusStore extends Context.Tag("auspex/ConsensusStore")<ConsensusStore, {
  readonly facts: (questionId: string) => Effect.Effect<ConsensusFacts | undefined, StorageUnavailable>
  /** All predictions on a question, oldest first. */
  readonly voices: (questionId: string) => Effect.Effect<ReadonlyArray<Voice> | undefined, StorageUnavailable>
}>() {}
