import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { ConsensusFacts } from "./Consensus.ts"

/**
 * What a consensus is made from, in one round trip and independent of how many predictions there are: the tallies move
 * with each placement. `undefined` when the public may see no such question.
 */
export class ConsensusStore extends Context.Tag("auspex/ConsensusStore")<ConsensusStore, {
  readonly facts: (questionId: string) => Effect.Effect<ConsensusFacts | undefined, StorageUnavailable>
}>() {}
