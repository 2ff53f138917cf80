import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { builtProgram } from "../builtProgram.ts"

/** `auspex` as a process of its own. `PATH` and the variables given are all it gets. */
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

  it("ends with its exit code, all output written", async () => {
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

  it("ends quietly when its reader has seen enough", async () => {
    const { child, ended } = start(["reference"])
    child.stdout.destroy()
    expect(await ended).toMatchObject({ code: 0, err: "" })
  })

  it("ends at once on Ctrl-C", async () => {
    const { child, ended } = start(["check"])
    child.stdin.on("error", () => undefined) // it ends while there is more to read: that is the point
    // More than a pipe holds: when it has left, the command has begun to read.
    child.stdin.write("word ".repeat(200_000), () => child.kill("SIGINT"))
    const { code, out } = await ended
    expect([code, out]).toEqual([130, ""])
  })
})
