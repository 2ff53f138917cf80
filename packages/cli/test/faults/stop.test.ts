import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../raw.ts"
import { type Home, homes, runToEnd, startProcess } from "./auspexProcess.ts"
import { castOn } from "./load.ts"
import { distinctPrediction } from "../races/citing.ts"

describe.each(["embedded", "server"] as const)("a server that is told to stop under load (%s database)", (kind) => {
  let home: Home
  beforeAll(async () => {
    home = await homes[kind]()
  })
  afterAll(() => home.remove())

  it("answers what it has begun, and ends with 0", { timeout: 120_000 }, async () => {
    const auspex = await home.start()
    const { agents, questions } = await castOn(auspex, 8, 12)
    const answers: Array<{ readonly began: number; readonly status: number | string }> = []
    const clients = agents.map(async ({ key }, client) => {
      for (let turn = 0;; turn++) {
        const began = performance.now()
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
          answers.push({ began, status: answer.status })
        } catch (error) {
          answers.push({ began, status: String((error as { cause?: unknown }).cause ?? error) })
          return
        }
      }
    })
    await eventually("some answers", () => answers.length >= 60)
    const told = performance.now()
    auspex.signal("SIGTERM")
    const { code } = await auspex.ended
    await Promise.all(clients)
    expect(code).toBe(0)
    expect(performance.now() - told).toBeLessThan(20_000)
    // What was sent before the signal has been answered, each with a success.
    expect(answers.filter(({ began, status }) => began < told && status !== 200 && status !== 201)).toEqual([])
    expect(await home.violations()).toEqual([])
  })
})

describe("a start that cannot be", () => {
  let dataDir: string
  beforeAll(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), "auspex-fault-"))
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it("says that the database server is not there", async () => {
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

  it("says who holds the data directory, and leaves it alone", { timeout: 60_000 }, async () => {
    const holder = await startProcess(["--data-dir", dataDir])
    const second = await runToEnd(["--data-dir", dataDir])
    expect(second.code).toBe(5)
    expect(second.stderr).toContain(`process ${holder.pid}`)
    expect(second.stderr).toContain(holder.url)
    expect((await holder.call("GET", "/health")).status).toBe(200)
    holder.signal("SIGKILL")
    await holder.ended
    // A lock left over by a killed process is no lock.
    const third = await startProcess(["--data-dir", dataDir])
    third.signal("SIGTERM")
    expect((await third.ended).code).toBe(0)
  })

  it("says that the port is taken", { timeout: 60_000 }, async () => {
    const blocker = createServer()
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, "127.0.0.1", () => resolve((blocker.address() as { readonly port: number }).port))
    })
    const ending = await runToEnd(["--data-dir", dataDir, "--port", String(port)])
    blocker.close()
    expect(ending.code).toBe(5)
    expect(ending.stderr).toMatch(new RegExp(`^auspex: .*${port}`))
    expect(ending.stderr.split("\n").length).toBeLessThan(5)
  })
})
