import { onServerDatabase } from "@auspex/testkit/databases"
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, openSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { builtProgram } from "../builtProgram.ts"

const secretKey = randomBytes(32).toString("base64")

/** Starts `auspex` as a process whose environment has only `PATH`, a key for secrets and the given variables. */
const start = (argv: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, [builtProgram(), ...argv], {
    env: { PATH: process.env["PATH"], AUSPEX_SECRET_KEY: secretKey, ...env }
  })
  const text = { out: "", err: "" }
  child.stdout.on("data", (chunk: Buffer) => text.out += chunk.toString())
  child.stderr.on("data", (chunk: Buffer) => text.err += chunk.toString())
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, ...text }))
  )
  return { child, ended }
}

// On a server, because a process needs three seconds to open an embedded database.
onServerDatabase("auspex as a process", (db) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-process-"))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it("exits with its code after writing all output", async () => {
    const [help, explain, nothing, unknown] = await Promise.all([
      start(["--help"]).ended,
      start(["explain", "--output", "json"]).ended,
      start(["explain", "NO_SUCH_CODE"]).ended,
      start(["doctor", "--data-dir", dataDir, "--output", "json"], { AUSPEX_PROT: "1" }).ended
    ])
    expect([help.code, help.err]).toEqual([0, ""])
    expect([explain.code, JSON.parse(explain.out).errors.length > 50]).toEqual([0, true])
    expect(nothing.code).toBe(3)
    expect([unknown.code, unknown.out]).toEqual([1, expect.stringContaining("did you mean AUSPEX_PORT?")])
  })

  it("does not serve when embeddings are to be made by machines of nobody", async () => {
    const owner = "0192d3c4-0000-7000-8000-000000000001"
    const AUSPEX_EMBEDDINGS = JSON.stringify({ provider: "bridge", model: "m1", owner })
    const served = ["serve", "--data-dir", path.join(dataDir, "nobody"), "--port", "0", "--research-port", "0"]
    expect(await start([...served, "--database-url", db.url()], { AUSPEX_EMBEDDINGS }).ended).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining(`AUSPEX_EMBEDDINGS: the owner ${owner} is not the id of an account`) as string
    })
  })

  it("ends quietly when its reader closes the pipe", async () => {
    const { child, ended } = start(["reference"])
    child.stdout.destroy()
    expect(await ended).toMatchObject({ code: 0, err: "" })
  })

  describe("on a device that is full", () => {
    /** Starts `auspex` with some of its streams on the full device. */
    const startFull = (argv: ReadonlyArray<string>, full: ReadonlyArray<"stdout" | "stderr">) => {
      const device = openSync("/dev/full", "w")
      const streamOf = (name: "stdout" | "stderr") => full.includes(name) ? device : "pipe"
      const child = spawn(process.execPath, [builtProgram(), ...argv], {
        stdio: ["ignore", streamOf("stdout"), streamOf("stderr")],
        env: { PATH: process.env["PATH"], AUSPEX_SECRET_KEY: secretKey, AUSPEX_LOG_LEVEL: "error" }
      })
      let text = ""
      child.stderr?.on("data", (chunk: Buffer) => text += chunk.toString())
      return new Promise<readonly [number | null, string]>((resolve) =>
        child.on("close", (code) => resolve([code, text]))
      )
    }
    const said = expect.stringContaining("standard output cannot be written: the disk is full (ENOSPC)") as string

    it("fails when its data cannot be written, help and version included", async () => {
      const calls = [["--help"], ["--version"], ["explain", "--output", "json"], ["reference"], ["completion", "zsh"]]
      const ended = await Promise.all(calls.map((argv) => startFull(argv, ["stdout"])))
      expect(ended).toEqual(calls.map(() => [74, said]))
    })

    it("keeps its code when only the message of a failure is lost, and never ends as success", async () => {
      const [usage, unknown, data, nothing] = await Promise.all([
        startFull(["nonsense"], ["stderr"]),
        startFull(["explain", "NO_SUCH_CODE", "--output", "json"], ["stderr"]),
        startFull(["explain"], ["stdout", "stderr"]),
        startFull(["doctor", "--data-dir", dataDir, "--port", "0", "--research-port", "0"], ["stderr"])
      ])
      expect([usage[0], unknown[0], data[0], nothing[0]]).toEqual([2, 3, 74, 74])
    })

    it("does not serve, and makes no admin key that nobody would see", async () => {
      const folder = path.join(dataDir, "unread")
      const ports = ["--port", "0", "--research-port", "0"]
      const database = ["--database-url", db.url()]
      expect(await startFull(["serve", "--data-dir", folder, ...database, ...ports], ["stdout"])).toEqual([74, said])
      const keys = await start(["admin-keys", "list", ...database, "--output", "json"]).ended
      expect(JSON.parse(keys.out)).toMatchObject({ keys: [], total: 0 })
    })
  })

  it("ends immediately on Ctrl-C", async () => {
    const { child, ended } = start(["check"])
    child.stdin.on("error", () => undefined) // the process ends before reading everything
    // More than a pipe's buffer: once it is written, the command has begun to read.
    child.stdin.write("word ".repeat(200_000), () => child.kill("SIGINT"))
    const { code, out } = await ended
    expect([code, out]).toEqual([130, ""])
  })
})
