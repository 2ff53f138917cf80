import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeAll, describe, expect, it } from "vitest"
import { exportsOf } from "../../scripts/exports.mjs"
import { slicesIn } from "../../scripts/floors.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const domain = join(root, "packages", "domain")

/** The programs in a document, each with its documented output. */
const programsIn = (
  path: string
): ReadonlyArray<{ readonly name: string; readonly program: string; readonly prints: string }> =>
  [
    ...readFileSync(join(root, path), "utf8").matchAll(
      /^```js\n([\s\S]*?)^```\n\nIt prints:\n\n```text\n([\s\S]*?)^```/gm
    )
  ].map(
    ([, program = "", prints = ""], at) => ({ name: `${path}, program ${at + 1}`, program, prints })
  )

const programs = ["docs/embedding.md", "packages/domain/README.md"].flatMap(programsIn)

/** Runs a program in the root folder, where the packages resolve by their names. */
const run = (program: string): string =>
  execFileSync(process.execPath, ["--input-type=module", "-"], { cwd: root, encoding: "utf8", input: program })

beforeAll(() => {
  if (!existsSync(join(domain, "dist", "kernel", "index.js"))) {
    execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], { cwd: root, stdio: "pipe" })
  }
})

describe("the programs in the documentation on embedding", () => {
  it("are found", () => expect(programs.length).toBe(5))

  it.each(programs)("$name prints the documented output", ({ program, prints }) => {
    expect(run(program)).toBe(prints)
  })

  it("satisfy the types", () => {
    const cache = join(root, "node_modules", ".cache", "auspex")
    mkdirSync(cache, { recursive: true })
    // Inside the repository, where the packages resolve by their names.
    const folder = mkdtempSync(join(cache, "programs-"))
    try {
      for (const [at, { program }] of programs.entries()) writeFileSync(join(folder, `program${at}.mts`), program)
      writeFileSync(
        join(folder, "tsconfig.json"),
        JSON.stringify({
          extends: join(root, "tsconfig.base.json"),
          compilerOptions: {
            composite: false,
            noEmit: true,
            lib: ["ES2023", "DOM"],
            typeRoots: [join(root, "node_modules/@types")]
          },
          include: ["*.mts"]
        })
      )
      const tsc = join(root, "node_modules", "typescript", "bin", "tsc")
      const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { encoding: "utf8" })
      // Widened literals of JavaScript are ignored; a missing or unknown property is an error in the document.
      expect(
        stdout.match(/.*(?:is missing|are missing|no exported member|may only specify|arguments, but got|TS5\d{3}).*/g)
      )
        .toBeNull()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("begin with one of at most twenty lines, including imports, without a layer", () => {
    const lines = programs[0]!.program.split("\n").filter((line) => line !== "")
    expect(lines.length).toBeLessThanOrEqual(20)
    expect(programs[0]!.program).not.toMatch(/Layer|"effect"/)
  })
})

describe("the tables of names", () => {
  const document = readFileSync(join(root, "docs", "embedding.md"), "utf8")
  const tables = [...document.matchAll(/^\| (Use case|Subject) .*\n(?:\|.*\n)+/gm)].map(([table]) => table)
  const named = tables.flatMap((table) => [...table.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name))
  const slices = slicesIn(join(domain, "src/")).map((slice) => basename(slice))
  const exported = exportsOf(domain).map((line) => line.split("  ")[2])

  it("list exports of the public entries, and slices", () => {
    expect(named.length).toBeGreaterThan(150)
    expect(named.filter((name) => !exported.includes(name) && !slices.includes(name))).toEqual([])
  })
})

describe("the table of ports", () => {
  const rows = new Map(
    [...readFileSync(join(root, "docs", "embedding.md"), "utf8").matchAll(/^\| `(\w+)` +\| `[^`]+` +\| (.+?) +\|$/gm)]
      .map(
        ([, name = "", ports = ""]) => [name, ports.split(", ").map((port) => port.replaceAll("`", "")).sort()] as const
      )
  )
  const sources = readdirSync(join(domain, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(domain, "src", file), "utf8"))
  const text = sources.join("\n")
  const aliases = new Map(
    [...text.matchAll(/export type (\w+Requirements) =([\s|\w]+?)\n\n/g)].map((
      [, name = "", union = ""]
    ) => [name, union])
  )
  const layers = [
    ...text.matchAll(/static readonly layer:\s*Layer\s*\.Layer<\s*(\w+)(?:\s*\|\s*\w+)?,\s*never,\s*([\w\s|]+?)\s*>/g)
  ]
    .map(([, name = "", union = ""]) => [name, aliases.get(union.trim()) ?? union] as const)

  it.each(layers)("has the requirements of %s", (name, union) => {
    expect(rows.get(name)).toEqual(union.split("|").map((port) => port.trim()).filter((port) => port !== "").sort())
  })

  it("has exactly one row for each use case", () => {
    expect(layers.length).toBeGreaterThan(8)
    expect([...rows.keys()].sort()).toEqual(layers.map(([name]) => name).sort())
  })
})
