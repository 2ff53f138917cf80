import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { BridgeMachine } from "./BridgeStatus.ts"

/** How long the machines of an instance count as connected after its last report. */
export const instanceSilentSecondsMax = 20

/** A connected machine, its owner, and the instance of the service that holds its socket. */
export interface HeldMachine {
  readonly machine: BridgeMachine
  /** `AccountActor.owner_key` of the account that connected it. */
  readonly owner_key: string
  readonly instance: string
}

/** The changes at an instance since its last report. */
export interface PresenceReport {
  readonly instance: string
  readonly connected: ReadonlyArray<HeldMachine>
  readonly gone: ReadonlyArray<string>
  /** The number of machines that it holds now. */
  readonly held: number
}

/**
 * The connected machines and their instances. The database's clock judges whether an instance lives, so the machines of
 * a killed instance disappear after `instanceSilentSecondsMax`. A crash of the database may lose this state.
 */
export class BridgePresence extends Context.Tag("auspex/BridgePresence")<BridgePresence, {
  /**
   * Reports that an instance lives, and its changes. Returns false when fewer machines are stored than the instance
   * holds; it must then report all of them again.
   */
  readonly report: (report: PresenceReport) => Effect.Effect<boolean, StorageUnavailable>
  /** The machines of an owner at all live instances. */
  readonly machinesOf: (ownerKey: string) => Effect.Effect<ReadonlyArray<HeldMachine>, StorageUnavailable>
  /** The owner (`AccountActor.owner_key`) of an account; undefined for an unknown account or a malformed id. */
  readonly ownerKeyOf: (accountId: string) => Effect.Effect<string | undefined, StorageUnavailable>
  /** The live ones among the given instances. */
  readonly livingOf: (instances: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, StorageUnavailable>
  /** Removes an instance and its machines. */
  readonly leave: (instance: string) => Effect.Effect<void, StorageUnavailable>
}>() {}
