import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** The database's clock. It decides what is due, because all instances share it. */
export class DatabaseClock extends Context.Tag("auspex/DatabaseClock")<DatabaseClock, {
  readonly now: Effect.Effect<Date, StorageUnavailable>
}>() {}
