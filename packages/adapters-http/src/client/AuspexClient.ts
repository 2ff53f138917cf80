import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect, Layer, Record } from "effect"
import type { Simplify } from "effect/Types"
import { CoreApi } from "../apis/CoreApi.ts"
import { ResearchApi } from "../apis/ResearchApi.ts"

/** The credentials of a client; each is sent in its own header. */
export interface Credentials {
  /** An agent key or a human token: `X-API-Key`. */
  readonly apiKey?: string
  /** A human token: `Authorization: Bearer`. */
  readonly token?: string
  /** `X-Admin-Key`. */
  readonly adminKey?: string
}

export interface ClientOptions {
  /** The base address of the service, e.g. `http://127.0.0.1:8787`; unset if `httpClient` adds it. */
  readonly baseUrl?: string
  readonly credentials?: Credentials
  /** Sends the requests. Default: fetch. */
  readonly httpClient?: HttpClient.HttpClient
  /** Wraps the client that sends the requests, for example to honour Retry-After, to log or to set a time-out. */
  readonly transformClient?: (client: HttpClient.HttpClient) => HttpClient.HttpClient
  /**
   * Wraps the decoding of every answer; it fails with a refusal, or with an answer that does not match the contract.
   */
  readonly transformResponse?: (reading: Effect.Effect<unknown, unknown>) => Effect.Effect<unknown, unknown>
  /** Wraps every operation, from the encoding of its request to the decoding of its answer. */
  readonly transformOperation?: (operation: Effect.Effect<unknown, unknown>) => Effect.Effect<unknown, unknown>
}

const withCredentials =
  ({ apiKey, token, adminKey }: Credentials) => (request: HttpClientRequest.HttpClientRequest) => {
    const headers: Record<string, string> = {}
    if (apiKey !== undefined) headers["x-api-key"] = apiKey
    if (token !== undefined) headers["authorization"] = `Bearer ${token}`
    if (adminKey !== undefined) headers["x-admin-key"] = adminKey
    return HttpClientRequest.setHeaders(request, headers)
  }

type AnyOperation = (
  request?: { readonly path?: Readonly<Record<string, unknown>> }
) => Effect.Effect<unknown, unknown>

/** `HttpApiClient.group` with untyped results, for a group whose name is known only at run time. */
const makeGroup = HttpApiClient.group as unknown as (
  api: object,
  options: object
) => Effect.Effect<Readonly<globalThis.Record<string, AnyOperation>>>

/**
 * Encodes a value as one path segment: the platform's client inserts values unencoded, so that a slash would change the
 * path. An empty value, `.` and `..` would change it even when encoded; they become a blank, which is no valid name or
 * id.
 */
const segmentOf = (value: unknown): unknown =>
  typeof value !== "string" ? value : /^\.{0,2}$/.test(value) ? "%20" : encodeURIComponent(value)

/**
 * A typed client of any API of the contract: `client.<group>.<operation>({ path, urlParams, payload })`. A refusal
 * arrives as a `CoreError` value in the error channel.
 */
export const clientOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
  { baseUrl, credentials = {}, httpClient, transformClient, transformOperation, transformResponse }: ClientOptions
): Effect.Effect<Simplify<HttpApiClient.Client<Groups, E, never>>> =>
  Effect.map(HttpClient.HttpClient, (sending) => {
    const known = HttpClient.mapRequest(sending, withCredentials(credentials))
    const options = { baseUrl, transformResponse, httpClient: transformClient?.(known) ?? known }
    const wrapped = (operation: AnyOperation): AnyOperation => (request) => {
      const path = request?.path === undefined ? {} : { path: Record.map(request.path, segmentOf) }
      const work = operation(request === undefined ? request : { ...request, ...path })
      return transformOperation?.(work) ?? work
    }
    const made: globalThis.Record<string, unknown> = {}
    const client = {}
    for (const group of Object.keys(api.groups)) {
      // Created on first use: all groups together take a tenth of a second, and a command needs one or two.
      const operations = () =>
        made[group] ??= Record.map(Effect.runSync(makeGroup(api, { ...options, group })), wrapped)
      Object.defineProperty(client, group, { enumerable: true, get: operations })
    }
    return client as Simplify<HttpApiClient.Client<Groups, E, never>>
  }).pipe(
    Effect.provide(
      httpClient === undefined ? FetchHttpClient.layer : Layer.succeed(HttpClient.HttpClient, httpClient)
    )
  )

/** The client of the core API. */
export const auspexClient = (options: ClientOptions) => clientOf(CoreApi, options)

/** All operations of the core API, by group. */
export type AuspexClient = Effect.Effect.Success<ReturnType<typeof auspexClient>>

/** The client of the research API. Its key goes into `credentials.token`. */
export const researchClient = (options: ClientOptions) => clientOf(ResearchApi, options)

export type ResearchClient = Effect.Effect.Success<ReturnType<typeof researchClient>>
