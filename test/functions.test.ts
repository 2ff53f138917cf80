import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { functionLinesMax, functionsIn, longFunctions } from "../scripts/functions.mjs"

const found = longFunctions(fileURLToPath(new URL("..", import.meta.url)))
const linesOf = (source: string): ReadonlyArray<number> => functionsIn(source).map(({ lines }) => lines)
const calls = (count: number): string => Array.from({ length: count }, (_, n) => `  call(${n})`).join("\n")
const rows = (count: number): string =>
  Array.from({ length: count }, (_, n) => `    { id: ${n}, tags: ["a"] },`).join("\n")

describe("functions", () => {
  it(`have at most ${functionLinesMax} lines of code`, () => {
    expect([...found].map(([name, lines]) => `${name} has ${lines} lines -> extract a part that is named for its job`))
      .toEqual([])
  })

  it("are measured without blank lines and comments", () => {
    expect(linesOf(`const f = () => {\n${calls(80)}\n}`)).toEqual([82])
    expect(linesOf(`// before\nconst f = () => {\n\n  // why\n  /* a\n  b */\n${calls(3)}\n}`)).toEqual([5])
    expect(functionsIn("class A {\n  go() {\n    return 1\n  }\n}")).toEqual([{ name: "go", lines: 3 }])
  })

  it("are measured with functions inside templates, lines after globs, and accessors", () => {
    expect(linesOf(`const f = () => html\`\${xs.map(() => {\n${calls(80)}\n})}\``)).toEqual([82, 82])
    expect(linesOf(`const f = () => {\n  read("src/*")\n${calls(80)}\n  read("*/x")\n}`)).toEqual([84])
    expect(linesOf(`const o = {\n  get x() {\n${calls(80)}\n  }\n}`)).toEqual([82])
  })

  it("of the same name are told apart", () => {
    const twice = `class A {\n  static layer = go(() => {\n${
      calls(3)
    }\n  })\n}\nclass B {\n  static layer = go(() => {})\n}`
    expect(functionsIn(twice)).toEqual([{ name: "layer", lines: 5 }, { name: "layer (2)", lines: 1 }])
    const nested = "const f = () => {\n  go(() => 1)\n  const f = () => 2\n  return f\n}"
    expect(functionsIn(nested).map(({ name }) => name)).toEqual(["f", "f", "f (2)"])
    expect(functionsIn("const f = [() => 1, () => 2]").map(({ name }) => name)).toEqual(["f", "f (2)"])
    expect(functionsIn("function f(x: 1): 1\nfunction f(x: 2): 2\nfunction f(x) {\n  return x\n}"))
      .toEqual([{ name: "f", lines: 3 }])
  })

  it("are measured without SQL, texts and tables of literals", () => {
    expect(linesOf(`const f = (id) => sql\`\n${calls(80)}\n  where id = \${id}\``)).toEqual([1])
    expect(linesOf(`const f = () => {\n  return [\n${rows(80)}\n  ]\n}`)).toEqual([3])
    expect(linesOf(`const f = () => {\n  return [\n${rows(80)}\n    call(1)\n  ]\n}`)).toEqual([85])
  })
})
