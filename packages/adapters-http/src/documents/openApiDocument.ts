import type { OutboxEventName } from "@auspex/domain/events"
import type { ErrorCode } from "@auspex/domain/kernel"
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import * as OpenApiJsonSchema from "@effect/platform/OpenApiJsonSchema"
import { Context, Option, Schema } from "effect"
import type { Access } from "../wire/Access.ts"
import { CoreError } from "../wire/CoreError.ts"
import { coreExplanations, errorCatalogue, type ErrorExplanation, statusOf } from "../wire/ErrorCatalogue.ts"
import { generalCodesOf } from "../wire/generalCodes.ts"
import { type AnyOperationPolicy, OperationPolicy } from "../wire/OperationPolicy.ts"
import { bodyBytesMax } from "../wire/bodyBytesMax.ts"
import { parameterDescriptionOf } from "../wire/parameterDescriptions.ts"
import type { SocketHandshake } from "../wire/SocketHandshake.ts"
import { exampleOf, recordedAnswer, type RecordedExample, type RecordedExamples } from "./openApiExamples.ts"
import { type Json, withOwnComponents, withFieldShapes } from "./openApiSchemas.ts"
import { webhooksOf } from "./openApiWebhooks.ts"

/** The security requirements of each access. */
export const requirements: Readonly<Record<Access, ReadonlyArray<Json>>> = {
  none: [],
  optional: [{}, { ApiKey: [] }, { HumanToken: [] }, { AdminKey: [] }],
  key: [{ ApiKey: [] }, { HumanToken: [] }],
  human: [{ HumanToken: [] }, { ApiKey: [] }],
  admin: [{ AdminKey: [] }],
  manager: [{ HumanToken: [] }, { ApiKey: [] }, { AdminKey: [] }],
  workspace: [{ WorkspaceKey: [] }]
}

const securitySchemes: Json = {
  ApiKey: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "An agent key (`sk_…`) or a human token (`ht_…`)."
  },
  HumanToken: {
    type: "http",
    scheme: "bearer",
    description:
      "A human token (`ht_…`) from `POST /api/auth/signup` or `POST /api/auth/login`; where an agent may act, its key is accepted as well."
  },
  AdminKey: { type: "apiKey", in: "header", name: "X-Admin-Key", description: "An admin key (`ak_…`)." },
  WorkspaceKey: { type: "http", scheme: "bearer", description: "A workspace key (`rk_…`) of the research API." }
}

/** The security schemes that some operation takes. */
const schemesOf = (facts: Iterable<EndpointFacts>): Json => {
  const used = new Set(
    Array.from(facts, ({ policy }) => requirements[policy.access].flatMap((one) => Object.keys(one))).flat()
  )
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name)))
}

/** One response per status, with the possible codes and an example of each. */
const errorResponses = (
  codes: ReadonlyArray<ErrorCode>,
  { errorExample = (code, error) => ({ error, code }), explanationsOf = coreExplanationsOf }: OpenApiOptions
): Json => {
  const responses: Json = {}
  const all = [...new Set(codes)].sort((a, b) => statusOf(a) - statusOf(b))
  for (const status of new Set(all.map(statusOf))) {
    const here = all.filter((code) => statusOf(code) === status).flatMap(explanationsOf)
    responses[status] = {
      description: here.map(({ cause, code }) => `\`${code}\`: ${cause}`).join("\n\n"),
      ...(status === 429 || status === 503
        ? {
          headers: { "Retry-After": { description: "Seconds until a retry can succeed.", schema: { type: "integer" } } }
        }
        : {}),
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Error" },
          examples: Object.fromEntries(here.map(({ cause, code }) => [code, { value: errorExample(code, cause) }]))
        }
      },
      "x-codes": here.map(({ code }) => code)
    }
  }
  return responses
}

const coreExplanationsOf = (code: ErrorCode): ReadonlyArray<ErrorExplanation> => [{ code, ...errorCatalogue[code] }]

const idempotencyKey: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Any text of 1 to 255 visible characters: the first answer is repeated for 24 hours.",
  schema: { type: "string", minLength: 1, maxLength: 255 }
}

