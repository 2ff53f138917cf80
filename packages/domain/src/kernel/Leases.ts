import { Context, Effect } from "effect"
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

/** A lease, who wants it, and for how long it is good without a renewal. */
export interface Lease {
  readonly name: string
  readonly holder: string
  readonly seconds: number
}

/**
 * Does `work` while holding the lease, and gives the lease back however the work ends; undefined when another holds it.
 * `work` is given the renewal, for when it takes longer than the lease is good for. A lease that cannot be given back is
 * logged, and expires.
 */
export const whileHeld = <A, E, R>(
  leases: Context.Tag.Service<Leases>,
  { holder, name, seconds }: Lease,
  work: (renewal: Effect.Effect<boolean, StorageUnavailable>) => Effect.Effect<A, E, R>
): Effect.Effect<A | undefined, E | StorageUnavailable, R> =>
  Effect.acquireUseRelease(
    leases.acquire(name, holder, seconds),
    (isHeld) => isHeld ? work(leases.renew(name, holder, seconds)) : Effect.succeed(undefined),
    (isHeld) =>
      isHeld
        ? Effect.catchAll(
          leases.release(name, holder),
          (error) =>
            Effect.logWarning(`the lease ${name} was not given back; it expires in ${seconds} s at most`, error)
        )
        : Effect.void
  )
