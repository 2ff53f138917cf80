// The public surface of each package: every export of every entry point, as text. The text is committed beside the
// manifest, and test/exports.test.ts compares it with the sources, so that a review shows changes of the public
// surface.
//   node scripts/exports.mjs   rewrites packages/<name>/exports.txt
import { parseSync } from "@swc/core"
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The packages whose exports are recorded. */
export const recordedPackages = ["adapters-bridge", "adapters-http", "adapters-pg", "domain", "testkit"]

/** The names that the pattern of a variable binds: an identifier, or the parts of an object or array. */
const boundNames = (pattern) => {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.value]
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        boundNames(property.type === "KeyValuePatternProperty" ? property.value : property.argument ?? property.key)
      )
    case "ArrayPattern":
      return pattern.elements.flatMap(boundNames)
    case "AssignmentPattern":
      return boundNames(pattern.left)
    case "RestElement":
      return boundNames(pattern.argument)
    default:
      return []
  }
}

/** The names that an exported declaration declares, with their kinds. */
const declared = (declaration) => {
  switch (declaration.type) {
    case "VariableDeclaration":
      return declaration.declarations.flatMap(({ id, init }) =>
        boundNames(id).map((name) => [name, init?.type === "ArrowFunctionExpression" ? "function" : "const"])
      )
    case "FunctionDeclaration":
      return [[declaration.identifier.value, "function"]]
    case "ClassDeclaration":
      return [[declaration.identifier.value, "class"]]
    case "TsInterfaceDeclaration":
    case "TsTypeAliasDeclaration":
      return [[declaration.id.value, "type"]]
    case "TsEnumDeclaration":
    case "TsModuleDeclaration":
      return [[declaration.id.value, "const"]]
    default:
      throw new Error(`${declaration.type} is a kind of export that scripts/exports.mjs does not know`)
  }
}

/**
 * The names that a source exports, each once: of declarations and of `export { ... }`, with and without `from`. Fails for
 * `export *`, whose names are in another source.
 */
export const namesExportedBy = (source) => {
  const { body } = parseSync(source, { syntax: "typescript" })
  const names = body.flatMap((item) => {
    switch (item.type) {
      case "ExportDeclaration":
        return declared(item.declaration).map(([name]) => name)
      case "ExportNamedDeclaration":
        return item.specifiers.map(({ exported, name, orig }) => (exported ?? orig ?? name).value)
      case "ExportDefaultDeclaration":
      case "ExportDefaultExpression":
        return ["default"]
      case "ExportAllDeclaration":
        throw new Error(`export * from "${item.source.value}" does not name its exports`)
      default:
        return []
    }
  })
  return [...new Set(names)]
}

/** The names of `export { a, type B as C } from "./File.ts"`, with their kinds in that file. */
const reexported = ({ source, specifiers, typeOnly }, path, read) => {
  if (source === null) throw new Error(`${path} exports a name apart from its declaration`)
  const there = exportsIn(join(dirname(path), source.value), read)
  return specifiers.map(({ exported, isTypeOnly, orig }) => {
    const kind = there.get(orig.value)
    if (kind === undefined) throw new Error(`${path} exports ${orig.value}, which ${source.value} does not`)
    return [(exported ?? orig).value, typeOnly || isTypeOnly ? "type" : kind]
  })
}

/**
 * The exports of a module by name. A name that is both a value and a type has both kinds. `read` holds the modules read
 * so far: an index is re-exported line by line, and each file has to be parsed only once.
 */
const exportsIn = (path, read) => {
  const before = read.get(path)
  if (before !== undefined) return before
  const { body } = parseSync(readFileSync(path, "utf8"), { syntax: "typescript", tsx: path.endsWith(".tsx") })
  const exports = new Map()
  for (const item of body) {
    const names = item.type === "ExportDeclaration"
      ? declared(item.declaration)
      : item.type === "ExportNamedDeclaration"
      ? reexported(item, path, read)
      : item.type === "ExportAllDeclaration"
      ? exportsIn(join(dirname(path), item.source.value), read)
      : []
    for (const [name, kind] of names) exports.set(name, [...exports.get(name) ?? [], kind])
  }
  const found = new Map([...exports].map(([name, kinds]) => [name, kinds.map(String).sort().join("+")]))
  read.set(path, found)
  return found
}

/**
 * The public entry points of a manifest, with their sources: all, or those that `publicEntries` names where the others are
 * internal to the workspace.
 */
const entriesOf = (folder) => {
  const { exports, publicEntries } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return Object.entries(exports)
    .map(([entry, { "auspex-source": source }]) => [entry.replace(/^\.\//, ""), join(folder, source)])
    .filter(([entry]) => publicEntries === undefined || publicEntries.includes(entry))
}

/**
 * The exports of the package in `folder`: a line for each, `entry  kind  name`, sorted. The entry `.` is
 * the package's own name.
 */
export const exportsOf = (folder) => {
  const read = new Map()
  return entriesOf(folder)
    .flatMap(([entry, path]) => [...exportsIn(path, read)].map(([name, kind]) => `${entry}  ${kind}  ${name}`))
    .sort()
}

/** The file that records the exports of the package in `folder`. */
export const recordOf = (folder) => join(folder, "exports.txt")

/** The exports that the package in `folder` has gained and lost since they were recorded. */
export const unrecorded = (folder) => {
  const recorded = readFileSync(recordOf(folder), "utf8").trimEnd().split("\n")
  const exported = exportsOf(folder)
  return {
    added: exported.filter((line) => !recorded.includes(line)),
    removed: recorded.filter((line) => !exported.includes(line))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of recordedPackages) {
    const folder = fileURLToPath(new URL(`../packages/${name}`, import.meta.url))
    const lines = exportsOf(folder)
    writeFileSync(recordOf(folder), `${lines.join("\n")}\n`)
    console.log(`${name}: ${lines.length} exports`)
  }
}
