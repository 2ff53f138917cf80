import { errorCatalogue, type ErrorCode, errorCodes, statusOf } from "@auspex/domain/kernel"
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import * as OpenApiJsonSchema from "@effect/platform/OpenApiJsonSchema"
import { Context, Option } from "effect"
import type { Access } from "../contract/Access.ts"
import { CoreError } from "../contract/CoreError.ts"
import { type AnyManners, bodyBytesMax, Manners } from "../contract/Manners.ts"

type Json = Record<string, any>

const requirements: Readonly<Record<Access, ReadonlyArray<Json>>> = {
  none: [],
  optional: [{}, { ApiKey: [] }, { HumanToken: [] }, { AdminKey: [] }],
  key: [{ ApiKey: [] }, { HumanToken: [] }],
  human: [{ HumanToken: [] }, { ApiKey: [] }],
  admin: [{ AdminKey: [] }]
}

const securitySchemes: Json = {
  ApiKey: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "An agent key (`sk_…`); a human token is taken as well."
  },
  HumanToken: { type: "http", scheme: "bearer", description: "A human token (`ht_…`) from `POST /api/auth/login`." },
  AdminKey: { type: "apiKey", in: "header", name: "X-Admin-Key", description: "An admin key (`ak_…`)." }
}

/** The codes that any operation of this shape may answer with, besides its own. */
const generalCodes = (method: string, manners: AnyManners, hasInput: boolean): ReadonlyArray<ErrorCode> => [
  // Even a GET without parameters refuses `as_of` rather than ignore it.
  ...(hasInput || method === "get" ? ["INVALID_REQUEST" as const] : []),
  ...(manners.access === "none" || manners.access === "optional"
    ? []
    : ["MISSING_AUTH" as const, "INVALID_API_KEY" as const]),
  ...(manners.access === "key" || manners.access === "human"
    ? ["INVALID_TOKEN" as const, "ACCOUNT_SUSPENDED" as const]
    : []),
  ...(manners.access === "human" ? ["HUMAN_REQUIRED" as const] : []),
  ...(manners.access === "admin" ? ["INVALID_TOKEN" as const, "ADMIN_REQUIRED" as const] : []),
  ...(manners.creates === undefined ? [] : ["IDEMPOTENCY_MISMATCH" as const, "IDEMPOTENCY_IN_PROGRESS" as const]),
  ...(method === "get" ? [] : ["PAYLOAD_TOO_LARGE" as const]),
  ...(method === "get" || !hasInput ? [] : ["UNSUPPORTED_MEDIA_TYPE" as const]),
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE"
]

/** One response per status, naming the codes that it may carry, with an example of each. */
const errorResponses = (codes: ReadonlyArray<ErrorCode>): Json => {
  const responses: Json = {}
  const all = [...new Set(codes)].sort((a, b) => statusOf(a) - statusOf(b))
  for (const status of new Set(all.map(statusOf))) {
    const here = all.filter((code) => statusOf(code) === status)
    responses[status] = {
      description: here.map((code) => `\`${code}\`: ${errorCatalogue[code].cause}`).join("\n\n"),
      ...(status === 429 || status === 503
        ? {
          headers: { "Retry-After": { description: "Seconds until a retry can succeed.", schema: { type: "integer" } } }
        }
        : {}),
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Error" },
          examples: Object.fromEntries(
            here.map((code) => [code, { value: { error: errorCatalogue[code].cause, code } }])
          )
        }
      },
      "x-codes": here
    }
  }
  return responses
}

const idempotencyKey: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Any text of 1 to 255 visible characters: the first answer is repeated for 24 hours.",
  schema: { type: "string", minLength: 1, maxLength: 255 }
}

