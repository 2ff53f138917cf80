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
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { exportsOf, namesExportedBy, recordedPackages, unrecorded } from "../scripts/exports.mjs"

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

/** The exports of each file of the domain but its entry points, which collect the exports of other files. */
const exportsOfDomain = (): ReadonlyMap<string, ReadonlyArray<string>> => {
  const folder = join(packages, "domain")
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, { readonly "auspex-source": string }>>
  }
  const entries = new Set(Object.values(exports).map((entry) => join(folder, entry["auspex-source"])))
  const files = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts") && !entries.has(join(folder, "src", path))
  )
  return new Map(files.map((path) => [path, namesExportedBy(readFileSync(join(folder, "src", path), "utf8"))]))
}

const exportedTwice = (files: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<string> => {
  const owners = new Map<string, ReadonlyArray<string>>()
  for (const [path, names] of files) {
    for (const name of names) owners.set(name, [...owners.get(name) ?? [], path])
  }
  return [...owners].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${name}: ${paths.join(", ")}`)
}

/** Named after its subject, like `WorkspaceAccess` and `SurveyAccess`. The list may only shrink. */
const namedBySubject = new Set(["ProjectAccess.ts"])

/** The files with a single export whose name, whatever its letter case, is not that of the file. */
const misnamed = (files: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<string> =>
  [...files].flatMap(([path, [name = "", ...others]]) => {
    const isNamed = name.toLowerCase() === basename(path, ".ts").toLowerCase()
    return isNamed || others.length > 0 || namedBySubject.has(basename(path)) ? [] : [`${path} exports ${name}`]
  })

describe("the domain", () => {
  const files = exportsOfDomain()

  it("exports no name from two files", () => {
    expect([...files.values()].flat().length).toBeGreaterThan(1_500)
    expect(exportedTwice(files)).toEqual([])
  })

  it.each([
    "export const planted = 1",
    "export let planted = 1",
    "export declare const planted: number",
    "export declare function planted(): void",
    "export async function planted() {}",
    "export function* planted() {}",
    "export enum planted { one }",
    "export abstract class planted {}",
    "export namespace planted { export const one = 1 }",
    "export type planted = number",
    "export interface planted {}",
    "const planted = 1\nexport { planted }",
    "const one = 1\nexport { one as planted }",
    "export { planted } from \"./Planted.ts\"",
    "export type { planted } from \"./Planted.ts\"",
    "export * as planted from \"./Planted.ts\"",
    "export const { one: planted, ...others } = { one: 1, two: 2 }",
    "export const [, planted = 1] = [1]"
  ])("may not export a name again: %s", (source) => {
    const names = [["one/Planted.ts", ["planted"]], ["two/Planted.ts", namesExportedBy(source)]] as const
    expect(exportedTwice(new Map(names))).toEqual(["planted: one/Planted.ts, two/Planted.ts"])
  })

  it("may not hide exports behind `export *`", () => {
    expect(() => namesExportedBy("export * from \"./Planted.ts\"")).toThrow("./Planted.ts")
  })

  it("names a file with a single export after it", () => {
    expect([...files.values()].filter((names) => names.length === 1).length).toBeGreaterThan(100)
    expect(misnamed(files)).toEqual([])
    expect(misnamed(
      new Map([
        ["one/Planted.ts", ["planted"]],
        ["one/plants.ts", ["plant"]],
        ["one/Garden.ts", ["planted", "Pot"]],
        ["one/nothing.ts", []]
      ])
    )).toEqual(["one/plants.ts exports plant", "one/nothing.ts exports "])
  })
})
