import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const domain = join(root, "packages", "domain")

/** Runs npm offline. Under `npm test` its script is named in the environment, otherwise npm is on the PATH. */
const npm = (args: ReadonlyArray<string>, cwd: string): string => {
  const script = process.env["npm_execpath"]
  const offline = [...args, "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
  return script !== undefined && /\.c?js$/.test(script)
    ? execFileSync(process.execPath, [script, ...offline], { cwd, encoding: "utf8" })
    : execFileSync("npm", offline, { cwd, encoding: "utf8" })
}

/** The transitive runtime dependencies of the package `name`. */
const dependenciesOf = (name: string): ReadonlyArray<string> => {
  const manifest = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")) as {
    readonly dependencies?: Readonly<Record<string, string>>
  }
  const direct = Object.keys(manifest.dependencies ?? {})
  return [...new Set(direct.flatMap((dependency) => [dependency, ...dependenciesOf(dependency)]))]
}

describe("the installed package @auspex/domain", () => {
  let consumer: string
  let packed: ReadonlyArray<string>
  let entries: ReadonlyArray<readonly [name: string, file: string]>

  const runs = (program: string): string => {
    writeFileSync(join(consumer, "program.mjs"), program)
    return execFileSync(process.execPath, ["program.mjs"], { cwd: consumer, encoding: "utf8" }).trim()
  }

  /** Compiles a program with the repository's types of effect; returns the compiler's messages. */
  const compiled = (program: string): { readonly status: number | null; readonly messages: string } => {
    writeFileSync(join(consumer, "program.ts"), program)
    const compilerOptions = {
      module: "NodeNext",
      target: "ES2022",
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
      paths: { effect: [join(root, "node_modules", "effect", "dist", "dts", "index.d.ts")] }
    }
    writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }))
    const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
    const { output, status } = spawnSync(process.execPath, [compiler, "-p", consumer], { encoding: "utf8" })
    return { status, messages: output.join("").trim() }
  }

  beforeAll(() => {
    if (!existsSync(join(domain, "dist", "index.js"))) {
      execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], { cwd: root, stdio: "pipe" })
    }
    const { exports } = JSON.parse(readFileSync(join(domain, "package.json"), "utf8")) as {
      readonly exports: Readonly<Record<string, { readonly default: string }>>
    }
    entries = Object.entries(exports).map(([name, { default: file }]) => [name.slice(1), file.slice(2)])
    consumer = mkdtempSync(join(tmpdir(), "auspex-consumer-"))
    const [report] = JSON.parse(npm(["pack", "--json", "--pack-destination", consumer], domain)) as [
      { readonly filename: string; readonly files: ReadonlyArray<{ readonly path: string }> }
    ]
    packed = report.files.map(({ path }) => path)
    // Copies of effect and its dependencies, so that the installation needs neither a network nor a cache.
    const neighbours = ["effect", ...dependenciesOf("effect")]
    const effect = join(consumer, "neighbour", "effect")
    cpSync(join(root, "node_modules", "effect"), effect, {
      recursive: true,
      filter: (path) => !/[\\/]effect[\\/](src|dist[\\/]cjs)([\\/]|$)|\.map$/.test(path)
    })
    for (const name of dependenciesOf("effect")) {
      cpSync(join(root, "node_modules", name), join(consumer, "neighbour", name), { recursive: true })
    }
    // npm installs the development dependencies of a folder, but not those of a package from a registry.
    for (const name of neighbours) {
      const file = join(consumer, "neighbour", name, "package.json")
      const { devDependencies: _, ...manifest } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>
      writeFileSync(file, JSON.stringify(manifest))
    }
    const dependencies = Object.fromEntries([
      ["@auspex/domain", `file:${report.filename}`],
      ...neighbours.map((name) => [name, `file:neighbour/${name}`])
    ])
    writeFileSync(join(consumer, "package.json"), JSON.stringify({ name: "consumer", version: "1.0.0", dependencies }))
    npm(["install"], consumer)
  })

  afterAll(() => rmSync(consumer, { recursive: true, force: true }))

  it("contains its exports, and no sources or tests", () => {
    expect(packed).toEqual(expect.arrayContaining(["package.json", "README.md", "CHANGELOG.md", "LICENSE"]))
    expect(packed).toEqual(expect.arrayContaining(["dist/index.js", "dist/index.d.ts"]))
    for (const [, file] of entries) {
      expect(packed).toEqual(expect.arrayContaining([file, file.replace(/js$/, "d.ts")]))
    }
    expect(packed.filter((path) => /(^|\/)(src|test|node_modules)\/|tsbuildinfo/.test(path))).toEqual([])
  })

  it("contains its data files, which Node reads without a warning", () => {
    const data = readdirSync(join(domain, "src"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".json")
    )
    expect(data.length).toBeGreaterThan(20)
    expect(packed).toEqual(expect.arrayContaining(data.map((path) => `dist/${path.replaceAll("\\", "/")}`)))
    writeFileSync(
      join(consumer, "program.mjs"),
      `import { archetypeOf } from "@auspex/domain/personas"
      console.log(archetypeOf("superforecaster_fox").name)`
    )
    const { stderr, stdout } = spawnSync(process.execPath, ["program.mjs"], { cwd: consumer, encoding: "utf8" })
    expect({ stderr, stdout }).toEqual({ stderr: "", stdout: "Superforecaster Fox\n" })
  })

  it("depends only on effect and its dependencies", () => {
    const installed = readdirSync(join(consumer, "node_modules")).filter((name) => !name.startsWith("."))
    const ofEffect = dependenciesOf("effect").map((name) => name.replace(/\/.*$/, ""))
    expect(installed.sort()).toEqual(["@auspex", "effect", ...new Set(ofEffect)].sort())
    expect(readdirSync(join(consumer, "node_modules", "@auspex"))).toEqual(["domain"])
  })

  it("works in a program that uses it", () => {
    const program = `
      import { refuse } from "@auspex/domain/kernel"
      import { Effect } from "effect"
      const refused = Effect.runSync(Effect.flip(refuse("MISSING_AUTH", "Who is asking?")))
      console.log(refused.code, refused.message)`
    expect(runs(program)).toBe("MISSING_AUTH Who is asking?")
  })

  it("places, resolves and scores in memory, in the documented program of at most forty lines", () => {
    const document = readFileSync(join(root, "docs", "embedding.md"), "utf8")
    const [, section = ""] = document.split("## A platform in memory")
    const [, program = "", prints = ""] =
      /```js\n([\s\S]*?)```\n\nIt prints:\n\n```text\n([\s\S]*?)```/.exec(section) ?? []
    expect(program.split("\n").filter((line) => line !== "").length).toBeLessThanOrEqual(40)
    expect(runs(program)).toBe(prints.trim())
  })

  it("has the error codes of the imported slices, of the slices below them, and of the program", () => {
    const program = `
      import type { Comment } from "@auspex/domain/comments"
      import { type ErrorCode, failure } from "@auspex/domain/kernel"
      declare module "@auspex/domain/kernel" {
        interface ErrorCauses { readonly CHAIR_TAKEN: "Somebody sits there." }
      }
      export type Read = Comment
      export const codes: ReadonlyArray<ErrorCode> = ["COMMENT_LIMIT", "PREDICTION_NOT_FOUND", "AGENT_NOT_LINKED", "CHAIR_TAKEN"]
      export const failures = [failure("QUESTION_NOT_FOUND", "Gone."), failure("CHAIR_TAKEN", "Take another.")]
      // @ts-expect-error the code does not exist
      failure("NO_SUCH_CODE", "What?")
      // @ts-expect-error no imported slice depends on disputes
      failure("DUPLICATE_DISPUTE", "What?")`
    expect(compiled(program)).toEqual({ status: 0, messages: "" })
  })

  it("has typed rules at its root, for a program that imports the package by name", () => {
    // Without types the unused @ts-expect-error would be an error.
    const program = `
      import { brierScore, judgeReasoning, noOriginalityFacts, parseReasoning, payout, type PayoutFacts } from "@auspex/domain"
      const facts: PayoutFacts =
        { confidence: 72, weight: 1, streak: 3, contrarian: false, early: true, hedged: false, correct: true }
      const returned: number = payout(facts).returned
      const failures: ReadonlyArray<string> =
        judgeReasoning(parseReasoning("It will rain."), noOriginalityFacts).map(({ code }) => code)
      const score: number = brierScore(72, true, { kind: "outcome", outcome: true }, 0)
      // @ts-expect-error A confidence is a number.
      payout({ ...facts, confidence: "72" })
      console.log(returned, failures[0], score.toFixed(4))`
    const compilerOptions = { module: "NodeNext", target: "ES2022", lib: ["ES2022", "DOM"], strict: true, types: [] }
    writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["rules.mts"] }))
    writeFileSync(join(consumer, "rules.mts"), program)
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc")
    const compiled = spawnSync(process.execPath, [tsc, "--pretty", "false"], { cwd: consumer, encoding: "utf8" })
    expect(compiled.stdout).toBe("")
    expect(compiled.status).toBe(0)
    expect(execFileSync(process.execPath, ["rules.mjs"], { cwd: consumer, encoding: "utf8" }).trim())
      .toBe("280 REASONING_TOO_SHORT 0.0784")
  })

  it.each([
    "scoring/Payout",
    "forecasting/scoring/Payout.js",
    "scoring/index.js",
    "dist/forecasting/scoring/Payout.js"
  ])(
    "does not export the file %s",
    (file) => {
      const program = `await import("@auspex/domain/${file}").catch(({ code }) => console.log(code))`
      expect(runs(program)).toMatch(/^ERR_(MODULE_NOT_FOUND|PACKAGE_PATH_NOT_EXPORTED)$/)
    }
  )

  it("exports every entry", () => {
    const imports = entries.map(([name]) => `await import("@auspex/domain${name}")`).join("\n")
    expect(runs(`${imports}\nconsole.log("all")`)).toBe("all")
  })
})
