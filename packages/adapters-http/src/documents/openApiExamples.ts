import { readFileSync } from "node:fs"
import type { Json } from "./openApiSchemas.ts"

/** A request to one operation in the demo world, and its answer. */
export interface RecordedExample {
  readonly path?: Json
  readonly query?: Json
  readonly request?: unknown
  readonly status: number
  /** Absent if the answer is not JSON. */
  readonly response?: unknown
  /** Other successful answers, by status. */
  readonly others?: Readonly<Record<string, unknown>>
}

/** Recorded requests and answers by operation. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>

const read = (file: string): () => RecordedExamples => {
  let recorded: RecordedExamples | undefined
  return () => (recorded ??= JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")))
}

/**
 * The requests and answers of each API by operation that packages/cli/test/contract/recordExamples.ts last recorded in
 * the demo world; ids, names and counts are consistent across operations.
 */
export const recordedExamples = {
  core: read("./openApiExamples.json"),
  research: read("./openApiResearchExamples.json")
}

/** A schema with its references and `allOf` parts merged into it. */
const merged = ({ $ref, allOf, ...own }: Json, schemas: Json, depth = 0): Json => {
  if (depth > 8) return own
  const parts: Array<Json> = [
    ...($ref === undefined ? [] : [schemas[String($ref).split("/").pop() as string] ?? {}]),
    ...(allOf ?? [])
  ]
  return Object.assign({}, ...parts.map((part) => merged(part, schemas, depth + 1)), own)
}

/** The recorded answer with this status, if any. */
export const recordedAnswer = (recorded: RecordedExample | undefined, status: string): unknown =>
  String(recorded?.status) === status ? recorded?.response : recorded?.others?.[status]

/** A value that fits a JSON schema, for answers that were not recorded; prefers the schema's own examples. */
export const exampleOf = (written: Json | undefined, schemas: Json, depth = 0): unknown => {
  if (written === undefined || depth > 8) return {}
  const schema = merged(written, schemas)
  if (Array.isArray(schema["examples"]) && schema["examples"].length > 0) return schema["examples"][0]
  if (schema["const"] !== undefined) return schema["const"]
  if (Array.isArray(schema["enum"])) return schema["enum"][0]
  for (const union of ["anyOf", "oneOf"]) {
    if (Array.isArray(schema[union])) return exampleOf(schema[union][0], schemas, depth + 1)
  }
  const type = Array.isArray(schema["type"]) ? schema["type"][0] : schema["type"]
  switch (type) {
    case "object": {
      const required = new Set<string>(schema["required"] ?? [])
      return Object.fromEntries(
        Object.entries<Json>(schema["properties"] ?? {})
          .filter(([name]) => required.has(name))
          .map(([name, property]) => [name, exampleOf(property, schemas, depth + 1)])
      )
    }
    case "array":
      return schema["items"] === undefined || Array.isArray(schema["items"])
        ? []
        : [exampleOf(schema["items"], schemas, depth + 1)]
    case "integer":
    case "number":
      return schema["exclusiveMinimum"] === undefined ? schema["minimum"] ?? 1 : schema["exclusiveMinimum"] + 1
    case "boolean":
      return true
    case "null":
      return null
    case "string":
      return exampleText(schema)
    default:
      return {}
  }
}

const exampleText = (schema: Json): string => {
  if (schema["format"] === "date-time") return "2026-01-31T12:00:00.000Z"
  if (schema["format"] === "date") return "2026-01-31"
  if (schema["format"] === "email") return "ada@example.org"
  if (schema["format"] === "uri") return "https://example.org/page"
  return "text".padEnd(Math.min(schema["minLength"] ?? 0, 400), " text").slice(
    0,
    Math.max(4, Math.min(schema["maxLength"] ?? 400, 400))
  )
}
