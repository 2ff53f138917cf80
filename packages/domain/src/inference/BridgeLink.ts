import { Context, Data, type Effect, type Stream } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import type { BridgeMachine } from "./BridgeStatus.ts"
import type { InferenceFailureReason } from "./InferenceProgress.ts"
import type { ModelRequest, ModelServerType } from "./ModelRequest.ts"

/** A request as it is sent to a machine. Without a `base_url` the runner uses the model server that it found. */
export interface BridgeRequest extends ModelRequest {
  readonly provider_type?: ModelServerType
  readonly base_url?: string
}

/**
 * An inference that ended without an answer, or with a part of one. `unavailable`: nobody accepted the request, so it may
 * be sent elsewhere. `refused`: the provider refused it, for instance because of its key.
 */
export class InferenceFailed extends Data.TaggedError("InferenceFailed")<{
  readonly reason: InferenceFailureReason | "unavailable" | "refused"
  readonly detail: string
}> {
  override get message(): string {
    return this.detail
  }
}

/** The machine took no request: it has disconnected, or too many wait for it. Nothing was sent to it. */
export class MachineUnavailable extends Data.TaggedError("MachineUnavailable")<{
  readonly machine_id: string
  readonly reason: "gone" | "full"
}> {}

/** The machines that owners have connected, on whichever instance. */
export class BridgeLink extends Context.Tag("auspex/BridgeLink")<BridgeLink, {
  /** The machines of an owner (`AccountActor.owner_key`). */
  readonly machinesOf: (ownerKey: string) => Effect.Effect<ReadonlyArray<BridgeMachine>, StorageUnavailable>
  /**
   * Asks a machine of the owner, and streams the pieces of its answer; their concatenation is the answer. The stream ends
   * within `inferenceLimits`, once, whatever happens to the machine and to the instance that holds it. Interrupting it
   * cancels the request.
   */
  readonly ask: (
    ownerKey: string,
    machineId: string,
    request: BridgeRequest
  ) => Stream.Stream<string, InferenceFailed | MachineUnavailable | StorageUnavailable>
}>() {}
