import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** The one clock that decides what is due, shared by all instances: the database's. */
export class DatabaseClock extends Context.Tag("auspex/DatabaseClock")<DatabaseClock, {
  readonly now: Effect.Effect<Date, StorageUnavailable>
}>() {}
