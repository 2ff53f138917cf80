import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"

/** A locked account that may be due for today's decay. */
export interface IdleAccount {
  readonly account_id: string
  readonly points: number
  /** Whole days since its last prediction, or since its registration. */
  readonly days_idle: number
  /** Today's UTC date by the database's clock. */
  readonly today: string
}

/** Storage of the decay of idle balances. Joins the caller's unit of work. */
export class DecayStore extends Context.Tag("auspex/DecayStore")<DecayStore, {
  /**
   * Locks up to `limit` accounts that have been idle for 7 days or more, are above the floor, have not decayed today
   * and are not locked by others.
   */
  readonly lockIdle: (limit: number) => Effect.Effect<ReadonlyArray<IdleAccount>, StorageUnavailable>
  readonly markDecayed: (accountIds: ReadonlyArray<string>) => Effect.Effect<void, StorageUnavailable>
}>() {}
