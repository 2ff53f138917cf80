import {
  assignedAtOnceMax,
  surveyMoves,
  surveyQuestionsMax,
  targetWidthMax,
  targetWidthMin
} from "@auspex/domain/surveys"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { describe, expect, it } from "vitest"
import { onServerAndDatabase } from "../commands/onServerAndDatabase.ts"
import { linkedAgent } from "../people.ts"
import { approvedQuestion } from "../surveys/surveying.ts"

const textOf = (file: string): string => readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), "utf8")
const section = /\n## Surveys\n[\s\S]*?(?=\n## )/.exec(textOf("administering.md"))![0]
const decision = textOf("decisions/0051-surveys.md")

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
    const directory = mkdtempSync(path.join(tmpdir(), "auspex-surveys-"))
    const file = (name: string, ids: ReadonlyArray<string>): string => {
      writeFileSync(path.join(directory, name), `# ids\n${ids.join("\n")}\n`)
      return path.join(directory, name)
    }
    const files: Readonly<Record<string, string>> = {
      "questions.txt": file("questions.txt", [await approvedQuestion(auspex)]),
      "agents.txt": file("agents.txt", [(await linkedAgent(auspex)).id])
    }
    let id = ""
    const codes: Array<readonly [string, number]> = []
    for (const [, command = ""] of section.matchAll(/^auspex (surveys .*)$/gm)) {
      const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
      const args: Array<string> = []
      for (const word of words) {
        args.push(word === "<question>" ? await approvedQuestion(auspex) : word === "<id>" ? id : files[word] ?? word)
      }
      const isFinal = ["open", "close", "archive"].includes(words[1]!)
      const answer = await call(...args, ...(isFinal ? ["--yes"] : []), "--output", "json")
      if (words[1] === "create") id = answer.json.survey.id
      codes.push([command, answer.code])
    }
    rmSync(directory, { recursive: true })
    expect(codes.length).toBeGreaterThan(8)
    expect(codes.filter(([, code]) => code !== 0)).toEqual([])
  })
})
