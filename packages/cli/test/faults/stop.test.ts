import { isThorough, onServerDatabase } from "@auspex/testkit/databases"
import { execSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { adminKeyWeakness } from "../../src/composition/KeyStrength.ts"
import { eventually, within } from "../raw.ts"
import { type Home, homes, runToEnd, startProcess } from "./auspexProcess.ts"
import { castOn } from "./load.ts"
import { distinctPrediction } from "../races/citing.ts"

/** Eight clients at 20 requests a second each: enough that some are under way at any moment. */
const clientMillis = 50
const paceOf = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

// The stop is the same on both databases; kill.test.ts ends servers of both under load.
const kinds = isThorough ? ["embedded", "server"] as const : ["server"] as const

describe.each(kinds)("a server that is stopped under load (%s database)", (kind) => {
  let home: Home
  beforeAll(async () => {
    home = await homes[kind]()
  })
  afterAll(() => home.remove())

  it("answers all requests until it stops listening, and exits with 0", async () => {
    const auspex = await home.start({ AUSPEX_STOP_DELAY_SECONDS: "1" })
    const { agents, questions } = await castOn(auspex, 8, 12)
    let stopSent = false
    const answers: Array<{ readonly beganInTime: boolean; readonly status: number }> = []
    const failures: Array<string> = []
    const clients = agents.map(async ({ key }, client) => {
      for (let turn = 0;; turn++) {
        const beganInTime = !stopSent
        const write = turn % 2 === 0 && questions[turn / 2] !== undefined
        const target = write
          ? `/api/questions/${questions[turn / 2]}/predict`
          : `/api/questions?limit=${1 + (turn + client) % 50}`
        try {
          const answer = await auspex.call(
            write ? "POST" : "GET",
            target,
            write ? { as: key, body: distinctPrediction() } : { as: key }
          )
          answers.push({ beganInTime, status: answer.status })
          await paceOf(clientMillis)
        } catch (error) {
          failures.push((error as { readonly cause?: { readonly code?: string } }).cause?.code ?? String(error))
          return
        }
      }
    })
    await eventually("some answers", () => answers.length >= 60)
    stopSent = true
    auspex.signal("SIGTERM")
    await eventually("not ready", async () => (await auspex.call("GET", "/health/ready")).status === 503)
    expect((await auspex.call("GET", "/health")).status).toBe(200)
    const { code, stderr } = await within("the end", 100_000, auspex.ended)
    await Promise.all(clients)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    // No client lost an answer: each was answered until it could no longer connect.
    expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
    expect(answers.filter(({ beganInTime }) => !beganInTime).length).toBeGreaterThan(agents.length)
    expect(failures).toEqual(agents.map(() => "ECONNREFUSED"))
    expect(await home.violations()).toEqual([])
  })
})

describe("a failing start", () => {
  let dataDir: string
  beforeAll(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), "auspex-fault-"))
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it("reports that the database server is unreachable", async () => {
    const port = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, "127.0.0.1", () => {
        const { port } = probe.address() as { readonly port: number }
        probe.close(() => resolve(port))
      })
    })
    const ending = await runToEnd([
      "--data-dir",
      dataDir,
      "--database-url",
      `postgres://auspex:secret-word@127.0.0.1:${port}/auspex`
    ])
    expect(ending.code).toBe(5)
    expect(ending.stderr).toMatch(/^auspex: .*database/i)
    expect(ending.stderr).toContain("ECONNREFUSED")
    expect(ending.stderr).not.toContain("secret-word")
    expect(ending.stderr.split("\n").length).toBeLessThan(5)
  })

  // That the lock of a killed process does not count is shown by kill.test.ts.
  it("reports which process has locked the data directory, and does not change it", async () => {
    const holder = await startProcess(["--data-dir", dataDir])
    const second = await runToEnd(["--data-dir", dataDir])
    expect(second.code).toBe(5)
    expect(second.stderr).toContain(`process ${holder.pid}`)
    expect(second.stderr).toContain(holder.url)
    expect((await holder.call("GET", "/health")).status).toBe(200)
    holder.signal("SIGTERM")
    expect((await holder.ended).code).toBe(0)
  })
})

// On a server, which opens in a third of the time of an embedded database.
onServerDatabase("a failing start", (db) => {
  let dataDir: string
  beforeAll(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), "auspex-fault-"))
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it("is caused by an easily guessed admin key on a public address, and prints how to create a good one", async () => {
    const key = { AUSPEX_ADMIN_KEY: "my-secret-admin-key-2026" }
    const ending = await runToEnd(["--data-dir", dataDir, "--database-url", db.url(), "--host", "0.0.0.0"], key)
    expect([ending.code, ending.stderr]).toEqual([
      2,
      expect.stringMatching(/^auspex: AUSPEX_ADMIN_KEY: is easily guessed/)
    ])
    expect(ending.stderr).not.toContain(key.AUSPEX_ADMIN_KEY)
    const command = /; (node -p .+) makes a good one/.exec(ending.stderr)?.[1] ?? ""
    const made = execSync(command, { encoding: "utf8" }).trim()
    expect(adminKeyWeakness(made)).toBe(undefined)
    // On a loopback address it only warns.
    const local = await startProcess(["--data-dir", dataDir, "--database-url", db.url()], {
      ...key,
      AUSPEX_LOG_LEVEL: "warning"
    })
    const listed = await fetch(`${local.url}/api/admin/keys`, { headers: { "x-admin-key": key.AUSPEX_ADMIN_KEY } })
    expect(listed.status).toBe(200)
    local.signal("SIGTERM")
    const { code, stderr } = await local.ended
    expect([code, stderr]).toEqual([0, expect.stringContaining("AUSPEX_ADMIN_KEY is easily guessed")])
  })

  it("reports that the port is in use", async () => {
    const blocker = createServer()
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, "127.0.0.1", () => resolve((blocker.address() as { readonly port: number }).port))
    })
    const ending = await runToEnd(["--data-dir", dataDir, "--database-url", db.url(), "--port", String(port)])
    blocker.close()
    expect(ending.code).toBe(5)
    expect(ending.stderr).toMatch(new RegExp(`^auspex: .*${port}`))
    expect(ending.stderr.split("\n").length).toBeLessThan(5)
  })
})
