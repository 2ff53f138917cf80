import { parseSync } from "@swc/core"
import { readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { slicesIn } from "../scripts/floors.mjs"

const src = fileURLToPath(new URL("../packages/domain/src/", import.meta.url))
const slicesMin = 3

/** The sources of the domain by their paths, with `/` as separator. */
const sources: ReadonlyMap<string, string> = new Map(
  readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts")).map((path) => [
    path.replaceAll("\\", "/"),
    readFileSync(join(src, path), "utf8")
  ])
)

/** A relative import or re-export: the specifier of the module, and the names taken from it. */
interface Import {
  readonly from: string
  readonly names: ReadonlyArray<string>
}

/** The imports of the parsed sources. */
const parsed = new Map<string, ReadonlyArray<Import>>()

const importsIn = (source: string): ReadonlyArray<Import> => {
  const known = parsed.get(source)
  if (known !== undefined) return known
  const imports = parseSync(source, { syntax: "typescript" }).body.flatMap((item) => {
    if (item.type !== "ImportDeclaration" && item.type !== "ExportNamedDeclaration") return []
    if (item.source?.value.startsWith(".") !== true) return []
    const names = item.specifiers.flatMap((specifier) =>
      specifier.type === "ImportSpecifier"
        ? [(specifier.imported ?? specifier.local).value]
        : specifier.type === "ExportSpecifier"
        ? [specifier.orig.value]
        : []
    )
    return [{ from: item.source.value, names }]
  })
  parsed.set(source, imports)
  return imports
}

/** The files that a file imports from, as paths in the domain, with the imported names. */
const importsOf = (path: string, source: string): ReadonlyArray<{ file: string; names: ReadonlyArray<string> }> =>
  importsIn(source).map(({ from, names }) => ({ file: posix.join(posix.dirname(path), from), names }))

/**
 * The slices of the domain that use each file of the kernel: directly, through the kernel's index, or through another
 * file of the kernel. The rooms `memory` and `kernel` are no slices.
 */
const usersOfKernel = (files: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> => {
  const slices = slicesIn(src).filter((slice) => slice !== "kernel" && slice !== "memory")
  const users = new Map<string, Set<string>>()
  const parts = new Map<string, Set<string>>()
  const homes = new Map(
    importsOf("kernel/index.ts", files.get("kernel/index.ts") ?? "")
      .flatMap(({ file, names }) => names.map((name) => [name, file]))
  )
  for (const path of files.keys()) if (/^kernel\/(?!index\.)/.test(path)) users.set(path, new Set())
  for (const [path, source] of files) {
    if (!source.includes(path.startsWith("kernel/") ? "\"./" : "/kernel/")) continue
    const used = importsOf(path, source).flatMap(({ file, names }) =>
      file === "kernel/index.ts" ? names.map((name) => homes.get(name) ?? "") : [file]
    ).filter((file) => users.has(file))
    const slice = slices.find((slice) => path.startsWith(`${slice}/`))
    if (slice !== undefined) { for (const file of used) users.get(file)?.add(slice) }
    if (users.has(path)) parts.set(path, new Set(used))
  }
  // Passes the users of a file on to the files that it is made of, until nothing changes.
  for (let changed = true; changed;) {
    changed = false
    for (const [path, inside] of parts) {
      for (const part of inside) {
        const known = users.get(part)!
        const before = known.size
        for (const slice of users.get(path)!) known.add(slice)
        changed ||= known.size > before
      }
    }
  }
  return users
}

/** Whether a file declares a service: composition roots provide it, whatever the number of slices that call it. */
const isService = (source: string): boolean => /\bextends Context\.(Tag|Reference)\b/.test(source)

const rarelyUsed = (files: ReadonlyMap<string, string>): ReadonlyArray<string> =>
  [...usersOfKernel(files)]
    .filter(([path, slices]) => slices.size < slicesMin && !isService(files.get(path) ?? ""))
    .map(([path, slices]) => `${path} is used by ${[...slices].join(", ") || "no slice"}`)

describe("the kernel of the domain", () => {
  it("holds only files that three slices use, and services", () => {
    expect(usersOfKernel(sources).size).toBeGreaterThan(25)
    expect(rarelyUsed(sources).map((line) => `${line} -> move it to the lowest slice that needs it`)).toEqual([])
  })

  it("may not grow by a file for two slices", () => {
    const index = `${sources.get("kernel/index.ts")}\nexport { planted } from "./Planted.ts"\n`
    const planted = new Map([
      ...sources,
      ["kernel/index.ts", index],
      ["kernel/Planted.ts", "export { part as planted } from \"./part.ts\""],
      ["kernel/part.ts", "export const part = 1"],
      ["research/panels/Planted.ts", "import { planted } from \"../../kernel/index.ts\"\nexport const one = planted"],
      ["surveys/surveys/Planted.ts", "import { planted } from \"../../kernel/Planted.ts\"\nexport const two = planted"],
      ["memory/Planted.ts", "import { planted } from \"../kernel/Planted.ts\"\nexport const three = planted"]
    ])
    const users = "research/panels, surveys/surveys"
    expect(rarelyUsed(planted)).toEqual([`kernel/Planted.ts is used by ${users}`, `kernel/part.ts is used by ${users}`])
    planted.set(
      "text/Planted.ts",
      "import type { planted } from \"../kernel/Planted.ts\"\nexport type Four = typeof planted"
    )
    expect(rarelyUsed(planted)).toEqual([])
    planted.set("kernel/PlantedPort.ts", "export class PlantedPort extends Context.Tag(\"p\")<PlantedPort, {}>() {}")
    planted.set("kernel/PlantedRule.ts", "export const rule = 1")
    expect(rarelyUsed(planted)).toEqual(["kernel/PlantedRule.ts is used by no slice"])
  })
})
