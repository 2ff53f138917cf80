import { onServerDatabase } from "@auspex/testkit/databases"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { callAuspex } from "../commands/callAuspex.ts"
import { goodPrediction, linkedAgent, predict, type TestAgent, verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"

const families = ["gpt", "claude", "gemini", "llama", "mistral"]
const models = ["gpt-4o", "claude-sonnet-4", "gemini-2.5-pro", "llama-3.1-70b", "mistral-large"]
const owners = 12
const options = ["Red", "Green", "Blue"]

/** Of the twelve agents of each family, in the order above, how many say yes; null does not answer. */
const yesCounts: ReadonlyArray<ReadonlyArray<number | null>> = [
  [12, 12, 12, 12, 12],
  [0, 0, 0, 0, 0],
  [6, 6, 6, 6, 6],
  [12, 12, 12, 0, 0],
  [9, 9, 9, 9, 9],
  [3, 3, 3, 3, 3],
  [12, 9, 6, 3, 0],
  [10, 10, 10, 10, 10],
  [1, 1, 1, 1, 1],
  [7, 7, 7, 7, 7],
  [12, 0, null, null, null]
]
/** On the question with options, how many agents of each family choose each option. */
const optionCounts = [[12, 0, 0], [12, 0, 0], [0, 12, 0], [6, 6, 0], [0, 0, 12]]
const multi = yesCounts.length
const keys = Array.from({ length: multi + 1 }, (_, n) => `gauge-${n + 1}`)

/** The answers of one agent: its predictions by the number of the question. Yes is stated at 60, no at 80. */
const answersOf = (owner: number, family: number): ReadonlyArray<readonly [question: number, answer: object]> => {
  const binary = yesCounts.flatMap((counts, question) => {
    const yes = counts[family]
    if (yes === null || yes === undefined) return []
    const prediction = owner < yes
    return [[question, { prediction, confidence: prediction ? 60 : 80 }] as const]
  })
  const [red, green] = optionCounts[family] as [number, number, number]
  const option = owner < red ? 0 : owner < red + green ? 1 : 2
  return [...binary, [multi, { selected_option: options[option], confidence: 70 }]]
}

const year = new Date().getUTCFullYear() + 1
const questionsFile = `questions:\n${
  keys.map((key, n) =>
    `  - key: ${key}
    status: approved
    question: Will gauge number ${n + 1} of the river be the lowest of the year on 30 September ${year}?
    category: industry
    timeframe: short
    resolution_source: The waterways administration
    resolution_date: ${year}-09-30
${n === multi ? `    question_type: multi\n    options: [${options.join(", ")}]\n` : ""}`
  ).join("")
}`
const surveysFile = (status: string): string =>
  `surveys:
  - key: gauges
    title: Twelve gauges
    tags: [rivers]
    status: ${status}
    questions: [${keys.join(", ")}]
    agents: { families: [${families.join(", ")}], trust: [verified] }
`

onServerDatabase("a campaign of twelve questions and sixty agents, through a server", (db) => {
  const auspex = auspexOn(db)
  const folder = mkdtempSync(path.join(tmpdir(), "auspex-campaign-"))
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  const call = (...argv: ReadonlyArray<string>) =>
    callAuspex([...argv, "--server", auspex.url], { env: { AUSPEX_ADMIN_KEY: auspex.adminKey } })
  const files = (status: string) => [file("questions.yaml", questionsFile), file("surveys.yaml", surveysFile(status))]
  /** By owner, then by family. */
  const agents: Array<ReadonlyArray<TestAgent>> = []
  let survey = ""

  beforeAll(async () => {
    const people = await Promise.all(Array.from({ length: owners }, () => verifiedHuman(auspex)))
    for (const owner of people)
      agents.push(await Promise.all(models.map((model) => linkedAgent(auspex, { owner, extra: { model } }))))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it("is planned, applied, and applied again without a change", async () => {
    const plan = await call("plan", ...files("open"))
    expect([plan.code, plan.err]).toEqual([7, "13 to create, 0 unchanged\n"])
    expect(plan.out).toContain("    + 60 agents:")
    const applied = await call("apply", ...files("open"), "--yes")
    expect([applied.code, applied.err]).toEqual([0, "13 created, 0 unchanged\n"])
    for (const again of [["plan"], ["apply", "--yes"]] as const) {
      const [verb, ...flags] = again
      const { code, err, out } = await call(verb, ...files("open"), ...flags)
      expect([code, out, err]).toEqual([0, "", "13 unchanged\n"])
    }
    survey = (await call("surveys", "list", "--output", "json")).json.surveys[0].id
  })

  it("is answered by its panel", async () => {
    const found = await auspex.call("GET", "/api/surveys/mine", { as: agents[0]![0]!.key })
    expect(found.body.surveys).toMatchObject([{ id: survey, title: "Twelve gauges", question_count: 12 }])
    const { questions } = (await auspex.call("GET", `/api/surveys/${survey}`, { as: agents[0]![0]!.key })).body
    // The agents of one owner at a time, each starting with another question, so that few placements wait for each
    // other.
    for (const [owner, ofOwner] of agents.entries()) {
      await Promise.all(ofOwner.map(async (agent, family) => {
        const answers = answersOf(owner, family)
        for (const [question, answer] of [...answers.slice(family * 2), ...answers.slice(0, family * 2)])
          await predict(auspex, agent, questions[question].id, answer)
      }))
    }
    const { progress, total } = (await call("surveys", "progress", survey, "--output", "json", "--all")).json
    expect(total).toBe(60)
    const complete = progress.filter((row: { answered: number; total: number }) => row.answered === row.total)
    expect(complete.length).toBe(24)
  })

  it("is closed from its file, and has the results that its answers give", async () => {
    const closed = await call("apply", ...files("closed"), "--yes")
    expect([closed.code, closed.err]).toEqual([0, "1 changed, 12 unchanged\n"])
    const { json: results } = await call("surveys", "results", survey, "--output", "json")
    // Of 60 agents, the 24 of the first two families answered the last binary question too. Wilson, by hand.
    expect(results).toMatchObject({
      total_agents: 60,
      assigned_agents: 60,
      completed_agents: 24,
      completed_rate: 40,
      completed_interval: { low: 28.57, high: 52.63 }
    })
    expect(results.provisional).toBeUndefined()
    const column = (field: string) => results.questions.map((row: Record<string, unknown>) => row[field])
    expect(column("prediction_count")).toEqual([60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 24, 60])
    expect(column("yes_percent")).toEqual([100, 0, 50, 60, 75, 25, 50, 83.33, 8.33, 58.33, 50, 50])
    expect(column("lead_percent")).toEqual([100, 100, 0, 20, 50, 50, 0, 66.67, 83.33, 16.67, 0, 20])
    expect(column("avg_confidence")).toEqual([60, 80, 70, 68, 65, 75, 70, 63.33, 78.33, 68.33, 70, 70])
    expect(column("family_range")).toEqual([0, 0, 0, 100, 0, 0, 100, 0, 0, 0, 100, 100])
    expect(results.questions[multi].leading_option).toBe("Red")
    const { analytics } = results
    // 306 yes at 60 and 294 no at 80 on the first ten, 12 of each on the eleventh, 60 answers at 70 on the last.
    expect([analytics.total_predictions, analytics.avg_confidence]).toEqual([684, 69.82])
    const numbers = (rows: ReadonlyArray<{ readonly question_id: string }>) =>
      rows.map(({ question_id }) => column("question_id").indexOf(question_id))
    expect(numbers(analytics.most_contested)).toEqual([2, 6, 10, 9, 3])
    expect(numbers(analytics.highest_consensus)).toEqual([0, 1, 8, 7, 4])
    expect(numbers(analytics.split_alerts).sort((a, b) => a - b)).toEqual([3, 6, 10, 11])
    const shares = analytics.model_agreement.map((row: Record<string, unknown>) => [
      row["model_family"],
      row["total_predictions"],
      row["avg_yes_percent"]
    ])
    // Of gpt: 72 yes on the first ten, 12 on the eleventh, 12 for Red; 96 of 144.
    expect(new Set(shares)).toEqual(
      new Set([
        ["gpt", 144, 66.67],
        ["claude", 144, 56.25],
        ["gemini", 132, 50],
        ["llama", 132, 43.18],
        ["mistral", 132, 36.36]
      ])
    )
    expect(analytics.panel).toMatchObject({ agents: 60, owners: 12 })
    expect(new Set(analytics.panel.families)).toEqual(
      new Set(families.map((model_family) => ({ model_family, agents: 12, percent: 20 })))
    )
    const asAgent = await auspex.call("GET", `/api/surveys/${survey}/results`, { as: agents[3]![2]!.key })
    expect(asAgent.body).toEqual(results)
    const late = await auspex.call("POST", `/api/questions/${column("question_id")[10]}/predict`, {
      as: agents[0]![4]!.key,
      body: goodPrediction()
    })
    expect([late.status, late.body.code]).toEqual([400, "SURVEY_CLOSED"])
  })

  it("is pulled as the files that were applied", async () => {
    const pulled = await call("pull", "gauges", "--output", "json")
    expect(pulled.json.surveys).toMatchObject([{
      key: "gauges",
      title: "Twelve gauges",
      tags: ["rivers"],
      status: "closed",
      questions: keys,
      agents: { families, trust: ["verified"] }
    }])
    expect(pulled.json.questions.map((question: { key: string }) => question.key)).toEqual([...keys].sort())
    const planned = await call("plan", file("pulled.yaml", (await call("pull", "gauges")).out))
    expect([planned.code, planned.err]).toEqual([0, "13 unchanged\n"])
  })
})
