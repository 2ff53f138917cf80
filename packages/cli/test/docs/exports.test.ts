import {
  dataDictionary,
  exportContentTypes,
  type ExportFormat,
  exportFormats,
  exportNames,
  exportSources,
  exportTables,
  exportWriter
} from "@auspex/domain/exports"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "vitest"

const page = readFileSync(new URL("../../../../docs/exports.md", import.meta.url), "utf8")

/** The cells of the tables in a text, regardless of column widths. */
const tableOf = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  text.split("\n").filter((line) => line.startsWith("|") && !/^\|[-| ]+\|$/.test(line))
    .map((line) => line.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim()))

const part = (name: string): string => new RegExp(`<!-- ${name} -->\n([^]*?)<!-- end -->`).exec(page)?.[1] ?? ""

describe("docs/exports.md", () => {
  it.each(exportNames)("describes exactly the columns of %s", (name) => {
    const { about, span } = exportTables[name]
    expect(tableOf(part(name))).toEqual(tableOf(dataDictionary(exportTables[name])))
    expect(part(name)).toContain(`${about} \`from\` and \`to\` go by ${span}.`)
  })

  it("describes the sources of the columns", () => {
    expect(tableOf(part("sources")).slice(1)).toEqual(Object.entries(exportSources))
  })

  it("names each export, its path, its command, and the formats", () => {
    const named = tableOf(page).filter(([, path]) => path?.startsWith("`GET "))
    expect(named).toEqual(
      exportNames.map((
        name
      ) => [exportTables[name].title, `\`GET /api/export/${name}\``, `\`auspex export ${name}\``])
    )
    for (const format of exportFormats) expect(page).toContain(`\`${format}\``)
  })

  it("has a program that resumes an interrupted answer", async () => {
    const [, program = ""] = /^```js\n([^]*?)^```/m.exec(page) ?? []
    const table = exportTables.predictions
    const names = Object.keys(table.columns)
    const rows = Array.from(
      { length: 30 },
      (_, n) => names.map((name) => name === "id" ? `row-${n}` : name === "user_name" ? `Agent ${n}` : null)
    )
    const asked: Array<string | null> = []
    // A server that breaks the connection in the middle of a row, three times.
    const server = http.createServer((request, response) => {
      const query = new URL(request.url!, "http://localhost").searchParams
      const format = query.get("format") as ExportFormat
      const cursor = query.get("cursor")
      asked.push(cursor)
      const after = rows.slice(rows.findIndex(([id]) => id === cursor) + 1)
      const { head, row, separator, tail } = exportWriter(table, format)
      const document = head + after.map(row).join(separator) + tail
      response.writeHead(200, { "content-type": exportContentTypes[format] })
      if (asked.length > 3) return response.end(document)
      response.write(document.slice(0, row(rows[0]!).length * 6.5), () => setTimeout(() => response.destroy(), 50))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    try {
      const child = spawn(process.execPath, ["--input-type=module", "-"], {
        env: { ...process.env, BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
      })
      let printed = ""
      child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()))
      const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
      child.stdin.end(program)
      expect(await ended).toBe(0)
      expect(printed.trimEnd().split("\n")).toEqual(rows.map((_, n) => `row-${n} Agent ${n} null`))
      expect(asked).toHaveLength(4)
    } finally {
      server.close()
    }
  })
})
