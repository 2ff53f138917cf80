import { type ExportFormat, exportFormats, exportNames } from "@auspex/domain/exports"
import { type TestDatabase, onServerDatabase } from "@auspex/testkit/databases"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { PassThrough, Readable, Writable } from "node:stream"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { exportFormatChoices, exportNameChoices } from "../../src/kit/invocation/choices.ts"
import type { Keep } from "../../src/kit/invocation/CommandIo.ts"
import { runAuspex } from "../../src/program/runAuspex.ts"
import { makeExportWorld } from "../exports/exportWorld.ts"
import { readExport } from "../exports/readExport.ts"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { textOf } from "./callAuspex.ts"
import { keptServices } from "./keptServices.ts"

interface Exported {
  readonly code: number
  readonly out: Buffer
  readonly err: string
}

/** Calls `auspex export` with a slow reader of its output. */
const runExport = async (argv: ReadonlyArray<string>, keep: Keep, terminal = false): Promise<Exported> => {
  const chunks: Array<Buffer> = []
  const stdout = new Writable({
    highWaterMark: 1_024,
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk)
      setImmediate(done)
    }
  })
  const stderr = Object.assign(new PassThrough(), terminal ? { isTTY: true, columns: 60 } : {})
  const code = await runAuspex(["export", ...argv], { stdin: Readable.from([""]), stdout, stderr, env: {}, keep })
  return { code, out: Buffer.concat(chunks), err: textOf(stderr) }
}

it("the choices of auspex export are those of the domain", () => {
  expect([...exportNameChoices]).toEqual([...exportNames])
  expect([...exportFormatChoices]).toEqual([...exportFormats])
})

