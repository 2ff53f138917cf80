import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { type BenchReport, type BenchRow, type Goal, isMet } from "./BenchRow.ts"
import { coreCount, root } from "./Child.ts"

const file = path.join(root, "bench", "RESULTS.md")

const figure = (value: number | undefined): string => {
  if (value === undefined || Number.isNaN(value)) return "-"
  if (value > 0 && value < 0.1) return value.toPrecision(2)
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const goalText = (goal: Goal | undefined): string =>
  goal === undefined
    ? ""
    : `${goal.of === "ours" ? "ours" : "ratio"} ${goal.is === "at least" ? "≥" : "≤"} ${figure(goal.value)}`

const cellsOf = (row: BenchRow): ReadonlyArray<string> => [
  row.what,
  row.unit,
  figure(row.ours),
  figure(row.theirs),
  figure(row.ratio),
  row.spread === undefined ? "-" : `${Math.round(row.spread * 100)} %`,
  goalText(row.goal),
  { true: "yes", false: "NO", undefined: "" }[String(isMet(row)) as "true" | "false" | "undefined"]
]

const head = ["what", "unit", "ours", "theirs", "ratio", "spread", "goal", "met"]

/** Prints a report as a table on stdout. */
export const printReport = (report: BenchReport): void => {
  const lines = [head, ...report.rows.map(cellsOf)]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const aligned = (line: ReadonlyArray<string>) =>
    line.map((cell, column) =>
      column >= 2 && column <= 5 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)
    ).join("  ")
  console.log(`\n${report.title}\n${lines.map(aligned).join("\n")}`)
  for (const note of report.notes ?? []) console.log(`  ${note}`)
}

const commit = (): string => {
  const git = (...args: Array<string>) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout?.trim() ?? ""
  const hash = git("rev-parse", "--short", "HEAD")
  return hash === "" ? "no commit" : `${hash}${git("status", "--porcelain", "packages") === "" ? "" : " with changes"}`
}

const begin = (name: string): string => `<!-- ${name} -->`
const end = (name: string): string => `<!-- end of ${name} -->`

const sectionOf = (name: string, report: BenchReport): string =>
  [
    begin(name),
    `## ${report.title}`,
    "",
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${coreCount} cores, commit ${commit()}.`,
    ...(report.notes ?? []),
    "",
    `| ${head.join(" | ")} |`,
    "|---|---|---:|---:|---:|---:|---|---|",
    ...report.rows.map((row) => `| ${cellsOf(row).join(" | ")} |`),
    end(name)
  ].join("\n")

/** Replaces the section of each report; text between the sections stays. */
export const writeResults = (reports: ReadonlyMap<string, BenchReport>): void => {
  let text = existsSync(file) ? readFileSync(file, "utf8") : "# Benchmark results\n"
  for (const [name, report] of reports) {
    const section = sectionOf(name, report)
    const from = text.indexOf(begin(name))
    const to = text.indexOf(end(name))
    text = from === -1 || to === -1
      ? `${text.trimEnd()}\n\n${section}\n`
      : text.slice(0, from) + section + text.slice(to + end(name).length)
  }
  writeFileSync(file, text)
}
