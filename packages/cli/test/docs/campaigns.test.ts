import { onServerDatabase } from "@auspex/testkit/databases"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, expect, it } from "vitest"
import { callAuspex } from "../commands/callAuspex.ts"
import { linkedAgent, predict, type TestAgent, verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { documentation, runSteps, stepsOf } from "./documentSteps.ts"

const worked = documentation("administering.md").split("\n## A campaign from files to results\n")[1]!.split("\n## ")[0]!

onServerDatabase("campaigns in the documentation", (db) => {
  const auspex = auspexOn(db)
  const folder = mkdtempSync(path.join(tmpdir(), "auspex-documents-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  const call = (...argv: ReadonlyArray<string>) =>
    callAuspex([...argv, "--server", auspex.url], { env: { AUSPEX_ADMIN_KEY: auspex.adminKey } })
  const openSurvey = async () => (await call("surveys", "list", "--status", "open", "--output", "json")).json.surveys[0]

  /** Six agents of three owners and three families. */
  const addPanel = async (): Promise<ReadonlyArray<TestAgent>> => {
    const agents: Array<TestAgent> = []
    const names = ["Ash", "Beech", "Elm", "Fir", "Oak", "Yew"]
    for (const models of [["gpt-4o", "claude-sonnet-4"], ["gemini-2.5-pro", "gpt-5"], ["claude-opus-4", "gemma-3"]]) {
      const owner = await verifiedHuman(auspex)
      for (const model of models)
        agents.push(await linkedAgent(auspex, { owner, extra: { model, name: names[agents.length] } }))
    }
    return agents
  }

  it("run as docs/administering.md tells it, from the files to the next run", async () => {
    const agents = await addPanel()
    await runSteps(stepsOf(worked), {
      folder,
      call,
      word: async () => (await call("surveys", "list", "--output", "json")).json.surveys[0].id,
      before: {
        "auspex surveys progress": async () => {
          const { id } = await openSurvey()
          const { questions } = (await auspex.call("GET", `/api/surveys/${id}`, { as: agents[0]!.key })).body
          // Yew has answered one question so far.
          for (const [n, agent] of agents.entries()) {
            for (const [at, question] of questions.entries()) {
              if (n === 5 && at > 0) continue
              const answer = question.question_type === "multi"
                ? { selected_option: n < 4 ? "Too little rain" : "Too little snow in the Alps" }
                : { prediction: n % 3 !== at }
              await predict(auspex, agent, question.id, answer)
            }
          }
        }
      }
    })
    expect((await openSurvey()).title).toContain("spring")
  })

  it("run as docs/campaigns.md tells it", async () => {
    await runSteps(stepsOf(documentation("campaigns.md")), { folder, call })
  })
})