onServerDatabase("auspex export", (db: TestDatabase) => {
  let server: RunningAuspex
  let folder: string
  beforeAll(async () => {
    server = await startAuspex(db.layer)
    await makeExportWorld(server, (interval) => db.run(db.shiftClock(interval)))
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "auspex-export-"))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const keep = keptServices()
  const callExport = (argv: ReadonlyArray<string>, terminal?: boolean) => runExport(argv, keep, terminal)
  const local = (): ReadonlyArray<string> => ["--database-url", db.url()]
  const remote = (): ReadonlyArray<string> => ["--server", server.url]
  const served = async (name: string, search: string): Promise<string> =>
    (await server.call("GET", `/api/export/${name}?${search}`)).text

  it.each(exportNames)(
    "writes %s to standard output: the same bytes from a database, through a server and over HTTP",
    async (name) => {
      for (const format of exportFormats) {
        const here = await callExport([name, "--format", format, ...local()])
        const there = await callExport([name, "--format", format, ...remote()])
        expect([here.code, here.err, there.code, there.err]).toEqual([0, "", 0, ""])
        expect(here.out.equals(there.out)).toBe(true)
        expect(here.out.toString()).toBe(await served(name, `format=${format}`))
        expect(readExport(name, format, here.out.toString()).length).toBeGreaterThan(3)
      }
    }
  )

  it("writes CSV unless the format or the file's extension differs", async () => {
    expect((await callExport(["calibration", ...local()])).out.toString()).toMatch(/^id,user_id,/)
    for (
      const [extension, format] of [[".json", "json"], [".ndjson", "ndjson"], [".jsonl", "ndjson"], [".CSV", "csv"], [
        "",
        "csv"
      ]]
    ) {
      const file = path.join(folder, `rows${extension}`)
      const { code, err, out } = await callExport(["calibration", "--output", file, ...local()])
      const rows = readExport("calibration", format as ExportFormat, readFileSync(file, "utf8"))
      expect([code, out.length, err]).toEqual([0, 0, `${rows.length} rows in ${file}\n`])
      expect(readdirSync(folder)).toContain(`rows${extension}`)
      expect(existsSync(`${file}.part`)).toBe(false)
    }
  })

  it("accepts a span of days, or of times with their offset", async () => {
    const rows = readExport("predictions", "ndjson", await served("predictions", "format=ndjson"))
    const [from, to] = [rows[4]!, rows[9]!].map(({ created_at }) => created_at as string)
    const span = await callExport(["predictions", "--format", "ndjson", "--from", from!, "--to", to!, ...remote()])
    expect(readExport("predictions", "ndjson", span.out.toString())).toEqual(rows.slice(4, 9))
    const later = await callExport(["predictions", "--from", "2200-01-01", ...local()])
    expect(later.out.toString().split("\r\n")).toHaveLength(2)
  })

  it.each([
    [["predictions", "--from", "yesterday"], "--from must be a day"],
    [["predictions", "--to", "2026-01-01T10:00"], "--to must be a day"],
    [["predictions", "--resume"], "--resume needs --output with a file"],
    [["predictions", "--output", "-", "--force"], "--force needs --output with a file"],
    [["predictions", "--output", "json"], "did you mean --format json?"],
    [["everything"], "Allowed choices are predictions"],
    [["predictions", "--format", "xml"], "Allowed choices are json"],
    [[], "missing required argument"],
    [["predictions", "--output", "/no/such/folder/rows.csv"], "there is no such directory"],
    [["predictions", "--output", tmpdir()], "it is a directory"],
    [["predictions", "--output", "/dev/null", "--force"], "it is a device"]
  ])("refuses %j as a usage error", async (argv, message) => {
    const { code, err, out } = await callExport([...argv, ...local()])
    expect([code, out.length, err]).toEqual([2, 0, expect.stringContaining(message)])
  })

  it("fails with the server's refusal, and leaves no file", async () => {
    const { code, err } = await callExport(["predictions", "--from", "2026-02-01", "--to", "2026-01-01", ...remote()])
    expect([code, err]).toEqual([1, expect.stringContaining("must not be earlier than from")])
    expect(await callExport(["predictions", "--from", "2026-02-01", "--to", "2026-01-01", ...local()])).toMatchObject({
      code,
      err
    })
    const file = path.join(folder, "rows.csv")
    expect((await callExport(["predictions", "--output", file, "--server", "http://127.0.0.1:1"])).code).toBe(5)
    expect(readdirSync(folder)).toEqual([])
  })

  it.each(exportFormats)("resumes a partial %s file, wherever it was interrupted", async (format) => {
    const file = path.join(folder, `rows.${format}`)
    const whole = (await callExport(["consensus-history", "--format", format, ...local()])).out
    for (const share of [0, 0.01, 0.2, 0.37, 0.5, 0.77, 0.9, 0.99, 1]) {
      const cut = Math.floor(whole.length * share)
      for (const from of [local(), remote()]) {
        writeFileSync(`${file}.part`, whole.subarray(0, cut))
        const { code } = await callExport(["consensus-history", "--output", file, "--resume", ...from])
        expect([share, code, readFileSync(file).equals(whole)]).toEqual([share, 0, true])
        rmSync(file)
      }
    }
    expect(readdirSync(folder)).toEqual([])
  })

  it("writes to standard output if the file is -", async () => {
    const { code, err, out } = await callExport(["calibration", "--output", "-", ...local()])
    expect([code, err, out.toString()]).toEqual([0, "", await served("calibration", "format=csv")])
  })

  it("overwrites no file and no partial file unless forced", async () => {
    const file = path.join(folder, "rows.csv")
    const command = ["calibration", "--output", file, ...local()]
    const whole = await served("calibration", "format=csv")
    writeFileSync(file, "mine")
    for (const flags of [[], ["--resume"]]) {
      const { code, err } = await callExport([...command, ...flags])
      expect([code, err]).toEqual([4, `auspex: ${file} already exists; --force replaces it\n`])
    }
    expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual(["mine", ["rows.csv"]])
    expect((await callExport([...command, "--force"])).code).toBe(0)
    expect(readFileSync(file, "utf8")).toBe(whole)
    rmSync(file)
    writeFileSync(`${file}.part`, whole.slice(0, -1))
    const { code, err } = await callExport(command)
    expect([code, err]).toEqual([4, expect.stringMatching(/--resume continues it, --force starts over\n$/)])
    expect(readFileSync(`${file}.part`, "utf8")).toBe(whole.slice(0, -1))
    writeFileSync(file, "old")
    const both = await callExport([...command, "--resume", "--force"])
    expect([both.code, both.err]).toEqual([0, expect.stringContaining("continuing after")])
    expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual([whole, ["rows.csv"]])
  })

  it("starts over with --force, and with --resume if there is nothing to resume", async () => {
    const file = path.join(folder, "rows.csv")
    const whole = await served("calibration", "format=csv")
    writeFileSync(`${file}.part`, "rubbish, of any length ".repeat(1_000))
    expect((await callExport(["calibration", "--output", file, "--force", ...local()])).code).toBe(0)
    expect(readFileSync(file, "utf8")).toBe(whole)
    const again = path.join(folder, "again.csv")
    expect((await callExport(["calibration", "--output", again, "--resume", ...local()])).code).toBe(0)
    expect(readFileSync(again, "utf8")).toBe(whole)
  })

  it("does not resume a partial file of another export", async () => {
    const file = path.join(folder, "rows.ndjson")
    const other = await served("calibration", "format=ndjson")
    writeFileSync(`${file}.part`, other)
    const { code, err } = await callExport(["predictions", "--output", file, "--resume", ...local()])
    expect([code, err]).toEqual([2, expect.stringContaining("is not a part of this export as ndjson")])
    expect(readFileSync(`${file}.part`, "utf8")).toBe(other)
    for (const [format, text] of [["ndjson", "[1]"], ["json", "{}"], ["csv", "id;name"]]) {
      const mine = path.join(folder, `mine.${format}`)
      writeFileSync(`${mine}.part`, text!)
      const refused = await callExport(["predictions", "--output", mine, "--resume", ...local()])
      expect([text, refused.code, readFileSync(`${mine}.part`, "utf8")]).toEqual([text, 2, text])
    }
    // Rows of another database.
    const strange = (await served("predictions", "format=ndjson")).replaceAll(
      /"id":"[^"]+"/g,
      "\"id\":\"01900000-0000-7000-8000-000000000000\""
    )
    writeFileSync(`${file}.part`, strange)
    const unknown = await callExport(["predictions", "--output", file, "--resume", ...local()])
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("cursor is not the id of a row")])
  })

  it("shows its progress on a terminal, and clears the line at the end", async () => {
    const file = path.join(folder, "rows.csv")
    const { err } = await callExport(["predictions", "--output", file, ...local()], true)
    const [, rows] = /\rpredictions {2}(\d+) rows {2}[\d,]+ rows\/s {2}[\d.]+ MB/.exec(err) ?? []
    expect(Number(rows)).toBeGreaterThan(0)
    expect(err.endsWith(`\r\u001b[K16 rows in ${file}\n`)).toBe(true)
    expect(readFileSync(file, "utf8")).toBe(await served("predictions", "format=csv"))
  })

  describe("through a server that breaks the connection", () => {
    let proxy: http.Server
    let bytesMax = Infinity
    let refusals = 0
    beforeAll(async () => {
      proxy = http.createServer((request, response) => {
        if (refusals-- > 0) {
          response.writeHead(429, { "retry-after": "0", "content-type": "application/json" })
          response.end(JSON.stringify({ error: "Too many.", code: "RATE_LIMITED" }))
          return
        }
        http.get(`${server.url}${request.url}`, (answer) => {
          response.writeHead(answer.statusCode!, answer.headers)
          let sent = 0
          answer.on("data", (chunk: Buffer) => {
            response.write(chunk.subarray(0, Math.max(0, bytesMax - sent)), () => {
              if (sent >= bytesMax) response.destroy()
            })
            sent += chunk.length
          })
          answer.on("end", () => sent < bytesMax && response.end())
        })
      })
      await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
    })
    afterAll(() => void proxy.close())
    const proxied = (): ReadonlyArray<
      string
    > => ["--server", `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`]

    it.each(exportFormats)("keeps the received part of %s, prints how to resume, and completes it", async (format) => {
      const file = path.join(folder, `rows.${format}`)
      const whole = await served("predictions", `format=${format}`)
      const command = ["predictions", "--output", file, ...proxied()]
      bytesMax = Math.floor(Buffer.byteLength(whole) * 0.4)
      const broken = await callExport(command)
      expect([broken.code, broken.err]).toEqual([5, expect.stringContaining("broke off in the middle")])
      expect(broken.err).toMatch(/\d+ rows are in .*\.part; the same command with --resume continues after them/)
      expect(existsSync(file)).toBe(false)
      const twice = await callExport([...command, "--resume"])
      expect([twice.code, twice.err]).toEqual([5, expect.stringMatching(/^continuing after \d+ rows/)])
      bytesMax = Infinity
      expect((await callExport([...command, "--resume"])).code).toBe(0)
      expect(readFileSync(file, "utf8")).toBe(whole)
    })

    it("always fails on standard output", async () => {
      bytesMax = 5_000
      const { code, out } = await callExport(["predictions", ...proxied()])
      expect([code, out.length <= 5_000]).toEqual([5, true])
    })

    it("waits as long as the server's Retry-After", async () => {
      bytesMax = Infinity
      refusals = 2
      const { code, err } = await callExport(["calibration", ...proxied()])
      expect([code, err]).toEqual([0, "the server asks to wait 0 s\nthe server asks to wait 0 s\n"])
    })
  })
})
