import { type FieldShape, fieldShapeOf } from "../contract/fieldShapes.ts"
import { fieldWordsOf } from "../contract/fieldWords.ts"

export type Json = Record<string, any>

/** Says what the generator does not know of our schemas. */
const modernise = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(modernise)
  if (value === null || typeof value !== "object") return value
  const schema: Json = {}
  for (const [name, part] of Object.entries(value)) {
    // Unknown fields are ignored in requests, and answers may grow.
    if (name === "additionalProperties" && part === false) continue
    schema[name] = modernise(part)
  }
  if (
    schema["description"] === "a string to be decoded into a Date" ||
    schema["description"] === "a string that will be parsed into a Date"
  ) {
    schema["format"] = "date-time"
    schema["description"] = "ISO 8601, UTC, milliseconds"
  }
  // "int" and "a string matching the pattern …": the library's words, which say what the keywords say.
  if (typeof schema["title"] === "string" && /^\w+(\(.*\))?$/s.test(schema["title"])) delete schema["title"]
  if (typeof schema["description"] === "string" && /^an? [^.]*$/s.test(schema["description"]))
    delete schema["description"]
  return schema
}

const prefix = "#/components/schemas/"

/** Replaces what refers to one of `parts` by the part itself. */
const inlined = (value: unknown, parts: Json): unknown => {
  if (Array.isArray(value)) return value.map((one) => inlined(one, parts))
  if (value === null || typeof value !== "object") return value
  const { $ref, allOf, ...own } = value as Json
  const rest = inlinedFields(own, parts)
  const [only] = Array.isArray(allOf) && allOf.length === 1 ? allOf : [{ $ref }]
  const part = typeof only?.$ref === "string" ? parts[only.$ref.slice(prefix.length)] : undefined
  if (part !== undefined) return { ...part, ...rest }
  return {
    ...rest,
    ...($ref === undefined ? {} : { $ref }),
    ...(allOf === undefined ? {} : { allOf: inlined(allOf, parts) })
  }
}

const inlinedFields = (fields: Json, parts: Json): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, part]) => [name, inlined(part, parts)]))

/**
 * The generated document in which every component is a resource of ours: what the library names itself (dates, whole
 * numbers) stands where it is used, and the components say what values their fields have.
 */
export const ownSchemas = (generated: Json): Json => {
  const document = modernise(generated) as Json
  const all: Json = document["components"].schemas
  const parts = Object.fromEntries(Object.entries<Json>(all).filter(([, schema]) => schema["type"] !== "object"))
  const own = inlined(Object.fromEntries(Object.entries(all).filter(([name]) => !(name in parts))), parts) as Json
  for (const [name, schema] of Object.entries<Json>(own)) withFieldShapes(schema, name)
  return {
    ...document,
    paths: inlined(document["paths"], parts),
    components: { ...document["components"], schemas: own }
  }
}

const keywordsOf: Readonly<Record<string, ReadonlyArray<Exclude<keyof FieldShape, "items">>>> = {
  string: ["format", "minLength", "maxLength"],
  integer: ["minimum", "maximum"],
  number: ["minimum", "maximum"],
  array: ["minItems", "maxItems"]
}

/** Adds to a schema what a shape says and the schema does not. */
const shape = (schema: Json, known: FieldShape): void => {
  for (const member of [...(schema["anyOf"] ?? []), ...(schema["oneOf"] ?? [])]) shape(member, known)
  if (schema["enum"] !== undefined || schema["const"] !== undefined) return
  for (const keyword of keywordsOf[schema["type"]] ?? []) {
    if (known[keyword] !== undefined) schema[keyword] ??= known[keyword]
  }
  const isList = schema["type"] === "array" && schema["items"] !== undefined
  if (isList && known.items !== undefined) shape(schema["items"], known.items)
}

/**
 * Adds to the fields of an object, and of objects within it, what values they have and what they mean. A default of a field becomes words: many
 * generators of clients take a field with a default for one that is always there, and then demand it in requests.
 */
export const withFieldShapes = (schema: Json, component = ""): void => {
  for (const member of [...(schema["anyOf"] ?? []), ...(schema["oneOf"] ?? []), ...(schema["allOf"] ?? [])])
    withFieldShapes(member, component)
  if (schema["type"] === "array" && schema["items"] !== undefined) withFieldShapes(schema["items"], component)
  for (const [field, part] of Object.entries<Json>(schema["properties"] ?? {})) {
    const known = fieldShapeOf(component, field)
    if (known !== undefined) shape(part, known)
    const words = fieldWordsOf(component, field)
    if (words !== undefined && part["$ref"] === undefined) part["description"] ??= words
    if (part["default"] !== undefined) {
      part["description"] = [part["description"], `${part["default"]} when unset.`].filter(Boolean).join(" ")
      delete part["default"]
    }
    withFieldShapes(part, component)
  }
}
