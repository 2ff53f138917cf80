import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = "docs/decisions"
const read = (file: string): string => readFileSync(path.join(root, file), "utf8")

const decisions = readdirSync(path.join(root, folder)).filter((file) => file !== "README.md").sort()
const index = read(`${folder}/README.md`)

/** The rows of the index: the page, the number in its name, and the status. */
const rows = [...index.matchAll(/^\| \[(\d+)\. [^\]]+\]\((\d{4}-[a-z-]+\.md)\) +\| ([a-z ]+?) +\| (.+?) +\|$/gm)]
  .map(([, number = "", page = "", status = "", line = ""]) => ({ number, page, status, line }))

/** The documents and sources outside of the folder of decisions. A changelog tells the past and depends on nothing. */
const others = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8"
}).split("\n").filter((file) =>
  /\.(md|ts|mjs|sql)$/.test(file) && !file.startsWith(`${folder}/`) && !file.endsWith("CHANGELOG.md") &&
  existsSync(path.join(root, file))
)

describe("the index of decisions", () => {
  it("has one row for each page", () => {
    expect(rows.map(({ page }) => page).sort()).toEqual(decisions)
  })

  it("has the number of the page, a known status and one line", () => {
    for (const { line, number, page, status } of rows) {
      expect(Number(page.slice(0, 4)), page).toBe(Number(number))
      expect(read(`${folder}/${page}`), page).toMatch(new RegExp(`^# ${number}\\. \\S`))
      expect(["in force", "under review", "replaced"], page).toContain(status)
      expect(line, page).toMatch(/^\S.{20,110}\.$/)
    }
  })
})

describe("every decision", () => {
  it("is linked from the code or the documents that depend on it", () => {
    const linked = new Set(
      others.flatMap((file) => [...read(file).matchAll(/decisions\/(\d{4}-[a-z-]+\.md)/g)].map(([, page]) => page))
    )
    expect(decisions.filter((page) => !linked.has(page))).toEqual([])
  })
})
