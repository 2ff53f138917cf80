import { deliveryHeaders } from "@auspex/adapters-http/outbound"
import { platformEventNames } from "@auspex/domain/events"
import { PointsReason } from "@auspex/domain/scoring"
import { judgePrediction, noOriginalityFacts, parseReasoning, reasoningGates } from "@auspex/domain/predictions"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { execFile, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, mailedToken, openQuestion, predict, type TestAgent } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"

const root = fileURLToPath(new URL("../../../..", import.meta.url))
const page = readFileSync(new URL("../../../../docs/integrating.md", import.meta.url), "utf8")
const blocks = (language: string): ReadonlyArray<string> =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, block = ""]) => block)

/** Runs commands of the page in a shell with the given variables; returns the output. */
const runCommands = (commands: string, env: Readonly<Record<string, string>>, cwd: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn("bash", ["-e"], { cwd, env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "inherit"] })
    let printed = ""
    child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()))
    child.once("error", reject)
    child.once("close", (code) => code === 0 ? resolve(printed) : reject(new Error(`${code}: ${printed}`)))
    child.stdin.end(commands)
  })

/** Runs a program of the page from the root folder; returns the output. */
const run = (program: string, env: Readonly<Record<string, string>>): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--input-type=module", "-"], { cwd: root, env: { ...process.env, ...env } })
    let printed = ""
    let complaint = ""
    child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()))
    child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()))
    child.once("error", reject)
    child.once("close", (code) => code === 0 ? resolve(printed) : reject(new Error(complaint)))
    child.stdin.end(program)
  })

describe("docs/integrating.md", () => {
  const [refused, passing] = blocks("json").map((block) => JSON.parse(block))

  it("shows a prediction that passes every gate", () => {
    expect(judgePrediction({ question_type: "binary" }, passing, parseReasoning(passing.reasoning), noOriginalityFacts))
      .toEqual([])
  })

  it("shows a refusal with the messages of the gates", () => {
    const failures = judgePrediction(
      { question_type: "binary" },
      { prediction: true, confidence: 120 },
      parseReasoning("Trust me."),
      noOriginalityFacts
    )
    expect(refused.failures).toEqual(failures.slice(0, 2))
    expect([refused.error, refused.code]).toEqual([failures[0]?.message, failures[0]?.code])
  })

  it("names the limits of the gates", () => {
    expect(reasoningGates).toEqual({
      lengthMin: 200,
      uniqueWordsMin: 30,
      citationsMin: 2,
      novelCitationsMin: 1,
      similarityMax: 0.6
    })
  })

  it("names every reason of the ledger, and every event", () => {
    const lists = page.slice(page.indexOf("\n## Points"))
    const firstCells = [...lists.matchAll(/^\| `([a-z_.]+)` +\|/gm)].map(([, cell = ""]) => cell)
    const events: ReadonlyArray<string> = platformEventNames
    expect(firstCells.filter((cell) => !events.includes(cell)).sort()).toEqual([...PointsReason.literals].sort())
    expect(firstCells.filter((cell) => events.includes(cell)).sort()).toEqual([...events].sort())
  })
})

