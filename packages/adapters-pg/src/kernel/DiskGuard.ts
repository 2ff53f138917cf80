import { WriteGate } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, Schedule } from "effect"
import fs from "node:fs"
import { hasReserve, keepReserve, reserveBytes } from "../database/DiskReserve.ts"

const mebibyte = 1_048_576

/** Writes are refused below this much free space, which is more than a second of writing takes up. */
export const freeFloorBytes = 24 * mebibyte

/** The additional free space at which writes are accepted again, so that the gate does not switch back and forth. */
const recoveryBytes = 8 * mebibyte

/** How often the free space is read, and how often a checkpoint may be due. */
const readMillis = 500
const checkpointMillis = 1_000

/**
 * How much log Postgres writes before a checkpoint lets it reuse older segments; the second value applies while space
 * is short.
 */
const checkpointAfterBytes = 32 * mebibyte
const checkpointWhenShortBytes = 2 * mebibyte

/** Reads the free bytes of a folder's file system. */
export type FreeSpace = (folder: string) => Promise<number>

const freeOnDisk: FreeSpace = async (folder) => {
  const { bavail, bsize } = await fs.promises.statfs(folder)
  return bavail * bsize
}

const inMebibytes = (bytes: number): string => `${Math.floor(bytes / mebibyte)} MiB`

// Embedded Postgres has no background process that starts checkpoints, and without checkpoints its log grows forever.
const checkpointWhenDue = (sql: SqlClient, afterBytes: number) =>
  Effect.flatMap(
    sql.unsafe<{ readonly due: boolean }>(
      "select pg_current_wal_lsn() - redo_lsn > $1 as due from pg_control_checkpoint()",
      [afterBytes]
    ),
    ([row]) => row?.due === true ? Effect.asVoid(sql`checkpoint`) : Effect.void
  )

/**
 * Watches the free disk space of an embedded database. Below the floor it closes the write gate (reads continue), logs
 * an error, and makes Postgres reuse its log instead of extending it. Once there is space again it opens the gate and
 * restores the reserve. `freeSpace` replaces the reading of the disk.
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
      const checkSpace = Effect.gen(function*() {
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
      }).pipe(Effect.catchAllCause((cause) => Effect.logWarning("The free disk space could not be read", cause)))
      const checkpoint = Effect.suspend(() =>
        checkpointWhenDue(sql, isShort ? checkpointWhenShortBytes : checkpointAfterBytes)
      )
        .pipe(Effect.catchAllCause((cause) => Effect.logWarning("The checkpoint failed", cause)))
      yield* checkSpace
      yield* Effect.forkScoped(Effect.repeat(checkSpace, Schedule.spaced(readMillis)))
      // A separate loop, because the statement waits for the session and the disk must be checked meanwhile.
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

/** Prevents an embedded database from filling its disk. */
export const DiskGuard = { layer }
