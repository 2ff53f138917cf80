import { type FieldShape, fieldShapeOf } from "../wire/fieldShapes.ts"
import { fieldDescriptionOf } from "../wire/fieldDescriptions.ts"

/** Untyped JSON: the library that generates the documents does not type them either. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = Record<string, any>

/**
 * Corrects generated schemas: allows unknown fields, describes dates, and removes the library's generic texts and its
 * `$id`s, since validators refuse a document in which an id occurs twice.
 */
export const normalised = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(normalised)
  if (value === null || typeof value !== "object") return value
  const schema: Json = {}
  for (const [name, part] of Object.entries(value)) {
    // Requests may have unknown fields, which are ignored, and answers may get new fields.
    if (name === "additionalProperties" && part === false) continue
    // A field may have this name, too; its value is then a schema.
    if (name === "$id" && typeof part === "string") continue
    schema[name] = normalised(part)
  }
  if (
    schema["description"] === "a string to be decoded into a Date" ||
    schema["description"] === "a string that will be parsed into a Date"
  ) {
    schema["format"] = "date-time"
    schema["description"] = "ISO 8601, UTC, milliseconds"
  }
  // The library's titles and descriptions ("int", "a string matching the pattern …") only repeat the keywords.
  if (typeof schema["title"] === "string" && /^\w+(\(.*\))?$/s.test(schema["title"])) delete schema["title"]
  if (typeof schema["description"] === "string" && /^an? [^.]*$/s.test(schema["description"]))
    delete schema["description"]
  return schema
}

const prefix = "#/components/schemas/"

/** Replaces references to `parts` by the parts themselves. */
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
 * The generated document with only this API's schemas as components: the library's own components (dates, whole
 * numbers) are inlined, and the fields get their restrictions and descriptions.
 */
export const withOwnComponents = (generated: Json): Json => {
  const document = normalised(generated) as Json
  const all: Json = document["components"].schemas
  const parts = Object.fromEntries(Object.entries<Json>(all).filter(([, schema]) => schema["type"] !== "object"))
  const own = inlined(Object.fromEntries(Object.entries(all).filter(([name]) => !(name in parts))), parts) as Json
  const paths = namedAgain(inlined(document["paths"], parts), own)
  for (const [name, schema] of Object.entries<Json>(own)) withFieldShapes(schema, name)
  return { ...document, paths, components: { ...document["components"], schemas: own } }
}

/** Replaces each body that repeats a component by a reference to it: the library inlines those of status 201. */
const namedAgain = (paths: unknown, components: Json): unknown => {
  const nameOf = new Map(Object.entries<Json>(components).map(([name, schema]) => [JSON.stringify(schema), name]))
  const walked = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walked)
    if (value === null || typeof value !== "object") return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        const name = key === "schema" ? nameOf.get(JSON.stringify(part)) : undefined
        return [key, name === undefined ? walked(part) : { $ref: `${prefix}${name}` }]
      })
    )
  }
  return walked(paths)
}

const keywordsOf: Readonly<Record<string, ReadonlyArray<Exclude<keyof FieldShape, "items">>>> = {
  string: ["format", "minLength", "maxLength"],
  integer: ["minimum", "exclusiveMinimum", "maximum"],
  number: ["minimum", "exclusiveMinimum", "maximum"],
  array: ["minItems", "maxItems"]
}

/** Adds a shape's keywords that the schema lacks. */
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
 * Adds restrictions and descriptions to the fields of the component (or, outside components, of the operation) that
 * `owner` names, and to those of nested objects, whose place is the path to them. A default value moves into the
 * description: many client generators treat a field with a default as always present and then require it in requests.
 */
export const withFieldShapes = (schema: Json, owner: string, path = ""): void => {
  for (const member of [...(schema["anyOf"] ?? []), ...(schema["oneOf"] ?? []), ...(schema["allOf"] ?? [])])
    withFieldShapes(member, owner, path)
  if (schema["type"] === "array" && schema["items"] !== undefined) withFieldShapes(schema["items"], owner, path)
  for (const [field, part] of Object.entries<Json>(schema["properties"] ?? {})) {
    const place = `${path}${field}`
    const known = fieldShapeOf(owner, place)
    if (known !== undefined) shape(part, known)
    const description = fieldDescriptionOf(owner, place)
    if (description !== undefined && part["$ref"] === undefined) part["description"] ??= description
    if (part["default"] !== undefined) {
      part["description"] = [part["description"], `${part["default"]} when unset.`].filter(Boolean).join(" ")
      delete part["default"]
    }
    withFieldShapes(part, owner, `${place}.`)
  }
}
