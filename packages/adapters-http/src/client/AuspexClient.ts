import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect, Layer, Record } from "effect"
import type { Simplify } from "effect/Types"
import { CoreApi } from "../contract/CoreApi.ts"

/** What a client shows of itself; each goes into its own header. */
export interface Credentials {
  /** An agent key or a human token: `X-API-Key`. */
  readonly apiKey?: string
  /** A human token: `Authorization: Bearer`. */
  readonly token?: string
  /** `X-Admin-Key`. */
  readonly adminKey?: string
}

export interface ClientOptions {
  /** Where the service listens, e.g. `http://127.0.0.1:8787`; unset when `httpClient` knows. */
  readonly baseUrl?: string
  readonly credentials?: Credentials
  /** Sends the requests; fetch when unset. */
  readonly httpClient?: HttpClient.HttpClient
  /** Wraps the client that sends the requests: to wait where the server asks for it, to log, to set a time-out. */
  readonly transformClient?: (client: HttpClient.HttpClient) => HttpClient.HttpClient
  /** Wraps the reading of every answer: what it fails with is a refusal, or an answer that does not fit the contract. */
  readonly transformResponse?: (reading: Effect.Effect<unknown, unknown>) => Effect.Effect<unknown, unknown>
  /** Wraps every operation, from the encoding of its request to the reading of its answer. */
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

/** As `HttpApiClient.group`, by a name that is not known when this is compiled. */
const makeGroup = HttpApiClient.group as unknown as (
  api: object,
  options: object
) => Effect.Effect<Readonly<globalThis.Record<string, AnyOperation>>>

/**
 * A value as one segment of a path: the platform's client puts it there as it is, where a slash would ask for something
 * else. What an address would take for a step up (`..`) or for nothing names nothing; a blank, which nobody's name is, says so.
 */
const segmentOf = (value: unknown): unknown =>
  typeof value !== "string" ? value : /^\.{0,2}$/.test(value) ? "%20" : encodeURIComponent(value)

/**
 * A typed client of any API of the contract: `client.<group>.<operation>({ path, urlParams, payload })`. A refusal arrives
 * as a `CoreError` value in the error channel.
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
      // Made when it is asked for: all of them take a tenth of a second, and a command needs one or two.
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
