import { spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { createInterface } from "node:readline"
import { type Bench, type BenchRow, rowOf } from "./harness/BenchRow.ts"
import { onAllCores, root } from "./harness/Child.ts"
import { startBenchServer } from "./harness/databases.ts"

const rounds = 5

/** One for all starts, as for the instances of a platform. */
const secretKey = randomBytes(32).toString("base64")
const auspex = path.join(root, "packages", "cli", "bin", "auspex.js")

/** Seconds from the start of a program to its end. */
const runSeconds = (args: ReadonlyArray<string>): number => {
  const start = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" })
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`)
  return (performance.now() - start) / 1_000
}

const env = (): NodeJS.ProcessEnv => {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("AUSPEX_"))
  return { ...Object.fromEntries(inherited), AUSPEX_SECRET_KEY: secretKey }
}

/** Seconds from the start of `auspex serve` to its first answer. */
const firstAnswerSeconds = async (flags: ReadonlyArray<string>): Promise<number> => {
  const start = performance.now()
  const args = [auspex, "serve", "--port", "0", "--research-port", "0", ...flags]
  const child = spawn(process.execPath, args, { cwd: root, env: env(), stdio: ["ignore", "pipe", "pipe"] })
  let stderrText = ""
  child.stderr.on("data", (chunk) => stderrText += chunk)
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        const found = /^listening: (http:\S+) \(core/.exec(line)?.[1]
        if (found !== undefined) resolve(found)
      })
      child.once("exit", (code) => reject(new Error(`auspex serve ended with ${code}: ${stderrText}`)))
    })
    const response = await fetch(`${url}/api/questions`)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`the first answer was ${response.status}`)
    return (performance.now() - start) / 1_000
  } finally {
    const ended = new Promise((resolve) => child.exitCode === null ? child.once("exit", resolve) : resolve(undefined))
    child.kill("SIGTERM")
    await ended
  }
}

/** Seconds to open the same directory with PGlite alone and run one statement. */
const barePglite = (directory: string): number =>
  runSeconds([
    "--input-type=module",
    "-e",
    `import { PGlite } from "@electric-sql/pglite"
     const db = await PGlite.create(${JSON.stringify(directory)})
     await db.query("select count(*) from questions")
     await db.close()`
  ])

/** P9: the time until the first answer. */
export const starts: Bench = () =>
  onAllCores(async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "auspex-bench-"))
    const dataDir = path.join(folder, "embedded")
    const server = await startBenchServer()
    try {
      const databaseUrl = await server.create("start")
      const cold = await firstAnswerSeconds(["--data-dir", dataDir])
      const onServer = ["--database-url", databaseUrl, "--data-dir", path.join(folder, "server")]
      await firstAnswerSeconds(onServer)
      const turns: Array<Record<"embedded" | "pglite" | "server" | "help" | "node", number>> = []
      for (let round = 0; round < rounds; round++) {
        turns.push({
          embedded: await firstAnswerSeconds(["--data-dir", dataDir]),
          pglite: barePglite(path.join(dataDir, "pg")),
          server: await firstAnswerSeconds(onServer),
          help: runSeconds([auspex, "--help"]),
          node: runSeconds(["-e", "0"])
        })
      }
      const row = (
        what: string,
        ours: "embedded" | "server" | "help",
        theirs: "pglite" | "node",
        atMost: number
      ): BenchRow =>
        rowOf(what, "s", turns.map((turn) => ({ ours: turn[ours], theirs: turn[theirs] })), {
          of: "ours",
          is: "at most",
          value: atMost
        })
      return {
        title: "P9 Start",
        rows: [
          row(
            "auspex serve, warm embedded directory, to the first answer, against PGlite alone",
            "embedded",
            "pglite",
            1.5
          ),
          row("auspex serve, server database, to the first answer, against node -e 0", "server", "node", 1),
          row("auspex --help against node -e 0", "help", "node", 0.25),
          { what: "auspex serve, the very first time in an empty directory", unit: "s", ours: cold }
        ],
        notes: [`${server.version} for the server database. Less is better.`]
      }
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
