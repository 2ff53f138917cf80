import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { exportsOf, recordedPackages, unrecorded } from "../scripts/exports.mjs"

const packages = fileURLToPath(new URL("../packages", import.meta.url))
const nothing = { added: [], removed: [] }

describe("the recorded exports", () => {
  it.each(recordedPackages)("are those of %s", (name) => {
    expect(unrecorded(join(packages, name)), "node scripts/exports.mjs records an intended change").toEqual(nothing)
  })

  it("include the public entries of the domain, and no internal one", () => {
    const entries = new Set(exportsOf(join(packages, "domain")).map((line) => line.split("  ")[0]))
    expect(entries).toEqual(
      new Set([
        ".",
        "gates",
        "scoring",
        "consensus",
        "states",
        "surveys",
        "framing",
        "packets",
        "ports",
        "memory",
        "kernel"
      ])
    )
  })

  it("have at most 250 names at the root of the domain", () => {
    const ofRoot = exportsOf(join(packages, "domain")).filter((line) => line.startsWith(".  "))
    expect(ofRoot.length).toBeGreaterThan(200)
    expect(ofRoot.length).toBeLessThanOrEqual(250)
  })
})

describe("an unrecorded change", () => {
  let copy: string
  const plant = (file: string, line: string): void => appendFileSync(join(copy, "src", file), `${line}\n`)

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), "auspex-exports-"))
    for (const inner of ["package.json", "exports.txt", "src"]) {
      cpSync(join(packages, "domain", inner), join(copy, inner), { recursive: true })
    }
    expect(unrecorded(copy)).toEqual(nothing)
    writeFileSync(
      join(copy, "src", "kernel", "Planted.ts"),
      "export const planted = 1\nexport const plant = (): number => planted\nexport class Planter {}\n"
        + "export interface Plant { readonly planted: number }\nexport const Pot = 1\nexport type Pot = number\n"
    )
  })

  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it("is reported with its kind", () => {
    plant("kernel/index.ts", `export { type Plant, plant, planted, Planter as Gardener, Pot } from "./Planted.ts"`)
    plant("index.ts", `export { type planted } from "./kernel/index.ts"`)
    expect(unrecorded(copy)).toEqual({
      added: [
        ".  type  planted",
        "kernel  class  Gardener",
        "kernel  const  planted",
        "kernel  const+type  Pot",
        "kernel  function  plant",
        "kernel  type  Plant"
      ],
      removed: []
    })
  })

  it("is reported behind `export *`", () => {
    plant("surveys/surveys/index.ts", `export * from "../../kernel/Planted.ts"`)
    expect(unrecorded(copy).added).toContain("surveys  class  Planter")
  })

  it("is reported for a new or removed entry point", () => {
    const manifest = join(copy, "package.json")
    writeFileSync(manifest, readFileSync(manifest, "utf8").replaceAll("memory", "storage"))
    renameSync(join(copy, "src", "memory"), join(copy, "src", "storage"))
    writeFileSync(join(copy, "src", "index.ts"), `export { MemoryPlatform } from "./storage/index.ts"\n`)
    const { added, removed } = unrecorded(copy)
    expect(added).toContain("storage  class  MemoryPlatform")
    expect(removed).toEqual(expect.arrayContaining(["memory  class  MemoryPlatform", ".  class  OriginalityIndex"]))
    expect(removed).not.toContain(".  class  MemoryPlatform")
  })

  it("fails for a name without a declaration", () => {
    plant("kernel/index.ts", `export { nowhere } from "./Failure.ts"`)
    expect(() => exportsOf(copy)).toThrow("nowhere")
  })
})

describe("the domain", () => {
  it("exports no name from two files", () => {
    const src = join(packages, "domain", "src")
    const owners = new Map<string, Set<string>>()
    for (const path of readdirSync(src, { recursive: true, encoding: "utf8" })) {
      if (!/[\\/]\w+\.ts$/.test(path) || path.endsWith("index.ts")) continue
      const text = readFileSync(join(src, path), "utf8")
      for (
        const [, name = ""] of text.matchAll(/^export (?:abstract )?(?:const|function\*?|class|interface|type) (\w+)/gm)
      ) {
        owners.set(name, (owners.get(name) ?? new Set()).add(path))
      }
    }
    expect(owners.size).toBeGreaterThan(1_500)
    expect([...owners].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, ...paths])).toEqual([])
  })
})
