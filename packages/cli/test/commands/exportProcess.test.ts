import { exportTables, exportWriter } from "@auspex/domain/exports"
import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { builtProgram } from "../builtProgram.ts"

const table = exportTables["consensus-history"]
const idOf = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`
const rows = Array.from(
  { length: 4_000 },
  (_, n) => [idOf(n), idOf(1), "Will \"it\" be,\r\nor not?", "society", "binary", "2026-01-01", "moved", n, 1, 50, null]
)

/** The rest of the document after a row, as a server writes it. */
const documentAfter = (format: "csv" | "json" | "ndjson", cursor: string | null): string => {
  const { head, row, separator, tail } = exportWriter(table, format)
  return head + rows.slice(rows.findIndex(([id]) => id === cursor) + 1).map(row).join(separator) + tail
}

describe("auspex export as a process", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "auspex-export-process-"))
  // A server that stops sending after a number of bytes, and leaves the connection open.
  let bytesMax = Infinity
  const server = http.createServer((request, response) => {
    const query = new URL(request.url!, "http://localhost").searchParams
    const bytes = Buffer.from(documentAfter(query.get("format") as "csv", query.get("cursor")))
    response.writeHead(200)
    response.write(bytes.subarray(0, bytesMax))
    if (bytes.length <= bytesMax) response.end()
  })
  let target: ReadonlyArray<string>
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    target = ["--server", `http://127.0.0.1:${(server.address() as AddressInfo).port}`]
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = (...argv: ReadonlyArray<string>) => {
    const command = [builtProgram(), "export", "consensus-history"]
    const child = spawn(process.execPath, [...command, ...argv, ...target], { env: { PATH: process.env["PATH"] } })
    let err = ""
    child.stderr.on("data", (chunk: Buffer) => err += chunk.toString())
    const ended = new Promise<{ code: number | null; err: string }>((resolve) =>
      child.on("close", (code) => resolve({ code, err }))
    )
    return { child, ended }
  }

  const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

  /** Waits until the file has everything that the server sends. */
  const arrived = async (file: string): Promise<void> => {
    while (sizeOf(file) < bytesMax) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  it.each(["csv", "json", "ndjson"] as const)(
    "completes a %s file although it is killed again and again",
    async (format) => {
      const file = path.join(folder, `killed.${format}`)
      const whole = documentAfter(format, null)
      bytesMax = Math.floor(whole.length * 0.45)
      const first = start("--output", file)
      await arrived(`${file}.part`)
      first.child.kill("SIGKILL")
      await first.ended
      const kept = readFileSync(`${file}.part`)
      expect(kept.equals(Buffer.from(whole).subarray(0, kept.length))).toBe(true)
      bytesMax = Infinity
      const { code, err } = await start("--output", file, "--resume").ended
      expect([code, err]).toEqual([
        0,
        expect.stringMatching(/^continuing after 1[78]\d\d rows of .*\n4000 rows in .*\n$/)
      ])
      expect(readFileSync(file, "utf8")).toBe(whole)
    }
  )

  it.each(["SIGINT", "SIGTERM"] as const)("prints how to resume when it is stopped by %s", async (signal) => {
    const file = path.join(folder, `${signal}.csv`)
    const whole = documentAfter("csv", null)
    bytesMax = Math.floor(whole.length / 2)
    const { child, ended } = start("--output", file)
    await arrived(`${file}.part`)
    child.kill(signal)
    const { code, err } = await ended
    expect([code, err]).toEqual([
      130,
      expect.stringMatching(/^\d+ rows are in .*\.part; the same command with --resume/)
    ])
    bytesMax = Infinity
    expect((await start("--output", file, "--resume").ended).code).toBe(0)
    expect(readFileSync(file, "utf8")).toBe(whole)
  })

  it("leaves no file when it is stopped before any data arrived", async () => {
    bytesMax = 0
    const { child, ended } = start("--output", path.join(folder, "nothing.csv"))
    while (!readdirSync(folder).includes("nothing.csv.part")) await new Promise((resolve) => setTimeout(resolve, 5))
    child.kill("SIGINT")
    expect(await ended).toEqual({ code: 130, err: "" })
    expect(readdirSync(folder)).not.toContain("nothing.csv.part")
  })

  it("ends quietly when its reader closes the pipe", async () => {
    bytesMax = Infinity
    const { child, ended } = start()
    child.stdout.once("data", () => child.stdout.destroy())
    expect(await ended).toEqual({ code: 0, err: "" })
  })
})
