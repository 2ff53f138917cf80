import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { statement } from "../../src/database/Statement.ts"
import { statementsOf, storeStatements } from "../../src/database/statementsOf.ts"

const sum = statement<{ readonly sum: number; readonly word: string }>()(
  { first: "integer", second: "integer", word: "text" },
  (params) =>
    `select ${params.first} + ${params.second} + ${params.first} as sum, ':first $9' || ${params.word} as word`
)

describe("statement", () => {
  it("numbers its names once, in their order, and leaves the rest of the text alone", () => {
    expect(sum.text).toBe("select $1::integer + $2::integer + $1::integer as sum, ':first $9' || $3::text as word")
    expect(sum.names).toEqual(["first", "second", "word"])
  })

  it("refuses a name that the text does not use, even if its number is the prefix of another", () => {
    expect(() => statement()({ id: "uuid", name: "text" }, (params) => `select ${params.name}`)).toThrow("id")
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`n${n}`, "integer" as const]))
    const used = (params: Readonly<Record<string, string>>) => Object.values(params).slice(1).join(" + ")
    expect(() => statement()(many, (params) => `select ${used(params)}`)).toThrow("n0")
  })

  it("does not compile with a name missing, too many, misspelt, or with a value of another type", () => {
    const run = (sql: SqlClient) => [
      // @ts-expect-error word is missing
      sum.run(sql, { first: 1, second: 2 }),
      // @ts-expect-error third is too many
      sum.run(sql, { first: 1, second: 2, word: "", third: 3 }),
      // @ts-expect-error third is too many
      statementsOf(sql, "test").all("sum", sum, { first: 1, second: 2, word: "", third: 3 }),
      // @ts-expect-error second is a number
      sum.run(sql, { first: 1, second: "2", word: "" })
    ]
    expect(run).toBeTypeOf("function")
    // @ts-expect-error the text names what is not declared
    expect(() => statement()({ id: "uuid" }, (params) => `select ${params.id}, ${params.name}`)).not.toThrow()
  })
})

onEmbeddedDatabase("statement", (db) => {
  it.live("gives each parameter the value of its name, in any order", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      expect(yield* sum.run(sql, { word: "!", second: 20, first: 1 })).toEqual([{ sum: 22, word: ":first $9!" }])
      expect(yield* statementsOf(sql, "test").first("sum", sum, { first: 1, second: 2, word: "" })).toEqual({
        sum: 4,
        word: ":first $9"
      })
    }).pipe(Effect.provide(db.layer)))

  it.live("returns all rows, the first, the only one or nothing, and dies where the only one is missing", () =>
    Effect.gen(function*() {
      const { all, first, only, run } = yield* storeStatements("test")
      const numbers = "select n from generate_series(1, $1::integer) n"
      expect(yield* all("numbers", numbers, [2])).toEqual([{ n: 1 }, { n: 2 }])
      expect(yield* first("numbers", numbers, [2])).toEqual({ n: 1 })
      expect(yield* only("numbers", numbers, [1])).toEqual({ n: 1 })
      expect(yield* only("one", "select 1 as n")).toEqual({ n: 1 })
      expect(yield* run("numbers", numbers, [2])).toBeUndefined()
      expect(yield* first("numbers", numbers, [0])).toBeUndefined()
      expect(String(yield* Effect.exit(only("numbers", numbers, [0])))).toContain("test.numbers returned no row")
    }).pipe(Effect.provide(db.layer)))
})
