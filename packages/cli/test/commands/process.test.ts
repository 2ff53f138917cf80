import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { builtProgram } from "../builtProgram.ts"

/** Starts `auspex` as a process whose environment has only `PATH` and the given variables. */
const start = (argv: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, [builtProgram(), ...argv], {
    env: { PATH: process.env["PATH"], ...env }
  })
  const text = { out: "", err: "" }
  child.stdout.on("data", (chunk: Buffer) => text.out += chunk.toString())
  child.stderr.on("data", (chunk: Buffer) => text.err += chunk.toString())
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, ...text }))
  )
  return { child, ended }
}

describe("auspex as a process", () => {
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
    expect(await start(served, { AUSPEX_EMBEDDINGS }).ended).toMatchObject({
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

  it("ends immediately on Ctrl-C", async () => {
    const { child, ended } = start(["check"])
    child.stdin.on("error", () => undefined) // the process ends before reading everything
    // More than a pipe's buffer: once it is written, the command has begun to read.
    child.stdin.write("word ".repeat(200_000), () => child.kill("SIGINT"))
    const { code, out } = await ended
    expect([code, out]).toEqual([130, ""])
  })
})
