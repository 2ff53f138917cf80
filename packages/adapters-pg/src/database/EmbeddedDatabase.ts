import * as Reactivity from "@effect/experimental/Reactivity"
import { SqlClient } from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { PGlite, type PGliteOptions } from "@electric-sql/pglite"
import { Effect, Layer } from "effect"
import fs from "node:fs"
import path from "node:path"
import {
  attemptInDataDirectory,
  type DataDirectoryLocked,
  type DataDirectoryUnusable,
  lockDataDirectory,
  postgresDirectoryOf
} from "../directory/index.ts"
import { makePgliteSession } from "./PgliteSession.ts"
import { findPrebuiltDirectory, unpackDirectory } from "./PrebuiltDirectory.ts"
import { ReservedNodeFs } from "./ReservedNodeFs.ts"

/** Less memory than the default of 128 MB, and a small write-ahead log: the whole database lives in this process. */
const settings = [
  "shared_buffers=16MB",
  "max_wal_size=64MB",
  "min_wal_size=32MB",
  "TimeZone=UTC"
].flatMap((setting) => ["-c", setting])

const open = (where: string, options: Pick<PGliteOptions, "dataDir" | "fs" | "loadDataDir" | "extensions">) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => PGlite.create({ startParams: [...PGlite.defaultStartParams, ...settings], ...options }),
      catch: (cause) => new SqlError({ cause, message: `The embedded database in ${where} cannot be opened` })
    }),
    (db) => Effect.promise(() => db.close())
  )

/** On the first start, copies the directory that the build made; this takes half a second instead of three. */
const seed = (dataDir: string): Effect.Effect<void, DataDirectoryUnusable> =>
  Effect.suspend(() => {
    const target = postgresDirectoryOf(dataDir)
    if (fs.existsSync(path.join(target, "PG_VERSION"))) return Effect.void
    const prebuilt = findPrebuiltDirectory()
    if (prebuilt === undefined) {
      return Effect.logDebug("No prebuilt database directory fits this version; creating one from scratch.")
    }
    const partial = `${target}.partial`
    const unpack = (): void => {
      fs.rmSync(partial, { recursive: true, force: true })
      fs.rmSync(target, { recursive: true, force: true })
      unpackDirectory(fs.readFileSync(prebuilt), partial)
      fs.renameSync(partial, target)
    }
    return attemptInDataDirectory(dataDir, unpack, target)
  })

/**
 * Postgres inside this process, with its files in `<dataDir>/pg`. Holds `<dataDir>/auspex.lock` until the scope closes,
 * and fails when another process holds it. Survives a killed process; does not fsync, so a power failure may lose the
 * last seconds. When the disk is full, Postgres gets the reserve that `DiskGuard` keeps.
 */
const layer = (
  options: { readonly dataDir: string }
): Layer.Layer<SqlClient, SqlError | DataDirectoryLocked | DataDirectoryUnusable> =>
  Layer.scoped(
    SqlClient,
    Effect.gen(function*() {
      const dataDir = path.resolve(options.dataDir)
      yield* lockDataDirectory(dataDir)
      yield* seed(dataDir)
      const folder = postgresDirectoryOf(dataDir)
      return yield* makePgliteSession(yield* open(folder, { fs: new ReservedNodeFs(folder, dataDir) }))
    })
  ).pipe(Layer.provide(Reactivity.layer))

/**
 * An in-memory database for tests; `from` is a directory packed by `packMigratedDirectory`. `extensions` are the
 * installed extensions of a server.
 */
const memoryLayer = (
  from?: Uint8Array,
  extensions: NonNullable<PGliteOptions["extensions"]> = {}
): Layer.Layer<SqlClient, SqlError> =>
  Layer.scoped(
    SqlClient,
    Effect.flatMap(
      open("memory", {
        dataDir: "memory://",
        extensions,
        ...(from !== undefined && { loadDataDir: new Blob([new Uint8Array(from)], { type: "application/x-gzip" }) })
      }),
      makePgliteSession
    )
  ).pipe(Layer.provide(Reactivity.layer))

/** Postgres inside this process. */
export const EmbeddedDatabase = { layer, memoryLayer }
