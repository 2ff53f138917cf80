import { Context, Effect } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/**
 * Named leases on work that one instance at a time should do. The database's clock judges expiry, so instances whose
 * own clocks disagree overlap for at most `seconds` after the last renewal. A lease is an optimisation: the work that
 * it guards must be idempotent.
 */
export class Leases extends Context.Tag("auspex/Leases")<Leases, {
  /**
   * Takes the lease when it is free, expired, or already held by `holder`. Returns whether `holder` holds it
   * afterwards.
   */
  readonly acquire: (name: string, holder: string, seconds: number) => Effect.Effect<boolean, StorageUnavailable>
  /** Extends the lease; returns false when it was lost (expired, or taken by another holder). */
  readonly renew: (name: string, holder: string, seconds: number) => Effect.Effect<boolean, StorageUnavailable>
  /** Releases the lease; does nothing when `holder` does not hold it. */
  readonly release: (name: string, holder: string) => Effect.Effect<void, StorageUnavailable>
}>() {}

/** The name, holder and duration (seconds without a renewal) of a lease. */
export interface Lease {
  readonly name: string
  readonly holder: string
  readonly seconds: number
}

/**
 * Runs `work` while holding the lease and releases the lease however `work` ends. Returns undefined when another holds
 * it. `work` receives the renewal, for work that takes longer than the lease lasts. A failed release is logged, and the
 * lease expires.
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
