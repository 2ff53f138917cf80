import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { startModelServer } from "@auspex/testkit/models"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openQuestion, registerAgent } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { callAuspex } from "./callAuspex.ts"

const full = "standard output cannot be written: the disk is full (ENOSPC)"

const year = new Date().getUTCFullYear() + 1
const campaign = `questions:
  - key: gauge
    status: approved
    question: Will the gauge at Norburg fall below 40 cm before October ${year}?
    category: industry
    timeframe: short
    resolution_source: The waterways administration
    resolution_date: ${year}-09-30
surveys:
  - key: rivers
    title: Rivers
    status: open
    questions: [gauge]
`

onEmbeddedDatabase("a command whose output cannot be written", (db) => {
  const auspex = auspexOn(db)
  let folder: string
  let agentId: string
  const file = (name: string) => path.join(folder, name)
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "auspex-unwritten-"))
    const agent = await registerAgent(auspex)
    agentId = agent.id
    await openQuestion(auspex)
    writeFileSync(file("campaign.yaml"), campaign)
    writeFileSync(file("more.yaml"), campaign.replaceAll("gauge", "weir").replaceAll("ivers", "anals"))
    writeFileSync(file("key"), agent.key)
    writeFileSync(file("secret"), "0123456789abcdef".repeat(4))
    writeFileSync(file("body.json"), "{\"event\":\"question.created\"}")
    await callAuspex(["apply", file("campaign.yaml"), "--yes", "--server", auspex.url], administering())
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const administering = () => ({ env: { AUSPEX_ADMIN_KEY: auspex.adminKey } })

  const onServer: ReadonlyArray<ReadonlyArray<string>> = [
    ["questions", "list"],
    ["questions", "list", "--output", "json"],
    ["questions", "list", "--output", "ndjson"],
    ["accounts", "list"],
    ["agents", "show", "AGENT"],
    ["leaderboard"],
    ["surveys", "list"],
    ["pull", "rivers"],
    ["pull", "rivers", "--output", "json"],
    ["plan", "more.yaml"],
    ["apply", "more.yaml", "--dry-run"],
    ["admin-keys", "list"],
    ["admin-keys", "make", "Lost"],
    ["personas", "archetypes"],
    ["personas", "archetypes", "superforecaster_fox"],
    ["export", "predictions"],
    ["export", "predictions", "--format", "json"],
    ["status"]
  ]
  const alone: ReadonlyArray<ReadonlyArray<string>> = [
    ["--help"],
    ["--version"],
    ["help", "questions"],
    ["questions", "list", "--help"],
    ["explain"],
    ["explain", "REASONING_TOO_SHORT"],
    ["explain", "--output", "json"],
    ["check"],
    ["check", "--output", "json"],
    ["doctor", "--data-dir", "data"],
    ["migrate", "status", "--data-dir", "data"],
    ["sign", "body.json", "--secret-file", "secret"],
    ["verify", "body.json", "--secret-file", "secret"],
    ["bridge", "--install-systemd", "--key-file", "key"],
    ["completion", "bash"],
    ["reference"]
  ]
  const inFolder = (argv: ReadonlyArray<string>) =>
    argv.map((arg) => arg === "AGENT" ? agentId : /\.(yaml|json)$|^(secret|key|data)$/.test(arg) ? file(arg) : arg)

  const expectUnwritten = ({ code, err }: Awaited<ReturnType<typeof callAuspex>>, argv: ReadonlyArray<string>) => {
    const said = err.trim().split("\n").filter((line) => line.includes(full))
    expect([argv.join(" "), code, said.length, err]).toEqual([argv.join(" "), 74, 1, expect.stringContaining(full)])
    if (argv.includes("--output") && argv.includes("json"))
      expect(JSON.parse(said[0]!)).toEqual({ error: expect.stringContaining(full) as string })
  }

  it.each(onServer.map((argv) => [argv.join(" "), argv] as const))("auspex %s", async (_, argv) => {
    const target = ["--server", auspex.url]
    expectUnwritten(
      await callAuspex([...inFolder(argv), ...target], { ...administering(), outputFails: "ENOSPC" }),
      argv
    )
  })

  it.each(alone.map((argv) => [argv.join(" "), argv] as const))("auspex %s", async (_, argv) => {
    expectUnwritten(await callAuspex(inFolder(argv), { stdin: "some words", outputFails: "ENOSPC" }), argv)
  })

  it("ends a watch, instead of watching for nobody", async () => {
    const [survey] = (await auspex.call("GET", "/api/admin/surveys", { as: auspex.adminKey })).body.surveys
    for (const output of ["table", "json"]) {
      const argv = ["surveys", "progress", survey.id, "--watch", "--output", output]
      expectUnwritten(
        await callAuspex([...argv, "--server", auspex.url], { ...administering(), outputFails: "ENOSPC" }),
        argv
      )
    }
  })

  it("ends a receiver of deliveries with the first that it cannot show", async () => {
    let called: Promise<unknown> = Promise.resolve()
    const ended = await callAuspex(["listen", "--port", "0"], {
      outputFails: "ENOSPC",
      onError: (text) => {
        const url = /http:\S+(?=;)/.exec(text)?.[0]
        if (url !== undefined) called = fetch(url, { method: "POST", body: "{}" })
      }
    })
    await called
    expectUnwritten(ended, ["listen"])
  })

  it("ends a bridge", async () => {
    const models = await startModelServer({ protocol: "ollama" })
    try {
      const argv = ["bridge", "--server", auspex.url, "--key-file", file("key"), "--model-server", models.url]
      expectUnwritten(await callAuspex(argv, { outputFails: "ENOSPC" }), argv)
    } finally {
      await models.close()
    }
  })

  describe("because its reader has closed the pipe", () => {
    const closed = { outputFails: "EPIPE" }
    it("ends quietly with the code that it would have had", async () => {
      const reference = await callAuspex(["reference"], closed)
      const explained = await callAuspex(["explain", "--output", "ndjson"], closed)
      const check = await callAuspex(["check"], { ...closed, stdin: "some words" })
      expect([reference.code, reference.err, explained.code, explained.err, check.code]).toEqual([0, "", 0, "", 1])
    })

    it("fails if that was to show a secret that is shown only once", async () => {
      const { code, err } = await callAuspex(["admin-keys", "make", "Unseen", "--server", auspex.url], {
        ...administering(),
        ...closed
      })
      expect([code, err]).toEqual([74, expect.stringContaining("The key Unseen exists, but nobody has seen it")])
    })
  })
})
