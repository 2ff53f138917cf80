import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import pg from "pg"
import { startCluster, stopPostmaster } from "./PostgresCluster.ts"

// A test run has a folder, in memory if possible, which the workers find through the environment.
const variable = "TESTKIT_RUN_DIRECTORY"
const prefix = "auspex-test-"

/** Containers often have 64 MB of shared memory, which is too little for a server. */
const bytesNeeded = 2 * 1024 ** 3
const hasSpace = (directory: string): boolean => {
  if (!fs.existsSync(directory)) return false
  const { bavail, bsize } = fs.statfsSync(directory)
  return bavail * bsize >= bytesNeeded
}

const parent = (): string => hasSpace("/dev/shm") ? "/dev/shm" : os.tmpdir()

const running = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

interface ServerRecord {
  readonly pid: number
  readonly url: string
}

const recordOf = (directory: string): ServerRecord | undefined => {
  const file = path.join(directory, "server.json")
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) as ServerRecord : undefined
}

const removeRun = async (directory: string): Promise<void> => {
  const server = recordOf(directory)
  if (server !== undefined) await stopPostmaster(server.pid, "immediate")
  fs.rmSync(directory, { recursive: true, force: true })
}

/** Ends the servers of runs that were killed before they could end them. */
const removeAbandonedRuns = async (): Promise<void> => {
  for (const name of fs.readdirSync(parent()).filter((entry) => entry.startsWith(prefix))) {
    const owner = Number(name.slice(prefix.length).split("-")[0])
    const directory = path.join(parent(), name)
    const mine = fs.statSync(directory).uid === (process.getuid?.() ?? fs.statSync(directory).uid)
    if (mine && Number.isInteger(owner) && !running(owner)) await removeRun(directory)
  }
}

/** What the names of this run's test databases begin with. */
export const testDatabasePrefix = (): string =>
  `auspex_test_${path.basename(testRunDirectory()).slice(prefix.length).toLowerCase().replaceAll(/\W/g, "_")}_`

/** Drops the databases of this run from a server that outlives it; workers keep theirs for the files that follow. */
const dropTestDatabases = async (server: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [testDatabasePrefix()]
    )
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  } finally {
    await client.end()
  }
}

/** Begins a test run in this process and returns the function that ends it. Starts nothing before a test needs it. */
export const beginTestRun = async (): Promise<() => Promise<void>> => {
  await removeAbandonedRuns()
  const directory = fs.mkdtempSync(path.join(parent(), `${prefix}${process.pid}-`))
  fs.chmodSync(directory, 0o711) // the server's user must be able to enter
  process.env[variable] = directory
  return async () => {
    const configured = process.env["AUSPEX_TEST_DATABASE_URL"]
    if (configured !== undefined) await dropTestDatabases(configured)
    await removeRun(directory)
  }
}

/** The folder of the current run. */
export const testRunDirectory = (): string => {
  const directory = process.env[variable]
  if (directory === undefined) {
    throw new Error(
      "No test run: vitest.config.ts must name packages/testkit/src/databases/globalSetup.ts as globalSetup"
    )
  }
  return directory
}

/** Runs `work` while no other process of this run runs work of the same `name`. */
export const exclusively = async <A>(name: string, work: () => Promise<A>): Promise<A> => {
  const file = path.join(testRunDirectory(), `${name}.lock`)
  for (const deadline = Date.now() + 60_000;;) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: "wx" })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || Date.now() > deadline) throw error
    }
    const holder = fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8")) : 0
    if (holder > 0 && !running(holder)) fs.rmSync(file, { force: true })
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  try {
    return await work()
  } finally {
    fs.rmSync(file, { force: true })
  }
}

/**
 * The address of the run's Postgres server, as superuser and for `database`: AUSPEX_TEST_DATABASE_URL, else a server
 * that the first call of this run starts. Rejects when no server is available.
 */
export const testServerUrl = async (database?: string): Promise<string> => {
  const configured = process.env["AUSPEX_TEST_DATABASE_URL"]
  const directory = testRunDirectory()
  const address = configured ?? recordOf(directory)?.url ?? await exclusively("server", async () => {
    const present = recordOf(directory)
    if (present !== undefined) return present.url
    const cluster = await startCluster({ directory: path.join(directory, "data") })
    const file = path.join(directory, "server.json")
    fs.writeFileSync(`${file}.partial`, JSON.stringify({ pid: cluster.pid, url: cluster.url() }))
    fs.renameSync(`${file}.partial`, file)
    return cluster.url()
  })
  return database === undefined ? address : withDatabase(address, database)
}

/** `url` with another database name. */
export const withDatabase = (url: string, database: string): string =>
  url.replace(
    /^([^?]*:\/\/[^/?]*)(\/[^?]*)?(\?.*)?$/,
    (_, server: string, __, query = "") => `${server}/${database}${query}`
  )
