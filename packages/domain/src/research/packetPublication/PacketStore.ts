import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"

type Stored<A> = Effect.Effect<A, StorageUnavailable>

/** A published packet as it is stored. No byte of it ever changes. */
export interface StoredPacket {
  readonly id: string
  readonly version: number
  /** `packetJson` of the packet. */
  readonly json: string
}

/** Stores the packets of projects. */
export class PacketStore extends Context.Tag("auspex/PacketStore")<PacketStore, {
  /** The id and the publication time of the next packet. */
  readonly next: Stored<{ readonly id: string; readonly published_at: Date }>
  /** Adds a version. Joins the caller's unit of work, which has locked the project. */
  readonly insert: (
    projectId: string,
    packet: StoredPacket & { readonly published_at: Date; readonly headline: string }
  ) => Stored<void>
  /** A version, or the latest version for null; undefined when it does not exist. */
  readonly find: (projectId: string, version: number | null) => Stored<StoredPacket | undefined>
}>() {}
