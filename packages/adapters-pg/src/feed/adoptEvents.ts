import type { StorageUnavailable } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { storage } from "../database/DatabaseError.ts"

/** What is visible was written by a transaction that is over; one of a number to come was another server's. */
const isForeign =
  "select xact >= pg_snapshot_xmax(pg_current_snapshot()) as foreign from outbox_events order by seq desc limit 1"
const adopt = "update outbox_events set xact = '0' where xact <> '0'"

/**
 * After a dump was restored, its events bear numbers of transactions of the server that it is from. Where such numbers
 * are still to come here, new events would be older than they: the events become older than any, in the order that they
 * were numbered in. For every start; it reads one event when there is nothing to do.
 */
export const adoptEvents: Effect.Effect<void, StorageUnavailable, SqlClient> = Effect.flatMap(
  SqlClient,
  (sql) =>
    sql.unsafe<{ readonly foreign: boolean }>(isForeign).pipe(
      Effect.flatMap(([row]) => row?.foreign === true ? Effect.asVoid(sql.unsafe(adopt)) : Effect.void),
      storage("feed.adoptEvents")
    )
)
