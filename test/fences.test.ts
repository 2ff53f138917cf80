import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { countSources, cruiseFences } from "../scripts/fences.mjs"
import { fenceOf, floors, picture, slicesIn } from "../scripts/floors.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Violations: the dependency rule, the file to create, and its content. */
const breaches: ReadonlyArray<readonly [fence: string, file: string, content: string]> = [
  ["domain-imports-effect-only", "domain/src/kernel/Breach1.ts", `import "node:crypto"`],
  ["domain-imports-effect-only", "domain/src/kernel/Breach2.ts", `import "@effect/platform"`],
  [
    "domain-imports-effect-only",
    "domain/src/kernel/Breach3.ts",
    `import type { Pool } from "pg"\nexport type P = Pool`
  ],
  ["domain-imports-effect-only", "domain/src/kernel/Breach4.ts", `export * from "../../../cli/src/Planted.ts"`],
  ["contract-is-portable", "adapters-http/src/wire/Breach1.ts", `import "node:http"`],
  ["contract-is-portable", "adapters-http/src/forecasting/questions/BreachApi.ts", `import "../../engine/Planted.ts"`],
  ["contract-is-portable", "adapters-http/src/apis/BreachApi.ts", `import "node:http"`],
  ["contract-is-portable", "adapters-http/src/wire/Breach3.ts", `import "@effect/platform/HttpServer"`],
  ["contract-is-portable", "adapters-http/src/wire/Breach5.ts", `import "@effect/platform/HttpApiBuilder"`],
  ["contract-is-portable", "adapters-http/src/wire/Breach4.ts", `import "@effect/platform-node"`],
  ["kit-is-portable", "adapters-http/src/kit/Breach1.ts", `import "node:crypto"`],
  ["kit-is-portable", "adapters-http/src/kit/Breach2.ts", `import "../outbound/Planted.ts"`],
  [
    "kit-is-portable",
    "adapters-http/src/kit/Breach3.tsx",
    `import "node:crypto"\nexport const breach = <p title="a">b</p>`
  ],
  ["bridge-protocol-is-portable", "adapters-bridge/src/protocol/Breach1.ts", `import "node:buffer"`],
  ["bridge-protocol-is-portable", "adapters-bridge/src/protocol/Breach2.ts", `import "@effect/platform"`],
  ["adapters-are-strangers", "adapters-http/src/engine/Breach1.ts", `import "@auspex/adapters-pg"`],
  ["adapters-are-strangers", "adapters-pg/src/Breach1.ts", `import "../../adapters-http/src/engine/Planted.ts"`],
  ["only-the-command-line-composes", "adapters-http/src/engine/Breach2.ts", `import "@auspex/cli/composition"`],
  ["only-the-command-line-composes", "testkit/src/Breach1.ts", `import "../../cli/src/Planted.ts"`],
  ["testkit-is-for-tests", "adapters-pg/src/Breach2.ts", `import "../../testkit/src/Planted.ts"`],
  ["no-undeclared-dependency", "adapters-pg/src/Breach3.ts", `import "fastify"`],
  ["vitest-stays-in-the-testkit", "cli/src/Breach1.ts", `import "vitest"`],
  ["no-unresolvable", "testkit/src/Breach2.ts", `import "./Nowhere.ts"`],
  ["no-cycles", "testkit/src/Breach3.ts", `import "./Cycle.ts"\nexport const three = 3`]
]

/** The way from a slice up to `src`. */
const upFrom = (slice: string): string => "../".repeat(slice.split("/").length)

/** For each floor, an import of a slice on the floor above, and of another slice on the same floor if there is one. */
const floorBreaches: ReadonlyArray<readonly [fence: string, file: string, content: string]> = Object.entries(floors)
  .flatMap(([name, ofPackage]) =>
    ofPackage.flatMap((slices, floor) => {
      const above = ofPackage[floor + 1]?.[0]
      return [above, slices.length > 1 ? slices.at(-1) : undefined].flatMap((to, turn) =>
        to === undefined
          ? []
          : [
            [
              fenceOf(name, floor),
              `${name}/src/${slices[0]}/FloorBreach${turn}.ts`,
              `import "${upFrom(slices[0]!)}${to}/FloorPlanted.ts"`
            ] as const
          ]
      )
    })
  )

/** Allowed imports, which must not be reported. */
const allowed: ReadonlyArray<readonly [file: string, content: string]> = [
  ["adapters-http/src/wire/Allowed1.ts", `import { HttpApi } from "@effect/platform"\nexport { HttpApi }`],
  [
    "adapters-http/src/forecasting/questions/AllowedApi.ts",
    `import * as Endpoint from "@effect/platform/HttpApiEndpoint"\nexport { Endpoint }`
  ],
  [
    "adapters-http/src/wire/Allowed3.ts",
    `import { Schema } from "effect"\nimport "@auspex/domain/kernel"\nexport { Schema }`
  ],
  ["adapters-http/src/kit/Allowed1.ts", `import { scaleLinear } from "d3-scale"\nexport { scaleLinear }`],
  [
    "adapters-http/src/kit/Allowed2.tsx",
    `import { Fragment } from "preact"\nexport const allowed = <Fragment>a</Fragment>`
  ],
  ["domain/src/kernel/Allowed1.ts", `import * as Schema from "effect/Schema"\nexport { Schema }`],
  ["cli/src/Allowed1.ts", `import "../../adapters-pg/src/Planted.ts"\nimport "../../testkit/src/Planted.ts"`]
]

