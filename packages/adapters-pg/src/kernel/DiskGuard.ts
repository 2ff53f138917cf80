import { WriteGate } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, Schedule } from "effect"
import fs from "node:fs"
import { hasReserve, keepReserve, reserveBytes } from "../database/DiskReserve.ts"

const mebibyte = 1_048_576

/** Below this much free space no writes are taken: more than a second of writing takes up. */
export const freeFloorBytes = 24 * mebibyte

/** So much more must be free before they are taken again, so that the two do not alternate. */
const recoveryBytes = 8 * mebibyte

/** How often the free space is looked at, and the length of the log. */
const lookMillis = 500
const checkpointMillis = 1_000

/** How much log Postgres writes before its older segments can be used again; and while space is short. */
const checkpointAfterBytes = 32 * mebibyte
const checkpointWhenShortBytes = 2 * mebibyte

/** Free bytes of the file system of a folder. */
export type FreeSpace = (folder: string) => Promise<number>

const freeOnDisk: FreeSpace = async (folder) => {
  const { bavail, bsize } = await fs.promises.statfs(folder)
  return bavail * bsize
}

const inMebibytes = (bytes: number): string => `${Math.floor(bytes / mebibyte)} MiB`

// Embedded Postgres has no background process: nothing begins a checkpoint by itself, and without one its log grows for
// ever.
const checkpointWhenDue = (sql: SqlClient, afterBytes: number) =>
  Effect.flatMap(
    sql.unsafe<{ readonly due: boolean }>(
      "select pg_current_wal_lsn() - redo_lsn > $1 as due from pg_control_checkpoint()",
      [afterBytes]
    ),
    ([row]) => row?.due === true ? Effect.asVoid(sql`checkpoint`) : Effect.void
  )

/**
 * Watches the space of an embedded database's disk: below the floor it closes the write gate (reads go on), says so in the
 * log, and lets Postgres reuse its log instead of adding to it; once there is room again it opens the gate and puts the
 * reserve back. `freeSpace` stands in for the disk.
 */
const layer = (
  { dataDir, freeSpace = freeOnDisk }: { readonly dataDir: string; readonly freeSpace?: FreeSpace }
): Layer.Layer<WriteGate, never, SqlClient> =>
  Layer.scoped(
    WriteGate,
    Effect.gen(function*() {
      const sql = yield* SqlClient
      let free = Infinity
      let isShort = false
      const look = Effect.gen(function*() {
        free = yield* Effect.promise(() => freeSpace(dataDir))
        const wasShort = isShort
        isShort = free < (wasShort ? freeFloorBytes + recoveryBytes : freeFloorBytes)
        if (isShort && !wasShort) {
          yield* Effect.logError(
            `Disk nearly full: ${inMebibytes(free)} free, the floor is ${
              inMebibytes(freeFloorBytes)
            }. Writes are refused until there is room; reads go on.`
          )
        }
        if (wasShort && !isShort)
          yield* Effect.logWarning(`Disk has room again: ${inMebibytes(free)} free. Writes are taken.`)
        if (!isShort && !hasReserve(dataDir) && free > freeFloorBytes + recoveryBytes + reserveBytes) {
          yield* Effect.promise(() => keepReserve(dataDir))
        }
      }).pipe(Effect.catchAllCause((cause) => Effect.logWarning("The disk could not be looked at", cause)))
      const checkpoint = Effect.suspend(() =>
        checkpointWhenDue(sql, isShort ? checkpointWhenShortBytes : checkpointAfterBytes)
      )
        .pipe(Effect.catchAllCause((cause) => Effect.logWarning("No checkpoint could be made", cause)))
      yield* look
      yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(lookMillis)))
      // A loop of its own: the statement waits for its turn, and the disk must be looked at meanwhile.
      yield* Effect.forkScoped(Effect.repeat(checkpoint, Schedule.spaced(checkpointMillis)))
      return WriteGate.of({
        closedBecause: () =>
          isShort
            ? `The disk of this server is nearly full: ${inMebibytes(free)} free, and writes need ${
              inMebibytes(freeFloorBytes)
            }. Reads go on; retry later.`
            : undefined
      })
    })
  )

/** Keeps an embedded database from running its disk full. */
export const DiskGuard = { layer }
