import { basename } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { dataFileNames, wrongDataFiles } from "../packages/domain/src/kernel/dataFile.ts"
import { dataModules } from "../scripts/data.mjs"

const modules = dataModules("src")
const imported = modules.flatMap(({ files }) => files).toSorted()

describe("the data files", () => {
  // A module may fail to load because its data are wrong; the first test says so more clearly.
  let unloaded: ReadonlyArray<string>
  beforeAll(async () => {
    const loads = await Promise.allSettled(modules.map(({ path }) => import(path)))
    unloaded = loads.flatMap(({ status }, at) => status === "rejected" ? [basename(modules[at]!.path)] : [])
  })

  it("are as their schemas describe them", () => {
    expect(wrongDataFiles()).toEqual([])
    expect(unloaded).toEqual([])
  })

  it("have a schema each, and names that tell them apart", () => {
    expect(imported).toContain("crossDomainArchetypes.json")
    expect([...new Set(dataFileNames())].toSorted()).toEqual(imported)
    expect(new Set(imported).size).toBe(imported.length)
  })
})
