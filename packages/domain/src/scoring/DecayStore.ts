import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"

/** An account whose decay of today has not been looked at yet, locked. */
export interface IdleAccount {
  readonly account_id: string
  readonly points: number
  /** Whole days since its last prediction, or since it was made. */
  readonly days_idle: number
  /** Today, UTC, by the database's clock. */
  readonly today: string
}

/** Joins the caller's unit of work. */
export class DecayStore extends Context.Tag("auspex/DecayStore")<DecayStore, {
  /** Up to `limit` accounts idle for 7 days or more, above the floor, not decayed today and held by nobody else. */
  readonly idle: (limit: number) => Effect.Effect<ReadonlyArray<IdleAccount>, StorageUnavailable>
  readonly markDecayed: (accountIds: ReadonlyArray<string>) => Effect.Effect<void, StorageUnavailable>
}>() {}
