import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { wrongDataFile } from "../../src/kernel/dataFile.ts"

const schema = Schema.Array(
  Schema.Struct({
    name: Schema.NonEmptyTrimmedString,
    climate: Schema.Literal("dry", "wet"),
    people: Schema.optionalWith(Schema.Int, { exact: true })
  })
)
const wrong = (contents: unknown) => wrongDataFile({ file: "cities.json", schema, contents })?.split("\n")

describe("a data file", () => {
  it("is right when its schema accepts it", () => {
    expect(wrong([{ name: "Oslo", climate: "wet", people: 700_000 }, { name: "Lima", climate: "dry" }])).toBeUndefined()
  })

  it("is wrong with its name and the path of each mistake", () => {
    expect(wrong([{ name: "Oslo", climate: "cold" }, { name: " ", people: 1.5 }])).toEqual([
      `cities.json, 0.climate: Expected "dry" or "wet", actual "cold"`,
      `cities.json, 1.name: Expected a string with no leading or trailing whitespace, actual " "`,
      "cities.json, 1.climate: is missing",
      "cities.json, 1.people: Expected an integer, actual 1.5"
    ])
    expect(wrong({})).toEqual([expect.stringMatching(/^cities\.json: Expected ReadonlyArray/)])
  })

  it("is wrong with a field that its schema does not know", () => {
    expect(wrong([{ name: "Lima", climate: "dry", poeple: 1 }])).toEqual([
      "cities.json, 0.poeple: The schema has no such field."
    ])
  })
})
