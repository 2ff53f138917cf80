import { Context, Data, type Effect, type Stream } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { BridgeRequest } from "./BridgeRequest.ts"
import type { BridgeMachine } from "./BridgeStatus.ts"
import type { InferenceFailureReason } from "./InferenceProgress.ts"

/**
 * An inference that ended without a complete answer. `unavailable`: nobody accepted the request, so it may be sent
 * elsewhere. `refused`: the provider refused it, for instance because of its key.
 */
export class InferenceFailed extends Data.TaggedError("InferenceFailed")<{
  readonly reason: InferenceFailureReason | "unavailable" | "refused"
  readonly detail: string
}> {
  override get message(): string {
    return this.detail
  }
}

export type MachineUnavailableReason = "gone" | "full" | "unable"

/**
 * The request was not sent to the machine. `gone`: it has disconnected. `full`: too many requests wait for it.
 * `unable`: it does not embed texts.
 */
export class MachineUnavailable extends Data.TaggedError("MachineUnavailable")<{
  readonly machine_id: string
  readonly reason: MachineUnavailableReason
}> {}

/** The machines that owners have connected, on any instance. */
export class BridgeLink extends Context.Tag("auspex/BridgeLink")<BridgeLink, {
  /** The machines of an owner (`AccountActor.owner_key`). */
  readonly machinesOf: (ownerKey: string) => Effect.Effect<ReadonlyArray<BridgeMachine>, StorageUnavailable>
  /**
   * Asks a machine of the owner, and streams the pieces of its answer. The concatenated pieces are the answer to a
   * chat; each piece of an embedding is a vector as the machine has written it. The stream ends once, within
   * `inferenceLimits` (`embeddingLimits`), even if the machine or its instance fails. Interrupting the stream cancels
   * the request.
   */
  readonly ask: (
    ownerKey: string,
    machineId: string,
    request: BridgeRequest
  ) => Stream.Stream<string, InferenceFailed | MachineUnavailable | StorageUnavailable>
}>() {}