/** A name of the code as the beginning of a sentence. */
export const sentenceCase = (name: string): string => {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export interface OpenApiOptions {
  readonly title: string
  readonly version: string
  readonly description: string
  /** What a reader does first, in Markdown, where the API has steps to take. */
  readonly firstSteps?: string
  /** The public address of the API; without it, the document's own address counts. */
  readonly serverUrl?: string | undefined
  /** The listener also serves the pages for people, so that the API reference has their header and footer. */
  readonly hasSite?: boolean
  /** Recorded requests and answers; others are derived from the schemas. */
  readonly examples?: () => RecordedExamples
  /** The events that this API's webhooks receive. */
  readonly events?: ReadonlyArray<OutboxEventName>
  /** WebSockets beside the operations of the contract. */
  readonly sockets?: ReadonlyArray<SocketHandshake>
  /** The contact of the service's operators. */
  readonly contact: string
  /** The catalogue of refusals, and what is written for a code; by default those of the core API. */
  readonly explanations?: ReadonlyArray<ErrorExplanation>
  readonly explanationsOf?: (code: ErrorCode) => ReadonlyArray<ErrorExplanation>
  /** The schema of refusals, and one with this code (as it is written) and message; by default those of the core API. */
  readonly errorBody?: Schema.Schema.All
  readonly errorExample?: (code: string, message: string) => unknown
}

/** The addresses of the API, the public one first, which generated clients use. No build can know them. */
export const serversOf = ({ serverUrl }: OpenApiOptions): ReadonlyArray<Json> => [
  ...(serverUrl === undefined
    ? []
    : [{ url: serverUrl.replace(/\/+$/, ""), description: "The public address." }]),
  { url: "/", description: "The address that this document was read from." }
]

/**
 * The OpenAPI 3.1 document of an API: every operation with its access, its limits, all error statuses and codes, and
 * examples. It is derived from the contract alone.
 */
export const openApiDocument = (api: HttpApi.HttpApi.Any, options: OpenApiOptions): Json => {
  // Without the library's error schemas: one of them is called Issue, like a resource of this API. Every refusal is an
  // `Error`.
  const whole = api as HttpApi.HttpApi.AnyWithProps
  const generated: Json = OpenApi.fromApi({ ...whole, errorSchema: Schema.Never } as unknown as typeof whole)
  OpenApiJsonSchema.makeWithDefs((options.errorBody ?? CoreError) as typeof CoreError, {
    defs: generated["components"].schemas
  })
  const document = withOwnComponents(generated)
  const schemas: Json = document["components"].schemas
  const policyOf = new Map<string, EndpointFacts>()
  const groupDescriptions = new Map<string, string>()
  HttpApi.reflect(whole, {
    onGroup: ({ group }) => {
      const described = Context.getOption(group.annotations, OpenApi.Description)
      if (Option.isSome(described)) groupDescriptions.set(group.identifier, described.value)
    },
    onEndpoint: ({ group, endpoint }) => {
      const policy = Option.getOrUndefined(Context.getOption(endpoint.annotations, OperationPolicy))
      if (policy === undefined) return
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}")
      policyOf.set(`${endpoint.method.toLowerCase()} ${path}`, {
        policy,
        name: endpoint.name,
        group: group.identifier,
        defaults: defaultsOf(endpoint)
      })
    }
  })
  for (const [path, methods] of Object.entries<Json>(document["paths"])) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const found = policyOf.get(`${method} ${path}`)
      if (found === undefined) continue
      describeOperation(operation, method, path, found, schemas, options)
    }
  }
  for (const socket of options.sockets ?? [])
    document["paths"][socket.path] = { get: handshakeOperation(socket, options) }
  return {
    ...document,
    openapi: "3.1.0",
    info: {
      title: options.title,
      version: options.version,
      description: [options.description, options.firstSteps].filter((part) => part !== undefined).join("\n\n"),
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: options.contact }
    },
    servers: serversOf(options),
    security: [],
    tags: [...new Set(Array.from(policyOf.values(), ({ group }) => group))].map((name) => ({
      name,
      description: groupDescriptions.get(name) ?? `${sentenceCase(name)}.`
    })),
    ...(options.events === undefined ? {} : { webhooks: webhooksOf(options.events) }),
    components: { ...document["components"], securitySchemes: schemesOf(policyOf.values()) },
    "x-error-catalogue": options.explanations ?? coreExplanations
  }
}

/** The operation of a handshake, with its refusals. */
const handshakeOperation = (
  { description, group, name, policy, summary }: SocketHandshake,
  options: OpenApiOptions
): Json => ({
  tags: [group],
  operationId: `${group}_${name}`,
  summary,
  description,
  security: requirements[policy.access],
  responses: {
    101: { description: "The connection is a WebSocket from here on." },
    ...errorResponses(
      [...generalCodesOf("get", policy, false), ...(policy.refuses ?? []), "UPGRADE_REQUIRED"],
      options
    ),
    default: {
      description: "Any other refusal.",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } }
    }
  }
})

