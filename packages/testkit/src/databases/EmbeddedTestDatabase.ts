import {
  EmbeddedDatabase,
  findPrebuiltDirectory,
  packMigratedDirectory,
  Pgvector,
  schemaChecksum
} from "@auspex/adapters-pg"
import type { SqlClient } from "@effect/sql/SqlClient"
import { vector } from "@electric-sql/pglite-pgvector"
import { Effect, ManagedRuntime } from "effect"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { schemaText } from "./schemaText.ts"
import { emptyDatabase } from "./ServerTestDatabase.ts"
import { saveSeeds } from "./seeds.ts"
import { installTestClock } from "./testClock.ts"
import { exclusively } from "./TestRun.ts"

type Runtime = ManagedRuntime.ManagedRuntime<SqlClient, unknown>

/** A migrated directory: the build's if it fits the schema, else one that is made once and cached for later runs. */
const directoryArchive = async (): Promise<Uint8Array> => {
  const built = findPrebuiltDirectory()
  if (built !== undefined) return fs.readFileSync(built)
  const cached = path.join(os.tmpdir(), `auspex-test-embedded-${schemaChecksum().slice(0, 16)}.tar.gz`)
  return exclusively("embedded", async () => {
    if (fs.existsSync(cached)) return fs.readFileSync(cached)
    const bytes = await packMigratedDirectory()
    fs.writeFileSync(`${cached}.${process.pid}`, bytes)
    fs.renameSync(`${cached}.${process.pid}`, cached)
    return bytes
  })
}

// One for each vitest worker, even if vitest loads modules again between files.
const key = Symbol.for("auspex/testkit/embedded")
const worker = globalThis as { [key]?: Promise<Borrowed> }

interface Borrowed {
  readonly runtime: Runtime
  /** The digest of its schema when it was opened. */
  readonly schema: string
}

const open = async (): Promise<Runtime> => {
  const runtime = ManagedRuntime.make(EmbeddedDatabase.memoryLayer(await directoryArchive()))
  await runtime.runPromise(Effect.zipRight(installTestClock, saveSeeds))
  return runtime
}

const borrow = async (): Promise<Borrowed> => {
  const runtime = await open()
  return { runtime, schema: await runtime.runPromise(schemaText) }
}

/** The worker's in-memory database, emptied; a new one after a file that has changed the schema. */
export const borrowEmbeddedDatabase = async (): Promise<Runtime> => {
  const former = await worker[key]
  if (former !== undefined && await former.runtime.runPromise(schemaText) === former.schema) {
    await former.runtime.runPromise(emptyDatabase)
    return former.runtime
  }
  await former?.runtime.dispose()
  return (await (worker[key] = borrow())).runtime
}

/** Opens a separate, migrated in-memory database, which the caller disposes of. */
export const openEmbeddedDatabase = open

/** Opens a separate, migrated in-memory database that compares vectors by pgvector, which the caller disposes of. */
export const openPgvectorDatabase = async (): Promise<Runtime> => {
  const runtime = ManagedRuntime.make(EmbeddedDatabase.memoryLayer(await directoryArchive(), { vector }))
  await runtime.runPromise(Effect.all([installTestClock, saveSeeds, Pgvector.prepare(true)], { discard: true }))
  return runtime
}

/** Closes the worker's database. */
export const closeEmbeddedDatabase: Effect.Effect<void> = Effect.promise(async () => {
  const borrowed = worker[key]
  delete worker[key]
  await (await borrowed)?.runtime.dispose()
})
