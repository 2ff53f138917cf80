import * as Reactivity from "@effect/experimental/Reactivity"
import { SqlClient } from "@effect/sql/SqlClient"
import { PGlite } from "@electric-sql/pglite"
import { Effect } from "effect"
import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import zlib from "node:zlib"
import { schemaChecksum } from "./migrationFiles.ts"
import { Migrations } from "./Migrations.ts"
import { makePgliteSession } from "./PgliteSession.ts"

const distDirectory = fileURLToPath(new URL("../../dist/generated/", import.meta.url))

/**
 * The file of the migrated database directory that `scripts/build.mjs` makes. Its name holds the schema's checksum, so
 * that a directory made from other migrations is never used.
 */
export const prebuiltDirectoryFile = (): string =>
  path.join(distDirectory, `pglite-datadir-${schemaChecksum().slice(0, 16)}.tar.gz`)

/** The prebuilt directory's file; undefined when there is none for exactly this schema. */
export const findPrebuiltDirectory = (): string | undefined => {
  const file = prebuiltDirectoryFile()
  return fs.existsSync(file) ? file : undefined
}

/**
 * Creates a database directory in memory, applies every migration and then `alter`, and packs its files as a gzipped
 * tar. For the build and for tests.
 */
export const packMigratedDirectory = (
  alter: Effect.Effect<unknown, unknown, SqlClient> = Effect.void
): Promise<Uint8Array> =>
  Effect.gen(function*() {
    const db = yield* Effect.acquireRelease(
      Effect.promise(() => PGlite.create({ dataDir: "memory://" })),
      (open) => Effect.promise(() => open.close())
    )
    const sql = yield* makePgliteSession(db)
    yield* Effect.provideService(Effect.zipRight(Migrations.apply(), alter), SqlClient, sql)
    yield* sql`checkpoint`
    const packed = yield* Effect.promise(() => db.dumpDataDir("gzip"))
    return new Uint8Array(yield* Effect.promise(() => packed.arrayBuffer()))
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)

const field = (header: Buffer, start: number, length: number): string => {
  const bytes = header.subarray(start, start + length)
  const end = bytes.indexOf(0)
  return bytes.subarray(0, end === -1 ? length : end).toString("utf8")
}

/**
 * Unpacks a ustar archive, gzipped or not, of files and directories below `target`. No name can lead outside of
 * `target`.
 */
export const unpackDirectory = (archive: Uint8Array, target: string): void => {
  const gzipped = archive[0] === 0x1f && archive[1] === 0x8b
  const tar = gzipped ? zlib.gunzipSync(archive) : Buffer.from(archive)
  fs.mkdirSync(target, { recursive: true, mode: 0o700 })
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
    const header = tar.subarray(at, at + 512)
    const size = Number.parseInt(field(header, 124, 12).trim() || "0", 8)
    const name = path.posix.join("/", field(header, 345, 155), field(header, 0, 100))
    const file = path.join(target, name)
    if (field(header, 156, 1) === "5") {
      fs.mkdirSync(file, { recursive: true, mode: 0o700 })
    } else {
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
      fs.writeFileSync(file, tar.subarray(at + 512, at + 512 + size), { mode: 0o600 })
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
}
