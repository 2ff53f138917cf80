import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { ConsensusFacts } from "./Consensus.ts"
import type { Voice } from "./PooledHistory.ts"

/**
 * Reads what a consensus is computed from in one round trip, whose cost does not depend on the number of predictions:
 * tallies and the pool are updated with each placement. Returns `undefined` when there is no such public question.
 */
export class ConsensusStore extends Context.Tag("auspex/ConsensusStore")<ConsensusStore, {
  readonly facts: (questionId: string) => Effect.Effect<ConsensusFacts | undefined, StorageUnavailable>
  /** All predictions on a question, oldest first. */
  readonly voices: (questionId: string) => Effect.Effect<ReadonlyArray<Voice> | undefined, StorageUnavailable>
}>() {}
