import { isThorough } from "@auspex/testkit/databases"

/** The part of JSON Schema that the contract's documents use. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: JsonSchema
  readonly maxLength?: number
  readonly minLength?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

export interface OpenApiOperation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string; readonly schema: JsonSchema }>
}

/** A value as JSON text, which may be a number that JavaScript cannot represent. */
export interface HostileValue {
  readonly description: string
  /** JSON text; undefined leaves the field out. */
  readonly json: string | undefined
  /** Whether the refusal must name the field. False for a well-formed value with a wrong meaning. */
  readonly named: boolean
}

/** A short run tries every fourth value. */
const sampleStep = 4

/**
 * The values for one place: a thorough run tries all of them, a short run every fourth, beginning with the value number
 * `at`. So a short run tries every value at a quarter of the places.
 */
export const sampleOf = <A>(values: ReadonlyArray<A>, at: number): ReadonlyArray<A> =>
  isThorough ? values : values.filter((_, index) => index % sampleStep === at % sampleStep)

const kinds = {
  string: "\"perhaps\"",
  number: "12.5",
  boolean: "true",
  array: "[\"perhaps\"]",
  object: "{\"a\":1}",
  null: "null"
} as const
type Kind = keyof typeof kinds

/** Resolves a schema's reference. */
export const resolved = (document: OpenApiDocument, schema: JsonSchema): JsonSchema => {
  if (schema.$ref === undefined) return schema
  const target = document.components.schemas[schema.$ref.split("/").at(-1)!]
  if (target === undefined) throw new Error(`${schema.$ref} leads nowhere`)
  return resolved(document, target)
}

/** The members of a union, or the schema itself. */
const members = (document: OpenApiDocument, schema: JsonSchema): ReadonlyArray<JsonSchema> => {
  const found = resolved(document, schema)
  const parts = found.anyOf ?? found.oneOf
  return parts === undefined ? [found] : parts.flatMap((part) => members(document, part))
}

const kindsOf = (schema: JsonSchema): ReadonlyArray<Kind> => {
  if (schema.enum !== undefined) return schema.enum.map((value) => value === null ? "null" : typeof value as Kind)
  if (schema.type === undefined) return schema.properties === undefined ? Object.keys(kinds) as Array<Kind> : ["object"]
  return [schema.type].flat().map((type) => (type === "integer" ? "number" : type) as Kind)
}

const named = (description: string, json: string | undefined): HostileValue => ({ description, json, named: true })
const refused = (description: string, json: string | undefined): HostileValue => ({ description, json, named: false })

/** A field of a body at any depth. */
export interface BodyField {
  readonly path: ReadonlyArray<string>
  readonly values: ReadonlyArray<HostileValue>
}

const formats: Readonly<Record<string, ReadonlyArray<string>>> = {
  date: ["yesterday", "2027-02-30", "2027-1-1", "2027-02-30T00:00:00Z", "2027-01-01T25:00:00Z", "+999999-01-01"],
  "date-time": ["yesterday", "2027-02-30T00:00:00Z", "2027-01-01", "+275760-09-13T00:00:00.001Z"],
  uri: ["javascript:alert(1)", "no uri at all", "//example.org/x", "data:text/html,x"],
  email: ["nobody", "a@b@c", "@example.org", "a b@example.org", "a@\\u202eexample.org"]
}

/** The values that a field must refuse according to its schema. */
const valuesOf = (document: OpenApiDocument, schema: JsonSchema, required: boolean, bodyBytesMax: number) => {
  const parts = members(document, schema)
  const accepted = new Set(parts.flatMap(kindsOf))
  const values: Array<HostileValue> = []
  for (const [kind, json] of Object.entries(kinds))
    if (!accepted.has(kind as Kind)) values.push(named(`${kind} in its place`, json))
  if (required) values.push(named("left out", undefined))
  if (accepted.has("string") && !accepted.has("object")) {
    values.push(named("U+0000", "\"per\\u0000haps\""), named("a lone surrogate", "\"per\\ud800haps\""))
    values.push(refused("as long as the body may be", `"${"x".repeat(Math.floor(bodyBytesMax * 0.75))}"`))
    if (required) values.push(refused("empty", "\"\""), refused("white space", "\"  \\t \""))
  }
  for (const part of parts) {
    if (
      part.enum !== undefined && !accepted.has("object") &&
      parts.every((other) => other.enum !== undefined || other.type === "null")
    ) {
      values.push(
        named("an unknown word", "\"no_such_word\""),
        named("a known word in another case", JSON.stringify(String(part.enum[0]).toUpperCase()))
      )
    }
    if (part.maxLength !== undefined) values.push(named("one too long", `"${"x".repeat(part.maxLength + 1)}"`))
    if (part.maxItems !== undefined) {
      values.push(
        named("one too many", JSON.stringify(Array.from({ length: part.maxItems + 1 }, (_, index) => `item ${index}`)))
      )
    }
    if (part.format !== undefined) {
      for (const text of formats[part.format] ?? []) values.push(named(`"${text}"`, `"${text}"`))
    }
    if (part.type === "integer") values.push(named("a fraction", "60.5"))
    if (part.type === "number" || part.type === "integer") {
      for (const text of ["1e308", "1e400", "-1e400", "9007199254740993", "-1", "0", "-0.0"]) {
        const value = Number(text)
        if (value > (part.maximum ?? Infinity) || value < (part.minimum ?? -Infinity) || !Number.isFinite(value))
          values.push(named(text, text))
      }
    }
    if (part.items !== undefined) {
      for (const [kind, json] of Object.entries(kinds)) {
        if (!kindsOf(resolved(document, part.items)).includes(kind as Kind))
          values.push(named(`a list with ${kind}`, `[${json},${json}]`))
      }
      values.push(named("a list with U+0000", "[\"a\\u0000\",\"b\"]"), named("a list in a list", "[[[[\"a\"]]]]"))
    }
  }
  return values
}

/** The fields of a body, including those of nested objects. */
export const bodyFields = (
  document: OpenApiDocument,
  schema: JsonSchema,
  bodyBytesMax: number,
  path: ReadonlyArray<string> = []
): ReadonlyArray<BodyField> => {
  const { properties = {}, required = [] } = resolved(document, schema)
  return Object.entries(properties).flatMap(([name, property]) => {
    const here = [...path, name]
    const inner = members(document, property).filter((part) => part.properties !== undefined)
    return [
      { path: here, values: valuesOf(document, property, required.includes(name), bodyBytesMax) },
      ...inner.flatMap((part) => bodyFields(document, part, bodyBytesMax, here))
    ]
  })
}

/** `base` as JSON text with one field replaced. */
export const withField = (base: object, path: ReadonlyArray<string>, json: string | undefined): string => {
  const [name, ...rest] = path as [string, ...Array<string>]
  const parts = Object.entries(base).filter(([key, value]) => key !== name && value !== undefined).map(([key, value]) =>
    `${JSON.stringify(key)}:${JSON.stringify(value)}`
  )
  const former = (base as Record<string, unknown>)[name]
  const text = rest.length === 0
    ? json
    : withField(typeof former === "object" && former !== null ? former : {}, rest, json)
  return `{${[...parts, ...(text === undefined ? [] : [`${JSON.stringify(name)}:${text}`])].join(",")}}`
}
