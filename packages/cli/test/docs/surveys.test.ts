import {
  assignedAtOnceMax,
  surveyMoves,
  surveyQuestionsMax,
  targetWidthMax,
  targetWidthMin
} from "@auspex/domain/surveys"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { describe, expect, it } from "vitest"
import { onServerAndDatabase } from "../commands/onServerAndDatabase.ts"
import { linkedAgent } from "../people.ts"
import { approvedQuestion, surveyIn } from "../surveys/surveying.ts"
import { documentation, runSteps, stepsOf } from "./documentSteps.ts"

const section = /\n## Surveys\n[\s\S]*?(?=\n## )/.exec(documentation("administering.md"))![0]
const decision = documentation("decisions/0051-surveys.md")

describe("the decision on surveys", () => {
  it("has the transitions of the table", () => {
    const statuses = ["draft", "open", "closed", "archived"]
    const table = decision.slice(0, decision.indexOf("## Questions"))
    const rows = [...table.matchAll(/^\| (edit|target|link|assign|open|close|archive|delete)\b[^|]*\|([^\n]+)\|$/gm)]
    const documented = rows.flatMap(([, action, cells = ""]) =>
      cells.split("|").map((cell) => cell.trim()).flatMap((to, at) =>
        to === "-" ? [] : [`${statuses[at]} ${action} ${to.replaceAll(/[()`]/g, "")}`]
      )
    )
    const expected = surveyMoves.filter(({ action }) => !["create", "unlink", "unassign"].includes(action))
      .map(({ action, fires, from, to }) => [from, action, to, fires].filter((part) => part !== undefined).join(" "))
    expect(documented.sort()).toEqual([...expected].sort())
  })

  it("has the limits", () => {
    expect([surveyQuestionsMax, assignedAtOnceMax]).toEqual([500, 5_000])
    expect([targetWidthMin, targetWidthMax]).toEqual([1, 99])
    expect(decision).toContain("From 1 to 99 points")
    expect(decision).toContain("500 at most to one survey")
    expect(section).toContain("up to 5,000 agents")
  })
})

onServerAndDatabase("the commands of surveys in docs/administering.md", (auspex, call) => {
  it("run in their order", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "auspex-surveys-"))
    const steps = stepsOf(section)
    expect(steps.length).toBeGreaterThan(8)
    let id = ""
    const words: Readonly<Record<string, () => Promise<string>>> = {
      "<question>": () => approvedQuestion(auspex),
      "<later>": () => surveyIn(auspex, "open"),
      "<id>": async () => id
    }
    await runSteps(steps, {
      folder,
      files: {
        "questions.txt": `# ids\n${await approvedQuestion(auspex)}\n`,
        "agents.txt": `# ids\n${(await linkedAgent(auspex)).id}\n`
      },
      word: (named) => words[named]!(),
      call: async (...argv) => {
        const isFinal = ["open", "close", "archive"].includes(argv[1]!)
        const format = argv.includes("--output") ? [] : ["--output", "json"]
        const answer = await call(...argv, ...(isFinal ? ["--yes"] : []), ...format)
        if (argv[1] === "create") id = answer.json.survey.id
        return answer
      }
    })
    rmSync(folder, { recursive: true })
  })
})
