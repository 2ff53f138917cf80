import { Migrations, ServerDatabase } from "@auspex/adapters-pg"
import { startCluster } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import pg from "pg"
import { onAllCores } from "./Child.ts"

/** A server with durable commits (fsync on), as in production, on which benchmarks create databases. */
export interface BenchServer {
  /** The version and the fsync setting, for the report. */
  readonly version: string
  /** Creates a migrated database. */
  readonly create: (name: string) => Promise<string>
  /** Copies a database without open connections. */
  readonly copy: (from: string, name: string) => Promise<string>
  readonly stop: () => Promise<void>
}

/** Runs `use` with a connection to `url`. */
export const connected = async <A>(url: string, use: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const databaseIn = (url: string, name: string): string => url.replace(/\/[^/?]*(\?.*)?$/, `/${name}$1`)

/** The name of the database in an address; `URL` does not accept the addresses of sockets. */
export const nameOf = (url: string): string => /\/([^/?]*)(\?.*)?$/.exec(url)?.[1] ?? ""

const migrated = (url: string): Promise<unknown> =>
  Effect.runPromise(Effect.provide(Migrations.apply(), ServerDatabase.migrationLayer({ url })))

/** The server of AUSPEX_TEST_DATABASE_URL, else a new one in a temporary folder. */
export const startBenchServer = async (): Promise<BenchServer> => {
  const configured = process.env["AUSPEX_TEST_DATABASE_URL"]
  const folder = mkdtempSync(path.join(tmpdir(), "auspex-bench-"))
  chmodSync(folder, 0o711)
  const cluster = configured === undefined
    ? await onAllCores(() =>
      startCluster({ directory: path.join(folder, "data"), durable: true, settings: { shared_buffers: "256MB" } })
    )
    : undefined
  const admin = configured ?? cluster!.url()
  const created: Array<string> = []
  const begin = async (name: string, statement: string): Promise<string> => {
    const database = `auspex_bench_${process.pid}_${name}`
    await connected(admin, (client) => client.query(`create database ${database} ${statement}`))
    created.push(database)
    return databaseIn(admin, database)
  }
  const version = await connected(admin, async (client) => {
    const { rows } = await client.query(
      "select current_setting('server_version') as version, current_setting('fsync') as fsync"
    )
    return `Postgres ${String(rows[0].version).split(" ")[0]}, fsync ${rows[0].fsync}`
  })
  return {
    version,
    create: async (name) => {
      const url = await begin(name, "")
      await migrated(url)
      return url
    },
    copy: (from, name) => begin(name, `template ${nameOf(from)}`),
    stop: async () => {
      if (cluster === undefined) {
        await connected(admin, async (client) => {
          for (const database of created) await client.query(`drop database if exists ${database} with (force)`)
        })
      } else {
        await cluster.stop("immediate")
      }
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
