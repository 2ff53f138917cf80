import { questionMoves } from "@auspex/domain/questions"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { settingEntries } from "../../src/composition/Settings.ts"
import { auspexOn } from "../servers.ts"

const pageOf = (name: string): string => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), "utf8")

/** The rows of the table whose header begins with these cells, without code formatting. */
const tableOf = (page: string, ...header: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const rows = page.split("\n").map((line) =>
    line.split("|").slice(1, -1).map((cell) => cell.trim().replaceAll("`", ""))
  )
  const from = rows.findIndex((cells) => header.every((cell, at) => cells[at] === cell))
  const length = rows.slice(from).findIndex((cells) => cells.length === 0)
  return rows.slice(from + 2, from + length)
}

describe("the settings in docs/operating.md", () => {
  it("are those of the program, with their flags, defaults and meanings", () => {
    const expected = Object.values(settingEntries).map(({ default: standard, flag, meaning, variable }) => [
      variable,
      flag ?? "",
      standard ?? "",
      meaning
    ])
    expect(tableOf(pageOf("operating.md"), "Variable", "Flag", "Default", "Meaning")).toEqual(expected)
  })
})

describe("the life of a question in docs/administering.md", () => {
  it("is the transition table of the rules", () => {
    const expected = questionMoves.map(({ action, by, fires, from, to }) => [
      from,
      action.replace("_", " "),
      to,
      by.join(", "),
      fires ?? ""
    ])
    expect(tableOf(pageOf("administering.md"), "From", "Act", "To", "By", "Event")).toEqual(expected)
  })
})

onEmbeddedDatabase("docs/operating.md on a running server", (db) => {
  const auspex = auspexOn(db)

  it("names every metric", async () => {
    const { text } = await auspex.call("GET", "/metrics")
    const help = new Map(
      [...text.matchAll(/^# HELP (\S+) (.+?)\.?$/gm)].map(([, name = "", what = ""]) => [name, what])
    )
    const served = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map((
      [, name = "", type = ""]
    ) => [name, type, help.get(name)])
    expect(served.length).toBeGreaterThan(10)
    expect(tableOf(pageOf("operating.md"), "Metric", "Type", "What")).toEqual(served)
  })

  it("names the paths of health", async () => {
    for (const path of ["/health", "/health/ready", "/metrics"]) {
      expect((await auspex.call("GET", path)).status).toBe(200)
      expect(pageOf("operating.md")).toContain(`\`${path}\``)
    }
  })
})