/** The files that the violations import; valid by themselves. */
const importTargets: ReadonlyArray<readonly [file: string, content: string]> = [
  ["testkit/src/Cycle.ts", `import type { three } from "./Breach3.ts"\nexport type Three = typeof three`],
  ["adapters-pg/src/index.ts", "export const planted = true"],
  ["cli/src/composition/index.ts", "export const planted = true"],
  ...["cli/src", "adapters-http/src/outbound", "adapters-http/src/engine", "adapters-pg/src", "testkit/src"].map((
    folder
  ) => [`${folder}/Planted.ts`, "export const planted = true"] as const)
]

describe("dependency fences", () => {
  let copy: string
  let result: Awaited<ReturnType<typeof cruiseFences>>

  const plant = (file: string, content: string): void => {
    const path = join(copy, "packages", file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${content}\n`)
  }

  beforeAll(async () => {
    copy = mkdtempSync(join(tmpdir(), "auspex-fences-"))
    mkdirSync(join(copy, "node_modules", "@auspex"), { recursive: true })
    for (const name of readdirSync(join(root, "packages"))) {
      const from = join(root, "packages", name)
      const to = join(copy, "packages", name)
      for (const inner of ["package.json", "src"]) {
        if (existsSync(join(from, inner))) cpSync(join(from, inner), join(to, inner), { recursive: true })
      }
      symlinkSync(to, join(copy, "node_modules", "@auspex", name))
    }
    for (const name of readdirSync(join(root, "node_modules"))) {
      if (name !== "@auspex" && !name.startsWith(".")) {
        symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name))
      }
    }
    for (const [file, content] of importTargets) plant(file, content)
    for (const [, file, content] of [...breaches, ...floorBreaches]) plant(file, content)
    for (const [name, ofPackage] of Object.entries(floors)) {
      for (const slice of ofPackage.flat()) plant(`${name}/src/${slice}/FloorPlanted.ts`, "export const planted = true")
    }
    for (const [file, content] of allowed) plant(file, content)
    result = await cruiseFences(copy)
  })

  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it("cover every source file", () => {
    expect(result.modules).toBeGreaterThanOrEqual(countSources(copy))
    expect(result.modules).toBeGreaterThan(breaches.length)
  })

  it.each([...breaches, ...floorBreaches])("%s catches %s", (fence, file) => {
    const caught = result.violations.filter(({ from }) => from === `packages/${file}`).map(({ rule }) => rule)
    expect(caught).toContain(fence)
  })

  it.each(allowed)("no rule forbids %s", (file) => {
    const caught = result.violations.filter(({ from }) => from === `packages/${file}`)
    expect(caught).toEqual([])
  })

  it("test every rule", () => {
    const fences = new Set([...breaches, ...floorBreaches].map(([fence]) => fence))
    expect(new Set(result.fences)).toEqual(fences)
  })
})

describe("floors", () => {
  it.each(Object.entries(floors))("contain every slice of %s once", (name, ofPackage) => {
    const src = join(root, "packages", name, "src")
    expect(ofPackage.flat().sort()).toEqual([...slicesIn(`${src}/`)].sort())
  })

  it("exist for every package", () => {
    expect(Object.keys(floors).sort()).toEqual(readdirSync(join(root, "packages")).sort())
  })

  it.each(Object.keys(floors))("are drawn correctly in docs/architecture.md: %s", (name) => {
    expect(readFileSync(join(root, "docs", "architecture.md"), "utf8")).toContain(picture(name))
  })
})

describe("stores", () => {
  const src = join(root, "packages", "adapters-pg", "src")
  const files = readdirSync(src, { recursive: true }).map(String).filter((path) => /\.tsx?$/.test(path))
  // The port that each file implements, and the domain slice that the port is from.
  const implemented = files.flatMap((path) => {
    const content = readFileSync(join(src, path), "utf8")
    const port = /\bLayer\s*\.(?:effect|scoped)\(\s*([A-Z]\w*),/.exec(content)?.[1]
    const owner = port === undefined
      ? undefined
      : new RegExp(`import [^"]*\\b${port}\\b[^"]* from "@auspex/domain/(\\w+)"`).exec(content)?.[1]
    return owner === undefined ? [] : [{ path, content, slice: basename(dirname(path)), owner }]
  })

  it("are in the slice of their port", () => {
    expect(implemented.length).toBeGreaterThan(40)
    expect(implemented.filter(({ owner, slice }) => owner !== slice).map(({ owner, path }) => `${path} -> ${owner}`))
      .toEqual([])
  })

  it("are all in PgStores, each as a layer of the same name", () => {
    const all = readFileSync(join(src, "PgStores.ts"), "utf8")
    const absent = implemented.filter(({ path }) => path.endsWith("Pg.ts")).filter(({ content, path }) => {
      const name = basename(path, ".ts")
      return !content.includes(`export const ${name} = { layer }`) || !all.includes(`${name}.layer`)
    })
    expect(absent.map(({ path }) => path)).toEqual([])
  })
})