const sentenceCase = (name: string): string => {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A schema with its references and `allOf` parts laid over one another. */
const merged = ({ $ref, allOf, ...own }: Json, schemas: Json, depth = 0): Json => {
  if (depth > 8) return own
  const parts: Array<Json> = [
    ...($ref === undefined ? [] : [schemas[String($ref).split("/").pop() as string] ?? {}]),
    ...(allOf ?? [])
  ]
  return Object.assign({}, ...parts.map((part) => merged(part, schemas, depth + 1)), own)
}

/** A value that fits a JSON schema, for documentation; prefers what the schema itself shows. */
const exampleOf = (written: Json | undefined, schemas: Json, depth = 0): unknown => {
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
      return schema["minimum"] ?? schema["exclusiveMinimum"] ?? 1
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
  return schema
}

export interface OpenApiOptions {
  readonly title: string
  readonly version: string
  readonly description: string
  readonly serverUrl?: string
}

/**
 * The OpenAPI 3.1 document of an API: every operation with its access, its limits, every error status and code, and
 * examples. Derived from the contract alone.
 */
export const openApiDocument = (api: HttpApi.HttpApi.Any, options: OpenApiOptions): Json => {
  const document = modernise(OpenApi.fromApi(api as any)) as Json
  const schemas: Json = document["components"].schemas
  const errorSchemas: Json = {}
  OpenApiJsonSchema.makeWithDefs(CoreError, { defs: errorSchemas })
  Object.assign(schemas, modernise(errorSchemas))
  const mannersOf = new Map<string, { readonly manners: AnyManners; readonly name: string; readonly group: string }>()
  const groupDescriptions = new Map<string, string>()
  HttpApi.reflect(api as any, {
    onGroup: ({ group }) => {
      const described = Context.getOption(group.annotations, OpenApi.Description)
      if (Option.isSome(described)) groupDescriptions.set(group.identifier, described.value)
    },
    onEndpoint: ({ group, endpoint }) => {
      const manners = Option.getOrUndefined(Context.getOption(endpoint.annotations, Manners))
      if (manners === undefined) return
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}")
      mannersOf.set(`${endpoint.method.toLowerCase()} ${path}`, {
        manners,
        name: endpoint.name,
        group: group.identifier
      })
    }
  })
  for (const [path, methods] of Object.entries<Json>(document["paths"])) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const found = mannersOf.get(`${method} ${path}`)
      if (found === undefined) continue
      describeOperation(operation, method, found, schemas)
    }
  }
  dropUnused(document, ["HttpApiDecodeError", "Issue", "PropertyKey"])
  return {
    ...document,
    openapi: "3.1.0",
    info: {
      title: options.title,
      version: options.version,
      description: options.description,
      license: { name: "MIT", identifier: "MIT" }
    },
    servers: [{ url: options.serverUrl ?? "/" }],
    security: [],
    tags: [...new Set(Array.from(mannersOf.values(), ({ group }) => group))].map((name) => ({
      name,
      description: groupDescriptions.get(name) ?? `${sentenceCase(name)}.`
    })),
    components: { ...document["components"], securitySchemes },
    "x-error-catalogue": errorCodes.map((code) => ({ code, ...errorCatalogue[code] }))
  }
}

const describeOperation = (
  operation: Json,
  method: string,
  { manners, name, group }: { readonly manners: AnyManners; readonly name: string; readonly group: string },
  schemas: Json
): void => {
  const hasInput = operation["requestBody"] !== undefined || (operation["parameters"] ?? []).length > 0
  operation["operationId"] = `${group}_${name}`
  operation["summary"] ??= sentenceCase(name)
  operation["security"] = requirements[manners.access]
  operation["tags"] = [group]
  const successes = Object.fromEntries(
    Object.entries<Json>(operation["responses"]).filter(([status]) => isSuccess(status, manners, operation))
  )
  for (const [status, response] of Object.entries(successes)) {
    response["description"] = response["description"] ?? (status === "201" ? "Created." : "Success.")
    if (manners.produces !== undefined) {
      response["content"] = Object.fromEntries(manners.produces.map((type) => [type, { schema: { type: "string" } }]))
      continue
    }
    for (const media of Object.values<Json>(response["content"] ?? {}))
      media["example"] = exampleOf(media["schema"], schemas)
    for (const type of manners.alsoProduces ?? []) response["content"][type] = { schema: { type: "string" } }
  }
  for (const media of Object.values<Json>(operation["requestBody"]?.content ?? {}))
    media["example"] = exampleOf(media["schema"], schemas)
  if (manners.bodyIsOptional === true) operation["requestBody"].required = false
  operation["responses"] = {
    ...successes,
    ...withoutKeys(errorResponses([...generalCodes(method, manners, hasInput), ...(manners.refuses ?? [])]), successes)
  }
  if (manners.creates !== undefined) operation["parameters"] = [...(operation["parameters"] ?? []), idempotencyKey]
  if (method !== "get")
    operation["x-body-bytes-max"] = manners.bodyBytesMax ??
      (operation["requestBody"] === undefined ? bodyBytesMax.action : bodyBytesMax.default)
  if (manners.exactRate !== undefined) {
    const { rule, by } = manners.exactRate
    operation["x-rate-limit"] = { max: rule.max, window_seconds: rule.windowSeconds, by }
  }
}

/** Errors all carry the `Error` schema; what else is declared is a success, health's 503 included. */
const isSuccess = (status: string, _: AnyManners, operation: Json): boolean => {
  if (Number(status) < 400) return true
  const schema = operation["responses"][status]?.content?.["application/json"]?.schema
  return JSON.stringify(schema ?? {}).includes("#/components/schemas/Health")
}

const withoutKeys = (record: Json, other: Json): Json =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !(key in other)))

const dropUnused = (document: Json, names: ReadonlyArray<string>): void => {
  for (const name of names) {
    const rest = JSON.stringify({
      ...document,
      components: { schemas: { ...document["components"].schemas, [name]: undefined } }
    })
    if (!rest.includes(`"#/components/schemas/${name}"`)) delete document["components"].schemas[name]
  }
}
