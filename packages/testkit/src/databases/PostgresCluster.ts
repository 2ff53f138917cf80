import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import pg from "pg"
import { findPostgres, type PostgresBinaries } from "./PostgresBinaries.ts"

/** A running Postgres server, reached through a socket in its data directory. */
export interface PostgresCluster {
  /** The postmaster's process id. */
  readonly pid: number
  readonly directory: string
  /** The superuser's address of `database`. */
  readonly url: (database?: string) => string
  /** Ends all sessions and the server: `fast` like an administrator, `immediate` like a crash. */
  readonly stop: (mode?: "fast" | "immediate") => Promise<void>
}

/** The data directory and the settings of a cluster. */
export interface PostgresClusterOptions {
  /** Created when missing; the server of an existing data directory is started again. */
  readonly directory: string
  /** Keep fsync and full-page writes on, as in production, for fault suites. Default false. */
  readonly durable?: boolean
  /** Further settings, e.g. `{ max_connections: "20" }`. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Postgres refuses to run as root, so it runs as `nobody`. */
const otherUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

// On tables without statistics Postgres expects the worst and compiles for half a second a query that then runs for a
// hundredth of that: the invariants, after every test.
const suiteSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  jit: "off"
}

const environment = (binaries: PostgresBinaries, directory: string) => ({
  ...process.env,
  HOME: directory,
  LC_ALL: "C.UTF-8",
  TZ: "UTC",
  ...(binaries.lib !== undefined && { LD_LIBRARY_PATH: binaries.lib, DYLD_LIBRARY_PATH: binaries.lib })
})

const initialise = (binaries: PostgresBinaries, directory: string): void => {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (otherUser.uid !== undefined) fs.chownSync(directory, otherUser.uid, otherUser.gid)
  if (fs.existsSync(path.join(directory, "PG_VERSION"))) return
  const result = spawnSync(
    path.join(binaries.bin, "initdb"),
    ["-D", directory, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"],
    { ...otherUser, env: environment(binaries, directory), cwd: directory, encoding: "utf8" }
  )
  if (result.status !== 0)
    throw new Error(`initdb of ${binaries.bin} failed: ${result.error?.message ?? result.stderr}`)
}

/** The superuser's address of `database` on the server whose socket is in `directory`. */
export const clusterUrl = (directory: string, database = "postgres"): string =>
  `postgres://postgres@${encodeURIComponent(directory)}/${database}`

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on("error", () => undefined) // a server that is starting drops connections; the next try decides
  try {
    await client.connect()
    await client.query("select 1")
    return true
  } catch {
    return false // not yet
  } finally {
    await client.end().catch(() => undefined)
  }
}

const hasEnded = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Ends the postmaster `pid` and waits until it has ended. */
export const stopPostmaster = async (pid: number, mode: "fast" | "immediate" = "fast"): Promise<void> => {
  if (hasEnded(pid)) return
  process.kill(pid, mode === "fast" ? "SIGINT" : "SIGQUIT")
  for (let waited = 0; !hasEnded(pid) && waited < 10_000; waited += 20) await pause(20)
  if (!hasEnded(pid)) process.kill(pid, "SIGKILL")
}

/**
 * Creates a data directory if there is none and starts a server on it, under another user if this process is root. The
 * server outlives this process unless it is stopped.
 */
export const startCluster = async (options: PostgresClusterOptions): Promise<PostgresCluster> => {
  const { directory } = options
  const binaries = findPostgres()
  initialise(binaries, directory)
  const settings = { max_connections: "200", ...(options.durable === true ? {} : suiteSettings), ...options.settings }
  const log = path.join(directory, "server.log")
  const output = fs.openSync(log, "a")
  const server: ChildProcess = spawn(
    path.join(binaries.bin, "postgres"),
    [
      "-D",
      directory,
      "-k",
      directory,
      "-h",
      "",
      ...Object.entries(settings).flatMap(([name, value]) => [
        "-c",
        `${name}=${value}`
      ])
    ],
    {
      ...otherUser,
      env: environment(binaries, directory),
      cwd: directory,
      stdio: ["ignore", output, output],
      detached: true
    }
  )
  server.unref()
  fs.closeSync(output)
  const url = (database?: string) => clusterUrl(directory, database)
  const deadline = Date.now() + 30_000
  while (!(await answers(url()))) {
    if (server.exitCode !== null || server.pid === undefined || Date.now() > deadline) {
      throw new Error(`postgres of ${binaries.bin} did not start: ${fs.readFileSync(log, "utf8").slice(-2_000)}`)
    }
    await pause(10)
  }
  const pid = server.pid as number
  return { pid, directory, url, stop: (mode) => stopPostmaster(pid, mode) }
}
