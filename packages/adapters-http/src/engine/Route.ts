import { failure, type Failures, type Refusal } from "@auspex/domain/kernel"
import * as HttpApi from "@effect/platform/HttpApi"
import { Context, Either, Option, ParseResult, Schema, SchemaAST } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import type { PageAccess } from "../wire/Access.ts"
import { type AnyOperationPolicy, OperationPolicy, type OwnRateClass } from "../wire/OperationPolicy.ts"
import { bodyBytesMax } from "../wire/bodyBytesMax.ts"
import { decodeFailures } from "../wire/decodeFailures.ts"
import type { AnyHandler, GroupHandlers } from "./handlersFor.ts"
import { RouteMetrics } from "./Metrics.ts"
import type { Reply } from "./Reply.ts"
import type { ErasedServices } from "./ErasedServices.ts"

/** Decodes a part of a request, or returns all failures in it. */
export type Decoder = (encoded: unknown) => { readonly value: unknown } | { readonly failures: Failures }

/** The request that a refusal answers; `url` is its path and query. */
export interface RefusedRequest {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly requestId: string
}

/** Shows a refusal to a reader instead of a program. */
export type RefusalPage = (refusal: Refusal, request: RefusedRequest) => Reply<never>

type RoutePolicy = Omit<AnyOperationPolicy, "access"> & { readonly access: PageAccess }

/** A compiled operation: everything needed to serve it. */
export interface Route {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly access: PageAccess
  readonly policy: RoutePolicy
  readonly handler: AnyHandler
  readonly decodePath: Decoder | undefined
  readonly decodeQuery: Decoder | undefined
  readonly queryNames: ReadonlySet<string>
  /** For a read without an `as_of` parameter: refuse `as_of` instead of ignoring it and returning current data. */
  readonly refusesAsOf: boolean
  readonly decodePayload: Decoder | undefined
  /** How a body is interpreted. `none`: read up to the limit, then ignored. */
  readonly bodyKind: "json" | "raw" | "none"
  readonly bodyBytesMax: number
  readonly successStatus: number
  /** Checks a body against the contract's schema for the status; returns undefined or a description of the mismatch. */
  readonly checkAnswer: (status: number, body: unknown) => string | undefined
  readonly ownRate: OwnRateClass
  readonly deadlineMillis: number
  /** A GET that needs no credential: gets CORS headers, entity tags and shared caching. */
  readonly isPublicGet: boolean
  /** Health, readiness and metrics: exempt from the limit of requests in flight. */
  readonly isProbe: boolean
  /** For a page: how its refusals are shown. */
  readonly refusalPage: RefusalPage | undefined
  readonly metrics: RouteMetrics
}

const decoderOf = (schema: Option.Option<Schema.Schema.All>, root: string): Decoder | undefined => {
  if (Option.isNone(schema)) return undefined
  const decode = ParseResult.decodeUnknownEither(schema.value as Schema.Schema<unknown, unknown>, { errors: "all" })
  return (encoded) => {
    const result = decode(encoded)
    return Either.isRight(result)
      ? { value: result.right }
      : { failures: decodeFailures(result.left, root) }
  }
}

const namesOf = (schema: Option.Option<Schema.Schema.All>): ReadonlySet<string> =>
  Option.match(schema, {
    onNone: () => new Set<string>(),
    onSome: ({ ast }) =>
      new Set(SchemaAST.getPropertySignatures(SchemaAST.encodedAST(ast)).map(({ name }) => String(name)))
  })

const checkerOf = (
  successes: ReadonlyMap<number, { readonly ast: Option.Option<SchemaAST.AST> }>
): Route["checkAnswer"] => {
  const checks = new Map(Array.from(successes, ([status, { ast }]) =>
    [
      status,
      Option.getOrUndefined(Option.map(ast, (ast) =>
        ParseResult.decodeUnknownEither(Schema.make<unknown, unknown, never>(ast), {
          errors: "all",
          onExcessProperty: "error"
        })))
    ] as const))
  return (status, body) => {
    if (!checks.has(status)) return `the contract declares no success with status ${status}`
    const check = checks.get(status)
    if (check === undefined) return body === undefined ? undefined : "the contract declares no body"
    const result = check(body)
    return Either.isRight(result) ? undefined : ParseResult.TreeFormatter.formatIssueSync(result.left)
  }
}

/** What an endpoint says without its handler. */
type CompiledEndpoint = Omit<Route, "handler" | "metrics"> & { readonly group: string; readonly name: string }

