import { Either } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { compileFunction } from "node:vm"
import { describe, expect, it } from "vitest"

// Every example in the docstrings of the domain, `@example expression // value`, is run as written. In scope are all
// exports of the slice, and Either with its two constructors.
const src = new URL("../src/", import.meta.url)
const slices = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)

interface Example {
  readonly file: string
  readonly line: string
  readonly names: Readonly<Record<string, unknown>>
}

const examplesOf = async (slice: string): Promise<ReadonlyArray<Example>> => {
  const folder = new URL(`${slice}/`, src)
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts") && file !== "index.ts")
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href) as Promise<object>))
  const names = Object.assign({ Either, right: Either.right, left: Either.left }, ...modules) as Example["names"]
  return files.flatMap((file) =>
    [...readFileSync(new URL(file, folder), "utf8").matchAll(/@example(.*)$/gm)].map(([, line = ""]) => ({
      file: `${slice}/${file}`,
      line: line.trim(),
      names
    }))
  )
}

const examples = (await Promise.all(slices.map(examplesOf))).flat()

const evaluate = (expression: string, names: Example["names"]): unknown =>
  compileFunction(`return (${expression})`, Object.keys(names))(...Object.values(names)) as unknown

describe("the examples in the docstrings", () => {
  it("are found in every slice that has rules", () => {
    for (const slice of ["accounts", "consensus", "kernel", "predictions", "questions", "scoring"])
      expect(examples.some(({ file }) => file.startsWith(`${slice}/`)), slice).toBe(true)
    expect(examples.length).toBeGreaterThan(80)
  })

  it.each(examples)("$file: $line", ({ line, names }) => {
    // The last ` // `, so that an expression may hold a URL.
    const at = line.lastIndexOf(" // ")
    expect(at, "an example is one line: expression // value").toBeGreaterThan(0)
    expect(evaluate(line.slice(0, at), names)).toEqual(evaluate(line.slice(at + 4), names))
  })
})
