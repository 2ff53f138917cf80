import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { slicesIn } from "../../scripts/floors.mjs"

const docs = new URL("../../docs/", import.meta.url)
const page = readFileSync(new URL("glossary.md", docs), "utf8")
const slices = slicesIn(fileURLToPath(new URL("../packages/domain/src/", docs))).map((slice) => path.basename(slice))

const sections = page.split(/^## /m).slice(1).map((text) => {
  const [slice = "", ...lines] = text.split("\n")
  const rows = lines.filter((line) => line.startsWith("| ["))
  return { slice, files: rows.map((row) => /\]\(([^)]+)\)/.exec(row)?.[1] ?? "") }
})

it("the glossary has a section for each slice of the domain", () => {
  expect(sections.map(({ slice }) => slice).sort()).toEqual(slices.sort())
})

it("each term of the glossary names a file of its slice", () => {
  for (const { files, slice } of sections) {
    expect(files.length, slice).toBeGreaterThan(0)
    for (const file of files) {
      expect(existsSync(new URL(file, docs)), file).toBe(true)
      expect(path.basename(path.dirname(file)), file).toBe(slice)
    }
  }
})
