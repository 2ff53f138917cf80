import { createHash } from "node:crypto"
import fs from "node:fs"
import { fileURLToPath } from "node:url"

/** One forward step of the schema. */
export interface Migration {
  readonly id: number
  readonly name: string
  readonly sql: string
  /** SHA-256 of the file, hex. */
  readonly checksum: string
}

/** The directory of the migration files; the same from src/ and from dist/. */
export const migrationsDirectory: string = fileURLToPath(new URL("../../migrations/", import.meta.url))

/** Every migration, in order. Unlisted files are ignored; a test compares the list with the directory. */
export const migrationNames = [
  "0001_platform",
  "0002_accounts",
  "0003_forecasting",
  "0004_record",
  "0005_community",
  "0006_publishing",
  "0007_surveys",
  "0008_agents",
  "0009_research",
  "0010_search",
  "0011_webhooks",
  "0012_sign_in_links",
  "0013_pools"
] as const

/** Reads one migration file. */
export const readMigration = (directory: string, file: string): Migration => {
  const sql = fs.readFileSync(`${directory}/${file}.sql`, "utf8")
  return {
    id: Number(file.slice(0, 4)),
    name: file.slice(5),
    sql,
    checksum: createHash("sha256").update(sql).digest("hex")
  }
}

let loaded: ReadonlyArray<Migration> | undefined

/** The registered migrations with their texts, read from disk once. */
export const migrations = (): ReadonlyArray<Migration> =>
  loaded ??= migrationNames.map((file) => readMigration(migrationsDirectory, file))

/** A digest of the whole schema; it changes when any migration does. */
export const schemaChecksum = (): string =>
  createHash("sha256").update(migrations().map(({ checksum, id }) => `${id}:${checksum}`).join("\n")).digest("hex")
