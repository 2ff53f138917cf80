import { EmbeddedDatabase, ServerDatabase } from "@auspex/adapters-pg"
import { type PostgresCluster, startCluster, testRunDirectory } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, type Layer } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import pg from "pg"
import { builtProgram } from "../builtProgram.ts"
import type { Answer, CallOptions } from "../harness.ts"

const adminKey = "ak_b7Rk2Xq9Wd4Tz6Mv8Pn3Lc5Hs"
const secretKey = randomBytes(32).toString("base64")

/** How a process ended, and how long after its stop signal. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderr: string
}

/** An `auspex serve` process. */
export interface AuspexProcess {
  readonly url: string
  readonly pid: number
  readonly adminKey: string
  readonly call: (method: string, target: string, options?: CallOptions) => Promise<Answer>
  /** A call of the research API. */
  readonly research: (method: string, target: string, options?: CallOptions) => Promise<Answer>
  readonly signal: (signal: NodeJS.Signals) => void
  readonly ended: Promise<Ending>
}

let callers = 0

const spawnServe = (
  flags: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv = {}
): { readonly child: ChildProcess; readonly ended: Promise<Ending>; readonly stdout: () => string } => {
  const { PATH, LD_LIBRARY_PATH, HOME } = process.env
  const child = spawn(process.execPath, [builtProgram(), "serve", "--port", "0", "--research-port", "0", ...flags], {
    env: {
      PATH,
      ...(LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH }),
      HOME,
      AUSPEX_ADMIN_KEY: adminKey,
      AUSPEX_SECRET_KEY: secretKey,
      AUSPEX_TRUSTED_PROXIES: "127.0.0.1",
      AUSPEX_LOG_LEVEL: "error",
      AUSPEX_STOP_DELAY_SECONDS: "0",
      ...env
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let [stdout, stderr] = ["", ""]
  child.stdout!.setEncoding("utf8").on("data", (text: string) => {
    stdout += text
  })
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    stderr += text
  })
  const ended = new Promise<Ending>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal, stderr }))
  )
  return { child, ended, stdout: () => stdout }
}

/** Runs a server that is expected to exit by itself. */
export const runToEnd = (flags: ReadonlyArray<string>, env?: NodeJS.ProcessEnv): Promise<Ending> =>
  spawnServe(flags, env).ended

/** Starts a server and waits until it listens. It stops without delay unless `env` sets one. */
export const startProcess = async (
  flags: ReadonlyArray<string>,
  env?: NodeJS.ProcessEnv
): Promise<AuspexProcess> => {
  const { child, ended, stdout } = spawnServe(flags, env)
  const [url, researchUrl] = await new Promise<readonly [string, string]>((resolve, reject) => {
    const look = (): void => {
      const [, core, research] = /^listening: (http:\S+) \(core.*\nlistening: (http:\S+) \(research/m.exec(stdout()) ??
        []
      if (core !== undefined && research !== undefined) resolve([core, research])
    }
    child.stdout!.on("data", look)
    void ended.then(({ code, signal, stderr }) =>
      reject(new Error(`the server ended with ${code ?? signal}: ${stderr}`))
    )
  })
  const callAt = (base: string): AuspexProcess["call"] => async (method, target, { as, body, from, headers } = {}) => {
    const number = callers++
    const response = await fetch(base + target, {
      method,
      headers: {
        "x-forwarded-for": from ?? `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
        ...(as === undefined ? {} : as === adminKey ? { "x-admin-key": as } : { authorization: `Bearer ${as}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("json") === true
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== "" ? JSON.parse(text) : undefined
    }
  }
  return {
    url,
    pid: child.pid!,
    adminKey,
    call: callAt(url),
    research: callAt(researchUrl),
    ended,
    signal: (signal) => void child.kill(signal)
  }
}

/** The storage of a server that is killed and restarted: a data directory, or a database on a durable server. */
export interface Home {
  readonly start: (env?: NodeJS.ProcessEnv) => Promise<AuspexProcess>
  /** Runs an effect on the database while no server uses it. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, SqlClient>) => Promise<A>
  readonly violations: () => Promise<ReadonlyArray<string>>
  readonly remove: () => Promise<void>
}

const homeOf = (
  flags: ReadonlyArray<string>,
  layer: () => Layer.Layer<SqlClient, unknown>,
  remove: () => Promise<void>
): Home => ({
  start: (env) => startProcess(flags, env),
  run: (effect) => Effect.runPromise(Effect.provide(effect, layer())),
  violations: () => Effect.runPromise(Effect.provide(checkInvariants, layer())),
  remove
})

/** Creates a new home of each kind. */
export const homes: Readonly<Record<"embedded" | "server", () => Promise<Home>>> = {
  embedded: async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-fault-"))
    return homeOf(["--data-dir", dataDir], () => EmbeddedDatabase.layer({ dataDir }), async () => {
      rmSync(dataDir, { recursive: true, force: true })
    })
  },
  server: async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-fault-"))
    const cluster = await durableCluster()
    const name = `fault_${randomBytes(4).toString("hex")}`
    await createDatabase(cluster, name)
    const url = cluster.url(name)
    return homeOf(["--data-dir", dataDir, "--database-url", url], () => ServerDatabase.layer({ url }), async () => {
      await cluster.stop("immediate")
      rmSync(dataDir, { recursive: true, force: true })
    })
  }
}

/** A separate Postgres server that keeps acknowledged commits after a crash. */
export const durableCluster = (): Promise<PostgresCluster> =>
  startCluster({
    directory: path.join(testRunDirectory(), `durable-${process.pid}-${randomBytes(3).toString("hex")}`),
    durable: true
  })

export const createDatabase = async (cluster: PostgresCluster, name: string): Promise<void> => {
  const client = new pg.Client({ connectionString: cluster.url() })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
}
