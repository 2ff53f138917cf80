// The lengths of functions. `node scripts/functions.mjs` lists the functions with more than 70 lines, the longest first.
import { parseSync } from "@swc/core"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** The maximum length of a function in lines of code. */
export const functionLinesMax = 70

const functionTypes = new Set([
  "ArrowFunctionExpression",
  "ClassMethod",
  "Constructor",
  "FunctionDeclaration",
  "FunctionExpression",
  "GetterProperty",
  "MethodProperty",
  "PrivateMethod",
  "SetterProperty"
])

const isLiteral = (node) =>
  [
    "BooleanLiteral",
    "Identifier",
    "MemberExpression",
    "NullLiteral",
    "NumericLiteral",
    "RegExpLiteral",
    "StringLiteral"
  ]
    .includes(node?.type)

/** A row of a table: a literal, or an array or object of rows. */
const isRow = (node) => {
  if (node === null || node === undefined) return true
  if (node.type === "ArrayExpression") return node.elements.every((element) => isRow(element?.expression))
  if (node.type === "ObjectExpression")
    return node.properties.every((property) => property.type === "KeyValueProperty" && isRow(property.value))
  if (node.type === "UnaryExpression") return isRow(node.argument)
  if (node.type === "TemplateLiteral") return node.expressions.length === 0
  return isLiteral(node)
}

/** Whether the lines of a node do not count: the text of template literals (SQL, texts), and tables of literals. */
const isExempt = (node) =>
  node.type === "TemplateElement"
  || ((node.type === "ArrayExpression" || node.type === "ObjectExpression") && isRow(node))

/** The lines of a text without comments, with their numbers. */
const codeLines = (text) =>
  text.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, (comment) => comment.replace(/[^\n]/g, " ")).split("\n").map((line) =>
    line.replace(/^\s*\/\/.*$/, "")
  )

/**
 * The functions of a source with their lengths in lines of code: without blank lines, comments, and all but the first line of
 * each template literal and table of literals. The name is that of the variable, key or method that holds the function; it is
 * numbered when the source has used it before, as in `layer (2)`. A nameless function has the name of the one around it.
 * @param {string} source
 * @param {boolean} [tsx]
 * @returns {ReadonlyArray<{ name: string, lines: number }>}
 */
export const functionsIn = (source, tsx = false) => {
  const ast = parseSync(source, { syntax: "typescript", tsx, target: "es2022" })
  const bytes = Buffer.from(source)
  // Spans count bytes from the end of the previous source; the module's begins at its first token.
  const leading = /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(source)[0]
  const base = ast.span.start - Buffer.byteLength(leading)
  const lineAt = (position) => {
    let line = 0
    for (let at = bytes.indexOf(10); at !== -1 && at < position - base; at = bytes.indexOf(10, at + 1)) line++
    return line
  }
  const lines = codeLines(source)
  const exempt = new Set()
  const found = []
  const uses = new Map()
  const numbered = (name) => {
    const count = (uses.get(name) ?? 0) + 1
    uses.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  }
  /** `around` is the numbered name of the function around the node, unless a variable, key or method lies between them. */
  const visit = (node, name, around) => {
    if (node === null || typeof node !== "object") return
    if (Array.isArray(node)) {
      for (const each of node) visit(each, name, around)
      return
    }
    if (typeof node.type === "string" && isExempt(node)) {
      for (let line = lineAt(node.span.start) + 1; line <= lineAt(node.span.end); line++) exempt.add(line)
    }
    const own = node.identifier?.value ?? node.key?.value ??
      (node.type === "VariableDeclarator" ? node.id.value : undefined)
    const known = typeof own === "string" ? own : name
    let inside = typeof own === "string" ? undefined : around
    const { body, span } = node.function ?? node
    // Declarations without a body are overloads and abstract methods.
    if (functionTypes.has(node.type) && body) {
      inside ??= numbered(known)
      found.push({ name: inside, from: lineAt(span.start), to: lineAt(span.end) })
    }
    for (const [key, value] of Object.entries(node)) if (key !== "span") visit(value, known, inside)
  }
  visit(ast.body, "")
  return found.map(({ from, name, to }) => ({
    name,
    lines: lines.slice(from, to + 1).filter((line, at) => line.trim() !== "" && !exempt.has(from + at)).length
  }))
}

/**
 * The functions of all packages with more than `functionLinesMax` lines, as `path name`, with their lengths; of a function
 * and the nameless ones inside it, the longest.
 * @param {string} root
 * @returns {ReadonlyMap<string, number>}
 */
export const longFunctions = (root) => {
  const long = new Map()
  for (const name of readdirSync(join(root, "packages"))) {
    const src = join(root, "packages", name, "src")
    if (!existsSync(src)) continue
    for (const file of readdirSync(src, { recursive: true }).map(String).filter((path) => /\.tsx?$/.test(path))) {
      for (const found of functionsIn(readFileSync(join(src, file), "utf8"), file.endsWith("x"))) {
        if (found.lines <= functionLinesMax) continue
        const key = `packages/${name}/src/${file} ${found.name}`.trim()
        long.set(key, Math.max(found.lines, long.get(key) ?? 0))
      }
    }
  }
  return long
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = [...longFunctions(fileURLToPath(new URL("..", import.meta.url)))].sort(([, a], [, b]) => b - a)
  for (const [name, lines] of found) console.log(`${lines} ${name}`)
}
