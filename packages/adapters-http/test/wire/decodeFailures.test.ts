import { HttpApi } from "@effect/platform"
import { Either, Option, ParseResult, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { CoreApi } from "../../src/apis/CoreApi.ts"
import { decodeFailures } from "../../src/wire/decodeFailures.ts"

const schemas: Array<readonly [name: string, Schema.Schema<unknown, unknown>]> = []
// oxlint-disable-next-line no-explicit-any
HttpApi.reflect(CoreApi as any, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint }) => {
    for (const [part, schema] of [["payload", endpoint.payloadSchema], ["query", endpoint.urlParamsSchema]] as const)
      if (Option.isSome(schema)) schemas.push([`${endpoint.name} ${part}`, schema.value as never])
  }
})

const failuresOf = (schema: Schema.Schema<unknown, unknown>, value: unknown) => {
  const decoded = ParseResult.decodeUnknownEither(schema, { errors: "all" })(value)
  return Either.isRight(decoded) ? [] : decodeFailures(decoded.left, "body")
}

// Schema syntax must not appear in messages: types, unions with bars and quotes, patterns, sentences of the documents.
const leaks =
  /ReadonlyArray|readonly|Struct|Schema|undefined|keyword|=>|[|{}<>"\\^$]|\bstring \| |matching the pattern|filter|\. .*not /i

describe("the failure message of an invalid request", () => {
  it.each(schemas)("is in plain English and names the field: %s", (_, schema) => {
    const fields = Object.keys((Schema.encodedSchema(schema) as { readonly fields?: object }).fields ?? {})
    const names = new Set([...fields, ...propertiesOf(schema)])
    const wrong = [null, 5, true, "", "\u0001", [], [null], [[]], {}, { a: 1 }, -1, 1e9, ["x".repeat(9_999)]]
    const values = [...wrong, ...wrong.map((value) => Object.fromEntries([...names].map((name) => [name, value])))]
    for (const value of values) {
      for (const { field, message } of failuresOf(schema, value)) {
        // The value sent is quoted where one of a few literals is expected.
        expect(message.replace(/, not "(?:[^"\\]|\\.)*"; the nearest is [\w.]+\.$|, not ""\.$/, ".")).not.toMatch(leaks)
        expect(message).toMatch(/^[\w.[\]-]+ (must|is) .*\.$/)
        expect(message.startsWith(`${field} `)).toBe(true)
      }
    }
  })

  it.each<readonly [string, Schema.Schema.AnyNoContext, unknown, string]>([
    ["a list", Schema.Array(Schema.String), null, "body must be a list of strings, not null."],
    [
      "a struct",
      Schema.Struct({ a: Schema.String }).annotations({ description: "Which ones. All of them." }),
      [],
      "body must be an object, not a list of 0."
    ],
    [
      "an enumeration or null",
      Schema.NullOr(Schema.Literal("bug", "feature")),
      5,
      "body must be one of bug, feature or null, not 5."
    ],
    [
      "a word outside an enumeration",
      Schema.Literal("open", "closed"),
      "Opne",
      `body must be one of open, closed, not "Opne"; the nearest is open.`
    ],
    [
      "no word",
      Schema.NullOr(Schema.Literal("open", "closed")),
      "",
      `body must be one of open, closed or null, not "".`
    ],
    [
      "an element of a list",
      Schema.Array(Schema.Literal("open", "closed")),
      ["open", "close\u0000"],
      `body[1] must be one of open, closed, not "close\\u0000"; the nearest is closed.`
    ],
    [
      "a choice that also accepts an empty text",
      Schema.Literal("", "open", "closed"),
      "opn",
      `body must be one of open, closed, not "opn"; the nearest is open.`
    ],
    ["one character", Schema.Number, "x", "body must be a number, not text of 1 character."],
    [
      "a part of what may be null",
      Schema.Struct({ rows: Schema.NullOr(Schema.Array(Schema.Struct({ max: Schema.Number }))) }),
      { rows: [{ max: 5 }, { max: "5" }] },
      "rows[1].max must be a number, not text of 1 character."
    ],
    [
      "a date that may be null",
      Schema.NullOr(Schema.Date),
      "soon",
      "body must be a date and time (ISO 8601), not text of 4 characters."
    ],
    ["a date or null", Schema.NullOr(Schema.Date), 5, "body must be a date and time (ISO 8601) or null, not 5."],
    ["text or null", Schema.NullOr(Schema.String), 5, "body must be a string or null, not 5."],
    ["a pattern", Schema.String.pipe(Schema.pattern(/^a$/)), 5, "body must be a string, not 5."],
    ["a date", Schema.Date, "soon", "body must be a date and time (ISO 8601), not text of 4 characters."]
  ])("describes %s", (_, schema, value, message) => {
    expect(failuresOf(schema as never, value).map((one) => one.message)).toEqual([message])
  })

  it.each(schemas)("contains only literals where its limit is a list of literals: %s", (_, schema) => {
    for (const name of propertiesOf(schema)) {
      for (const { limit } of failuresOf(schema, { [name]: "no such word" })) {
        if (typeof limit === "string") expect(limit).toMatch(/^[^\s,][^,]*(, [^\s,][^,]*)*$/)
      }
    }
  })
})

const propertiesOf = (schema: Schema.Schema<unknown, unknown>): ReadonlyArray<string> => {
  const members = (ast: { readonly _tag: string }): ReadonlyArray<string> =>
    ast._tag === "TypeLiteral"
      ? (ast as never as { propertySignatures: ReadonlyArray<{ name: PropertyKey }> }).propertySignatures
        .map(({ name }) => String(name))
      : ast._tag === "Union"
      ? (ast as never as { types: ReadonlyArray<{ _tag: string }> }).types.flatMap(members)
      : []
  return members(Schema.encodedSchema(schema).ast)
}