/** An endpoint's part of the contract that its operation in the document needs. */
interface EndpointFacts {
  readonly policy: AnyOperationPolicy
  readonly name: string
  readonly group: string
  /** The default values of its query parameters. */
  readonly defaults: Json
}

/** The decoded query of a request with only the required parameters. */
const defaultsOf = (endpoint: { readonly urlParamsSchema: Option.Option<unknown> }): Json => {
  if (Option.isNone(endpoint.urlParamsSchema)) return {}
  const decode = Schema.decodeUnknownOption(endpoint.urlParamsSchema.value as Schema.Schema<Json, unknown>)
  return Option.getOrElse(decode({}), () => Option.getOrElse(decode({ q: "x" }), () => ({})))
}

const describeParameters = (operation: Json, path: string, defaults: Json, recorded: RecordedExample | undefined) => {
  for (const parameter of operation["parameters"] ?? []) {
    const { in: place, name, schema } = parameter
    const description = parameter["description"] ?? parameterDescriptionOf(path, name)
    delete schema["description"]
    const value = place === "query" && parameter["required"] !== true ? defaults[name] : undefined
    if (value !== undefined) schema["default"] = value
    if (description !== undefined) parameter["description"] = description
    const example = (place === "path" ? recorded?.path : recorded?.query)?.[name]
    if (example !== undefined) parameter["example"] = example
  }
}

const describeOperation = (
  operation: Json,
  method: string,
  path: string,
  { defaults, policy, name, group }: EndpointFacts,
  schemas: Json,
  options: OpenApiOptions
): void => {
  const hasInput = operation["requestBody"] !== undefined || (operation["parameters"] ?? []).length > 0
  operation["operationId"] = `${group}_${name}`
  const recorded = options.examples?.()[operation["operationId"]]
  describeParameters(operation, path, defaults, recorded)
  operation["summary"] ??= sentenceCase(name)
  operation["security"] = requirements[policy.access]
  operation["tags"] = [group]
  // The contract declares no errors, so these are the answers of handlers, health's 503 among them.
  const successes: Json = operation["responses"]
  for (const [status, response] of Object.entries<Json>(successes)) {
    response["description"] = response["description"] ?? (status === "201" ? "Created." : "Success.")
    // No content has no type either.
    if (policy.produces !== undefined && status !== "204") {
      response["content"] = textsOf(policy.produces)
      continue
    }
    for (const media of Object.values<Json>(response["content"] ?? {})) {
      withFieldShapes(media["schema"], operation["operationId"])
      media["example"] = recordedAnswer(recorded, status) ?? exampleOf(media["schema"], schemas)
    }
    Object.assign(response["content"] ?? {}, textsOf(policy.alsoProduces ?? []))
  }
  for (const media of Object.values<Json>(operation["requestBody"]?.content ?? {})) {
    withFieldShapes(media["schema"], operation["operationId"])
    media["example"] = recorded?.request ?? exampleOf(media["schema"], schemas)
  }
  if (policy.bodyIsOptional === true) operation["requestBody"].required = false
  operation["responses"] = {
    ...successes,
    ...(hasEntityTag(method, policy) ? { 304: notModified } : {}),
    ...withoutKeys(
      errorResponses([...generalCodesOf(method, policy, hasInput), ...(policy.refuses ?? [])], options),
      successes
    )
  }
  if (policy.creates !== undefined) operation["parameters"] = [...(operation["parameters"] ?? []), idempotencyKey]
  if (method !== "get")
    operation["x-body-bytes-max"] = policy.bodyBytesMax ??
      (operation["requestBody"] === undefined ? bodyBytesMax.action : bodyBytesMax.default)
  if (policy.exactRate !== undefined) {
    const { rule, by } = policy.exactRate
    operation["x-rate-limit"] = { max: rule.max, window_seconds: rule.windowSeconds, by }
  }
}

/** The content of formats that are not JSON. Parameters such as `charset` are not part of a media type's key. */
const textsOf = (types: ReadonlyArray<string>): Json =>
  Object.fromEntries(types.map((type) => [type.replace(/;.*$/s, "").trim(), { schema: { type: "string" } }]))

/** Whether answers have an entity tag: public reads do, but not exports, which are streamed. */
const hasEntityTag = (method: string, { access, ownRate }: AnyOperationPolicy): boolean =>
  method === "get" && (access === "none" || access === "optional") && ownRate !== "export"

const notModified: Json = {
  description:
    "Not modified: what was read with the `ETag` that `If-None-Match` names is still current. Only without a credential.",
  headers: { ETag: { description: "The entity tag of the current answer.", schema: { type: "string" } } }
}

const withoutKeys = (record: Json, other: Json): Json =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !(key in other)))
