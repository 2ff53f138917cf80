import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect, Layer, Record } from "effect"
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
  /** Where the service listens, e.g. `http://127.0.0.1:8787`. */
  readonly baseUrl: string
  readonly credentials?: Credentials
  /** Sends the requests; fetch when unset. */
  readonly httpClient?: HttpClient.HttpClient
  /** Wraps the client that sends the requests: to wait where the server asks for it, to log, to set a time-out. */
  readonly transformClient?: (client: HttpClient.HttpClient) => HttpClient.HttpClient
  /** Wraps the reading of every answer: what it fails with is a refusal, or an answer that does not fit the contract. */
  readonly transformResponse?: (reading: Effect.Effect<unknown, unknown>) => Effect.Effect<unknown, unknown>
}

const withCredentials =
  ({ apiKey, token, adminKey }: Credentials) => (request: HttpClientRequest.HttpClientRequest) => {
    const headers: Record<string, string> = {}
    if (apiKey !== undefined) headers["x-api-key"] = apiKey
    if (token !== undefined) headers["authorization"] = `Bearer ${token}`
    if (adminKey !== undefined) headers["x-admin-key"] = adminKey
    return HttpClientRequest.setHeaders(request, headers)
  }

type AnyOperation = (request?: { readonly path?: Readonly<Record<string, unknown>> }) => unknown
type AnyClient = Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>

/**
 * A value as one segment of a path. What an address would take for a step up (`..`) or for nothing names nothing; a blank,
 * which nobody's name is, says so.
 */
const segmentOf = (value: unknown): unknown =>
  typeof value !== "string" ? value : /^\.{0,2}$/.test(value) ? "%20" : encodeURIComponent(value)

/** The platform's client puts values into paths as they are, where a slash in a name would ask for something else. */
const withSegments = <Client>(client: Client): Client =>
  Record.map(
    client as AnyClient,
    (group) =>
      Record.map(group, (operation): AnyOperation => (request) =>
        operation(request?.path === undefined ? request : { ...request, path: Record.map(request.path, segmentOf) }))
  ) as Client

/**
 * A typed client of any API of the contract: `client.<group>.<operation>({ path, urlParams, payload })`. A refusal arrives
 * as a `CoreError` value in the error channel.
 */
export const clientOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>,
  options: ClientOptions
) =>
  HttpApiClient.make(api, {
    baseUrl: options.baseUrl,
    transformClient: (client) => {
      const known = HttpClient.mapRequest(client, withCredentials(options.credentials ?? {}))
      return options.transformClient === undefined ? known : options.transformClient(known)
    },
    transformResponse: options.transformResponse
  }).pipe(
    Effect.map(withSegments),
    Effect.provide(
      options.httpClient === undefined
        ? FetchHttpClient.layer
        : Layer.succeed(HttpClient.HttpClient, options.httpClient)
    )
  )

/** The client of the core API. */
export const auspexClient = (options: ClientOptions) => clientOf(CoreApi, options)

/** All operations of the core API, by group. */
export type AuspexClient = Effect.Effect.Success<ReturnType<typeof auspexClient>>
