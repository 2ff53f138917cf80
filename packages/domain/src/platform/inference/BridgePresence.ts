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

/** What has changed at an instance since its last report. */
export interface PresenceReport {
  readonly instance: string
  readonly connected: ReadonlyArray<HeldMachine>
  readonly gone: ReadonlyArray<string>
  /** How many machines it holds now. */
  readonly held: number
}

/**
 * Which machines are connected, to which instance. The database's clock judges whether an instance lives, so the
 * machines of one that was killed are gone after `instanceSilentSecondsMax`. What is stored may be lost in a crash of
 * the database.
 */
export class BridgePresence extends Context.Tag("auspex/BridgePresence")<BridgePresence, {
  /**
   * Reports that an instance lives, and what has changed. Returns false when fewer machines are stored than it holds, so
   * that all of them must be reported again.
   */
  readonly report: (report: PresenceReport) => Effect.Effect<boolean, StorageUnavailable>
  /** The machines of an owner at all instances that live. */
  readonly machinesOf: (ownerKey: string) => Effect.Effect<ReadonlyArray<HeldMachine>, StorageUnavailable>
  /** The owner (`AccountActor.owner_key`) of an account; undefined for an unknown one, or an id that is not a UUID. */
  readonly ownerKeyOf: (accountId: string) => Effect.Effect<string | undefined, StorageUnavailable>
  /** Those of the given instances that live. */
  readonly livingOf: (instances: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, StorageUnavailable>
  /** Removes an instance and its machines. */
  readonly leave: (instance: string) => Effect.Effect<void, StorageUnavailable>
}>() {}