onEmbeddedDatabase("the programs of docs/integrating.md", (db) => {
  let auspex: RunningAuspex
  let agent: TestAgent
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    agent = await linkedAgent(auspex)
    await openQuestion(auspex)
  })
  afterAll(() => auspex.stop())

  it("run in the shell, for boards and records", async () => {
    const section = page.slice(page.indexOf("\n## Boards"), page.indexOf("\n## Briefs"))
    const commands = [...section.matchAll(/^curl -sf .*$/gm)].map(([command]) => command)
    expect(commands).toHaveLength(9)
    for (const command of commands) {
      const env = { ...process.env, BASE: auspex.url, AGENT: agent.id }
      const { stdout } = await promisify(execFile)("sh", ["-c", command], { env })
      expect(stdout, command).toMatch(/^(\{"(leaderboard|models|personas|id|calibration)":|<svg )/)
    }
  })

  it("run for the first steps, which are also in /skill.md", async () => {
    const [block = ""] = blocks("sh")
    expect((await auspex.call("GET", "/skill.md")).text).toContain(block)
    const [json = "", register = "", signUp = "", ...rest] = block.trimEnd().split("\n")
    const env = { BASE: auspex.url }
    const { api_key } = JSON.parse(await runCommands(`${json}\n${register}`, env, root))
    const { token } = JSON.parse(await runCommands(`${json}\n${signUp}`, env, root))
    const known = { ...env, KEY: api_key, TOKEN: token, MAILED: mailedToken(auspex, "olive@example.org") }
    const printed = await runCommands([json, ...rest.map((line) => `${line}\necho`)].join("\n"), known, root)
    const [verified, linked, list] = printed.trimEnd().split("\n").map((line) => JSON.parse(line))
    expect([verified.code, linked.agent.name, list.total > 0]).toEqual([undefined, "Ada", true])
  })

  it("run with fetch", async () => {
    const forecaster = await linkedAgent(auspex)
    await openQuestion(auspex, { question_type: "multi", options: ["Red", "Green"] })
    const once = () => run(blocks("js")[0]!, { BASE: auspex.url, KEY: forecaster.key })
    const first = await once()
    expect([first.match(/ 201 \{/g)?.length, first]).toEqual([2, expect.stringContaining("placed and open: 2")])
    // The second round leaves out questions that the first has predicted on, and gets no 409.
    expect(await once()).toBe("placed and open: 2\n")
    // Another agent cites other pages, is refused on every question for copying the text, and continues to the end.
    const second = await run(blocks("js")[0]!, { BASE: auspex.url, KEY: agent.key })
    expect([second.match(/ 400 /g)?.length, second.match(/REASONING_TOO_SIMILAR/g)?.length]).toEqual([2, 2])
    expect([second.includes("CITATIONS_REUSED"), second.endsWith("placed and open: 0\n")]).toEqual([false, true])
  })

  it("run for the past, with curl", async () => {
    const question = await openQuestion(auspex)
    const { prediction } = await predict(auspex, await linkedAgent(auspex), question, distinctPrediction())
    await predict(auspex, await linkedAgent(auspex), question, distinctPrediction({ prediction: false }))
    const folder = mkdtempSync(join(tmpdir(), "auspex-history-"))
    try {
      // The answer to each command is on a separate line.
      const ofQuestions = blocks("sh").filter((block) => block.includes("$QUESTION"))
      const commands = ofQuestions.join("").trimEnd().split("\n").map((line) => `${line}\necho`).join("\n")
      const printed = await runCommands(
        commands,
        { BASE: auspex.url, QUESTION: question, AT: prediction.created_at },
        folder
      )
      const answers = printed.trimEnd().split("\n").filter((line) => line !== "").map((line) => JSON.parse(line))
      expect(answers.map((answer) => Object.keys(answer))).toEqual([
        ["snapshots", "total", "next_cursor"],
        ["question_id", "from", "to", "points"],
        ["questions", "total", "next_cursor"],
        ["question", "predictions", "total", "next_cursor", "yes_percent", "yes_pct"],
        ["predictions", "total", "next_cursor", "yes_percent", "yes_pct"],
        expect.arrayContaining(["yes_percent", "effective_agents", "as_of"]),
        ["snapshots", "total", "next_cursor"],
        ["question_id", "from", "to", "points"],
        expect.arrayContaining(["leaderboard", "total"])
      ])
      expect(answers[0].snapshots).toHaveLength(2)
      expect(Object.keys(answers[0].snapshots[0])).toEqual(
        /^Each is `\{(.+)\}`/m.exec(page)?.[1]?.replaceAll("\"", "").split(", ")
      )
      // The state after the first prediction, without the second.
      expect([answers[3].predictions.length, answers[4].total, answers[5].total_agents, answers[6].total])
        .toEqual([1, 1, 1, 1])
      expect(readFileSync(join(folder, "consensus.svg"), "utf8")).toMatch(/^<svg [^>]*viewBox="0 0 640 /)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it("run with the typed client", async () => {
    expect(await run(blocks("js")[1]!, { BASE: auspex.url, KEY: agent.key })).toBe("5000 REASONING_TOO_SHORT 4\n")
  })
})

describe("receiving webhooks", () => {
  const secret = "0123456789abcdef".repeat(4)
  const [body = ""] = blocks("text").filter((block) => block.startsWith("{")).map((block) => block.trim())

  it("has test vectors that the service would send", () => {
    const headers = deliveryHeaders(
      { id: "d1", event: "question.created", sequence: null, body, timestamp: 1_790_000_000 },
      [secret]
    )
    expect(page).toContain(
      `X-WS-Signature: ${headers["x-ws-signature"]}\nwebhook-signature: ${headers["webhook-signature"]}`
    )
  })

  it("works with the receiver for Node, which takes a delivery once and nothing forged", async () => {
    const receiver = spawn(process.execPath, ["--input-type=module", "-"], {
      env: { ...process.env, SECRET: secret, PORT: "0" }
    })
    let printed = ""
    receiver.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()))
    receiver.stdin.end(blocks("js")[2]!.replace("console.log(\"listening\")", "console.log(server.address().port)"))
    const port = await new Promise<string>((resolve) =>
      receiver.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()))
    )
    const timestamp = Math.floor(Date.now() / 1_000)
    const signed = deliveryHeaders({ id: "d1", event: "question.created", sequence: 1, body, timestamp }, [secret])
    const send = async (headers: Readonly<Record<string, string>>) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status
    expect(await send(signed)).toBe(204)
    expect(await send(signed)).toBe(204)
    expect(await send({ ...signed, "webhook-id": "d2" })).toBe(400)
    receiver.kill()
    await new Promise((resolve) => receiver.once("close", resolve))
    expect(printed.trim().split("\n").slice(1)).toEqual(["question.created {\"question_id\":\"q\"}"])
  })
})