const compileEndpoints = (api: HttpApi.HttpApi.AnyWithProps): ReadonlyArray<CompiledEndpoint> => {
  const compiled: Array<CompiledEndpoint> = []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint, successes }) => {
      const operationId = `${group.identifier}.${endpoint.name}`
      const policy = Option.getOrUndefined(Context.getOption(endpoint.annotations, OperationPolicy))
      if (policy === undefined) throw new Error(`${operationId} has no policy: wrap it in operation().`)
      const isGet = endpoint.method === "GET"
      const queryNames = namesOf(endpoint.urlParamsSchema)
      const decodePayload = isGet ? undefined : decoderOf(endpoint.payloadSchema, "body")
      compiled.push({
        group: group.identifier,
        name: endpoint.name,
        method: endpoint.method,
        path: endpoint.path,
        operationId,
        access: policy.access,
        policy,
        decodePath: decoderOf(endpoint.pathSchema, "path"),
        decodeQuery: decoderOf(endpoint.urlParamsSchema, "query"),
        queryNames,
        refusesAsOf: isGet && !queryNames.has("as_of"),
        decodePayload,
        bodyKind: decodePayload === undefined ? "none" : "json",
        bodyBytesMax: policy.bodyBytesMax ??
          (decodePayload === undefined ? bodyBytesMax.action : bodyBytesMax.default),
        successStatus: successes.keys().next().value ?? 200,
        checkAnswer: checkerOf(successes),
        ownRate: policy.ownRate ?? (isGet ? "read" : "write"),
        deadlineMillis: (policy.deadlineSeconds ?? 10) * 1_000,
        isPublicGet: isGet && (policy.access === "none" || policy.access === "optional"),
        isProbe: policy.ownRate === "unlimited",
        refusalPage: undefined
      })
    }
  })
  return compiled
}

// An API is a constant, and a process may serve it more than once: commands of a shell, instances in tests.
const compiledEndpoints = new WeakMap<HttpApi.HttpApi.AnyWithProps, ReadonlyArray<CompiledEndpoint>>()

const endpointsOf = (api: HttpApi.HttpApi.AnyWithProps): ReadonlyArray<CompiledEndpoint> => {
  const known = compiledEndpoints.get(api) ?? compileEndpoints(api)
  compiledEndpoints.set(api, known)
  return known
}

/** Compiles the endpoints of an API with their handlers. Throws unless they match one to one. */
export const compileRoutes = (
  api: HttpApi.HttpApi.AnyWithProps,
  groups: ReadonlyArray<GroupHandlers<ErasedServices>>
): ReadonlyArray<Route> => {
  const handlersByGroup = new Map(groups.map((group) => [group.groupName, group.handlers]))
  if (handlersByGroup.size !== groups.length) throw new Error("Two sets of handlers for one group.")
  const unhandled = Object.keys(api.groups).find((group) => !handlersByGroup.has(group))
  if (unhandled !== undefined) throw new Error(`No handlers for the group ${unhandled}.`)
  const used = new Set<AnyHandler>()
  const routes = endpointsOf(api).map(({ group, name, ...route }): Route => {
    const handler = handlersByGroup.get(group)?.[name]
    if (handler === undefined) throw new Error(`No handler for ${route.operationId}.`)
    used.add(handler)
    return { ...route, handler, metrics: new RouteMetrics(route.method, route.path) }
  })
  for (const { groupName, handlers } of groups) {
    for (const [name, handler] of Object.entries(handlers)) {
      if (!used.has(handler)) throw new Error(`The handler ${groupName}.${name} belongs to no endpoint.`)
    }
  }
  return routes
}

/** A route outside the contract: a page, a document, a file. */
export interface PlainRoute<out R = never> {
  readonly method: string
  readonly path: string
  readonly policy: RoutePolicy
  /** The parameters that change the answer; a cached answer ignores others. */
  readonly query?: Schema.Schema.All
  readonly bodyKind?: "raw" | "none"
  readonly handler: AnyHandler
  /** Renders refusals; by default as at an unknown address. Malformed requests are always refused in JSON. */
  readonly refusalPage?: RefusalPage
  readonly requirements?: (_: never) => R
}

/** Compiles a route outside the contract. */
export const compilePlainRoute = (plain: PlainRoute<ErasedServices>): Route => ({
  method: plain.method,
  path: plain.path,
  operationId: `${plain.method} ${plain.path}`,
  access: plain.policy.access,
  policy: plain.policy,
  handler: plain.handler,
  decodePath: (value) => ({ value }),
  decodeQuery: (value) => ({ value }),
  queryNames: namesOf(Option.fromNullable(plain.query)),
  refusesAsOf: false,
  decodePayload: undefined,
  bodyKind: plain.bodyKind ?? "none",
  bodyBytesMax: plain.policy.bodyBytesMax ?? bodyBytesMax.action,
  successStatus: 200,
  checkAnswer: () => undefined,
  ownRate: plain.policy.ownRate ?? (plain.method === "GET" ? "read" : "write"),
  deadlineMillis: (plain.policy.deadlineSeconds ?? 10) * 1_000,
  isPublicGet: plain.method === "GET" && (plain.policy.access === "none" || plain.policy.access === "optional"),
  isProbe: plain.policy.ownRate === "unlimited",
  refusalPage: plain.refusalPage,
  metrics: new RouteMetrics(plain.method, plain.path)
})

/** A failure about the request as a whole. */
export const requestFailure = (message: string, field?: string): Failures => [
  failure("INVALID_REQUEST", message, field === undefined ? {} : { field })
]
