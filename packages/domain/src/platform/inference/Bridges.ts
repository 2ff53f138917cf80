import { Context, Effect, Layer } from "effect"
import type { AccountActor } from "../identity/Actor.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { BridgeLink } from "./BridgeLink.ts"
import { type BridgeStatus, bridgeStatusOf } from "./BridgeStatus.ts"

/** The machines that serve models of owners to the platform. */
export class Bridges extends Context.Tag("auspex/Bridges")<Bridges, {
  /** The connected machines of the caller's owner. */
  readonly status: (actor: AccountActor) => Effect.Effect<BridgeStatus, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Bridges, never, BridgeLink> = Layer.effect(
    Bridges,
    Effect.map(
      BridgeLink,
      (link) => Bridges.of({ status: (actor) => Effect.map(link.machinesOf(actor.owner_key), bridgeStatusOf) })
    )
  )
}
