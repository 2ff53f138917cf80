// Checks the dependency fences of .dependency-cruiser.cjs and the floors of floors.mjs on the sources of every package.
import { existsSync, readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { floorFences } from "./floors.mjs"

const require = createRequire(import.meta.url)

// dependency-cruiser does not tell its parser which files have JSX, so the parser learns it before it is loaded there.
const swc = require("@swc/core")
const { parseFileSync } = swc
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith(".tsx") })
const { cruise } = await import("dependency-cruiser")

/**
 * Cruises `packages/<name>/src` under `root`.
 * @param {string} root
 * @returns {Promise<{ fences: Array<string>, modules: number, violations: Array<{ rule: string, from: string, to: string, why: string }> }>}
 *   `modules` counts the project's own source files that were read.
 */
export const cruiseFences = async (root) => {
  const { forbidden: fences, options } = require("../.dependency-cruiser.cjs")
  const forbidden = [...fences, ...floorFences]
  const sources = readdirSync(join(root, "packages")).map((name) => `packages/${name}/src`).filter((path) =>
    existsSync(join(root, path))
  )
  const { enhancedResolveOptions, ...rest } = options
  const { output } = await cruise(
    sources,
    { ...rest, enhancedResolveOptions, baseDir: root, validate: true, ruleSet: { forbidden } },
    enhancedResolveOptions
  )
  const why = new Map(forbidden.map((rule) => [rule.name, rule.comment]))
  return {
    fences: forbidden.map(({ name }) => name),
    modules: output.modules.filter(({ source }) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(source)).length,
    violations: output.summary.violations.map(({ from, rule, to }) => ({
      rule: rule.name,
      from,
      to,
      why: why.get(rule.name) ?? ""
    }))
  }
}

/** The number of source files that `cruiseFences` must read: a run that reads fewer proves nothing. */
export const countSources = (root) =>
  readdirSync(join(root, "packages")).flatMap((name) => {
    const src = join(root, "packages", name, "src")
    return existsSync(src) ? readdirSync(src, { recursive: true }).filter((path) => /\.tsx?$/.test(String(path))) : []
  }).length

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url))
  const expected = countSources(root)
  const { modules, violations } = await cruiseFences(root)
  for (const { from, rule, to, why } of violations) {
    console.error(`${rule}: ${from} -> ${to}\n  ${why}`)
  }
  if (expected === 0 || modules < expected) {
    console.error(`Only ${modules} of ${expected} source files were cruised, so the fences prove nothing.`)
  }
  process.exitCode = violations.length > 0 || expected === 0 || modules < expected ? 1 : 0
  console.log(`${modules} modules cruised, ${violations.length} breaches`)
}
