import { platformEventNames } from "@auspex/domain/webhooks"
import { PointsReason } from "@auspex/domain/accounts"
import { judgePrediction, noOriginalityFacts, parseReasoning, reasoningGates } from "@auspex/domain/predictions"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, type TestAgent } from "../people.ts"

const root = fileURLToPath(new URL("../../../..", import.meta.url))
const page = readFileSync(new URL("../../../../docs/integrating.md", import.meta.url), "utf8")
const blocks = (language: string): ReadonlyArray<string> =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, block = ""]) => block)

/** Runs a program of the page as its reader would, from the root; what it prints. */
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

describe("what docs/integrating.md says", () => {
  const [refused, passing] = blocks("json").map((block) => JSON.parse(block))

  it("shows a prediction that passes every gate", () => {
    expect(judgePrediction({ question_type: "binary" }, passing, parseReasoning(passing.reasoning), noOriginalityFacts))
      .toEqual([])
  })

  it("shows a refusal as the gates word it", () => {
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

  it("names only reasons and events that there are", () => {
    const firstCells = [...page.matchAll(/^\| `([a-z_.]+)` +\|/gm)].map(([, cell = ""]) => cell)
    const events: ReadonlyArray<string> = platformEventNames
    const reasons: ReadonlyArray<string> = PointsReason.literals
    expect(firstCells.length).toBeGreaterThan(15)
    expect(firstCells.filter((cell) => !events.includes(cell) && !reasons.includes(cell))).toEqual([])
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

  it("with fetch", async () => {
    const printed = await run(blocks("js")[0]!, { BASE: auspex.url, KEY: agent.key })
    expect(printed).toMatch(/ 400 \[\s*'REASONING_TOO_SHORT'/)
  })

  it("with the typed client", async () => {
    expect(await run(blocks("js")[1]!, { BASE: auspex.url, KEY: agent.key })).toBe("5000 REASONING_TOO_SHORT 4\n")
  })
})
