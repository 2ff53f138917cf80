import { readdirSync, readFileSync } from "node:fs"
import { compileFunction } from "node:vm"
import { describe, expect, it } from "vitest"

// Every one-line example in the docstrings of this slice, `@example expression // value`, is run as written.
const folder = new URL("../../src/predictions/", import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith(".ts") && file !== "index.ts")
const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href) as Promise<object>))
const names: Record<string, unknown> = Object.assign({}, ...modules)

const examples = files.flatMap((file) =>
  [...readFileSync(new URL(file, folder), "utf8").matchAll(/@example (.+) \/\/ (.+)/g)].map(
    ([, expression, value]) => [file, expression!, value!] as const
  )
)

const evaluate = (expression: string): unknown =>
  compileFunction(`return (${expression})`, Object.keys(names))(...Object.values(names)) as unknown

describe("the examples in the docstrings", () => {
  it("are found", () => expect(examples.length).toBeGreaterThan(10))
  it.each(examples)("%s: %s is %s", (_file, expression, value) => {
    expect(evaluate(expression)).toEqual(evaluate(value))
  })
})
