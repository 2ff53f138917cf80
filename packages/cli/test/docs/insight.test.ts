import { discoveryWeights, searchMatchesMax } from "@auspex/domain/insight"
import { searchLengthMax } from "@auspex/domain/questions"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { openQuestion } from "../people.ts"

const textOf = (file: string): string => readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), "utf8")
const page = textOf("integrating.md")
const section = page.slice(page.indexOf("\n## Insight"), page.indexOf("\n## Points"))
const decision = textOf("decisions/0024-insight.md")

describe("the documentation of insight", () => {
  it.each([["docs/integrating.md", section], ["decision 24", decision]])(
    "has the weights of the rule: %s",
    (_, text) => {
      const weights = [...text.matchAll(/^\| `([a-z_]+)` +\| ([\d.]+) +\|/gm)].map(([, term, weight]) => [
        term,
        Number(weight)
      ])
      expect(Object.fromEntries(weights)).toEqual(discoveryWeights)
    }
  )

  it("names the bounds of searches", () => {
    expect(section).toContain(`takes up to ${searchLengthMax} characters`)
    for (const text of [section, decision])
      expect(text).toContain(`best ${searchMatchesMax.toLocaleString("en")} matches`)
  })
})

onEmbeddedDatabase("the commands of insight in docs/integrating.md", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    await openQuestion(auspex, { question: "Will the sea level pass the mark?" })
  })
  afterAll(() => auspex.stop())

  it("have the answers on the page", async () => {
    const commands = [...section.matchAll(/^curl -sf .*$/gm)].map(([command]) => command)
    const answers: Array<Record<string, unknown>> = []
    for (const command of commands) {
      const { stdout } = await promisify(execFile)("sh", ["-c", command], { env: { ...process.env, BASE: auspex.url } })
      answers.push(JSON.parse(stdout))
    }
    expect(answers.map((answer) => Object.keys(answer))).toEqual([
      ["questions", "total", "next_cursor"],
      ["results", "total", "next_cursor", "total_is_capped"],
      ["highlights", "total", "next_cursor"],
      ["battle"],
      ["stats"]
    ])
    expect([answers[0]!["total"], answers[1]!["total"]]).toEqual([1, 1])
  })
})
