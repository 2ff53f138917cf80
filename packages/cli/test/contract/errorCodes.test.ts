import { errorCodes, httpErrors } from "@auspex/adapters-http/contract"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { floors } from "../../../../scripts/floors.mjs"
import { exitOfCode } from "../../src/kit/output/exitOfCode.ts"

const packages = fileURLToPath(new URL("../../../", import.meta.url))
const domain = join(packages, "domain", "src")
const slices = floors["domain"]!.flat()
/** The slice that a file belongs to. */
const sliceAt = (path: string): string =>
  slices.find((slice) => relative(join(domain, slice), path).split(/[\\/]/)[0] !== "..")!
const floorOf = (slice: string): number => floors["domain"]!.findIndex((floor) => floor.includes(slice))

interface Source {
  readonly path: string
  readonly text: string
}

const sourcesIn = (folder: string): ReadonlyArray<Source> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts")).map((path) => ({
    path: join(folder, path),
    text: readFileSync(join(folder, path), "utf8")
  }))

const sources = new Map(slices.map((slice) => [slice, sourcesIn(join(domain, slice))]))
const isErrorsFile = ({ path }: Source): boolean => /[\\/][a-z]\w*Errors\.ts$/.test(path)
const errorsFileOf = (slice: string): string | undefined => sources.get(slice)!.find(isErrorsFile)?.path

/** The slice that owns each code of the domain, with the code's cause. */
const owned = (await Promise.all(slices.map(async (slice) => {
  const path = errorsFileOf(slice)
  const tables: ReadonlyArray<object> = path === undefined ? [] : Object.values<object>(await import(path))
  return tables.flatMap((table) =>
    Object.entries(table).map(([code, cause]) => ({ slice, code, cause: String(cause) }))
  )
}))).flat()
const ownerOf = new Map(owned.map(({ code, slice }) => [code, slice]))
const known: ReadonlySet<string> = new Set(errorCodes)

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1")

/** The codes in the sources' code, without comments. */
const namedIn = (files: ReadonlyArray<Source>): ReadonlySet<string> =>
  new Set(
    files.filter((file) => !isErrorsFile(file)).flatMap(({ text }) =>
      [...withoutComments(text).matchAll(/"([A-Z][A-Z_]+)"/g)].map((match) => match[1]!).filter((name) =>
        known.has(name)
      )
    )
  )

const within = (text: string, form: RegExp): ReadonlyArray<string> => [...text.matchAll(form)].map((match) => match[1]!)

/** The transitive closure of `next` from `start`. */
const reached = (start: string, next: (slice: string) => ReadonlyArray<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (slice: string): void => {
    for (const other of next(slice)) {
      if (found.has(other)) continue
      found.add(other)
      visit(other)
    }
  }
  visit(start)
  return found
}

describe("the error codes", () => {
  it("each have one owner, an answer over HTTP and an exit code of the command line", () => {
    const codes = [...owned.map(({ code }) => code), ...Object.keys(httpErrors)]
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([])
    expect([...errorCodes].sort()).toEqual(codes.toSorted())
    expect(Object.keys(exitOfCode).sort()).toEqual(codes.toSorted())
  })

  it("have causes in the domain that mention no HTTP, path or command", () => {
    const transport = /\bHTTP\b|\b(GET|POST|PUT|PATCH|DELETE)\b|\/\w+\/|\bX-[A-Z]|\bauspex\b|\bJSON\b|\b[345]\d\d\b/
    expect("auspex accounts list").toMatch(transport)
    expect(owned.filter(({ cause }) => transport.test(cause))).toEqual([])
    expect(owned.filter(({ cause }) => !/^[^.]+\.$/.test(cause))).toEqual([])
  })

  it.each(slices)("in %s belong to it or to a slice below", (slice) => {
    const mayName = (owner: string | undefined) =>
      owner === slice || (owner !== undefined && floorOf(owner) < floorOf(slice))
    const others = [...namedIn(sources.get(slice)!)].filter((code) => !mayName(ownerOf.get(code)))
    expect(others.map((code) => `${code} belongs to ${ownerOf.get(code) ?? "the HTTP adapter"}`)).toEqual([])
  })

  it.each(slices)("of all slices below %s are included in its types", (slice) => {
    const imported = (name: string) =>
      sources.get(name)!.flatMap(({ path, text }) =>
        within(text, / from "(\.\.?\/[^"]+)"/g).map((to) => sliceAt(join(dirname(path), to))).filter((other) =>
          other !== name
        )
      )
    const broughtAlong = (name: string) => {
      const path = errorsFileOf(name) ?? join(domain, name, "index.ts")
      return within(readFileSync(path, "utf8"), /^export type \{\} from "(\.\.\/[\w/.]+\/\w+Errors\.ts)"$/gm)
        .map((to) => sliceAt(join(dirname(path), to)))
    }
    const owners = [...reached(slice, imported)].filter((name) => name !== "kernel" && errorsFileOf(name) !== undefined)
    expect([...reached(slice, broughtAlong)].sort()).toEqual(owners.sort())
  })

  it("are all used by a use case or a part of the server", () => {
    const lists = /[\\/](HttpAnswer|openApiDocument)\.ts$/
    const http = sourcesIn(join(packages, "adapters-http", "src")).filter(({ path }) =>
      !/[\\/]contract[\\/]/.test(path)
    )
    expect(http.filter(({ path }) => lists.test(path)).length).toBe(2)
    const used = new Set([
      ...slices.flatMap((slice) => [...namedIn(sources.get(slice)!)]),
      ...namedIn(http.filter(({ path }) => !lists.test(path)))
    ])
    expect(errorCodes.filter((code) => !used.has(code))).toEqual([])
  })

  it("are exported by the slice that owns them", () => {
    const silent = slices.filter((slice) => {
      const path = errorsFileOf(slice)
      return path !== undefined &&
        !readFileSync(join(domain, slice, "index.ts"), "utf8").includes(path.split(/[\\/]/).at(-1)!)
    })
    expect(silent).toEqual([])
  })
})
