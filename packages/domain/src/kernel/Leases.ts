import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/**
 * Named, expiring claims on work that one instance at a time should do. Expiry is judged by the database's clock, so
 * instances whose clocks disagree never both believe to hold one for longer than `seconds` after the last renewal.
 * A lease is a hint for efficiency: what it guards must still be safe to do twice.
 */
export class Leases extends Context.Tag("auspex/Leases")<Leases, {
  /** Takes the lease when it is free, expired, or already held by `holder`. True when held afterwards. */
  readonly acquire: (name: string, holder: string, seconds: number) => Effect.Effect<boolean, StorageUnavailable>
  /** Extends the lease; false when it was lost (expired and not renewed in time, or taken by another). */
  readonly renew: (name: string, holder: string, seconds: number) => Effect.Effect<boolean, StorageUnavailable>
  /** Gives the lease back; does nothing when it is not held by `holder`. */
  readonly release: (name: string, holder: string) => Effect.Effect<void, StorageUnavailable>
}>() {}
