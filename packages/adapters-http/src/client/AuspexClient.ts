import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiClient from "@effect/platform/HttpApiClient"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect } from "effect"
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
  /** Wraps the client that sends the requests: to wait where the server asks for it, to log, to set a time-out. */
  readonly transformClient?: (client: HttpClient.HttpClient) => HttpClient.HttpClient
}

const withCredentials =
  ({ apiKey, token, adminKey }: Credentials) => (request: HttpClientRequest.HttpClientRequest) => {
    const headers: Record<string, string> = {}
    if (apiKey !== undefined) headers["x-api-key"] = apiKey
    if (token !== undefined) headers["authorization"] = `Bearer ${token}`
    if (adminKey !== undefined) headers["x-admin-key"] = adminKey
    return HttpClientRequest.setHeaders(request, headers)
  }

/**
 * A typed client of any API of the contract, over fetch: `client.<group>.<operation>({ path, urlParams, payload })`. A
 * refusal arrives as a `CoreError` value in the error channel.
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
    }
  }).pipe(Effect.provide(FetchHttpClient.layer))

/** The client of the core API. */
export const auspexClient = (options: ClientOptions) => clientOf(CoreApi, options)
