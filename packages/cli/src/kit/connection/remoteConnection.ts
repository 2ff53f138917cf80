import type { Credentials } from "@auspex/adapters-http/client"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect } from "effect"
import { apiClientOf } from "./ApiClient.ts"
import type { Connection } from "./Connection.ts"
import { withRetryAfter } from "./withRetryAfter.ts"
import type { Target } from "./Target.ts"

/** Shorter waits are not printed: an import has one after every few rows. */
const printedSecondsMin = 3

/** A connection to a running server; without credentials only public operations work. */
export const remoteConnection = (
  target: Extract<Target, { kind: "server" }>,
  credentials: Credentials,
  printNote: (line: string) => Effect.Effect<void>
): Effect.Effect<Connection> =>
  Effect.gen(function*() {
    const http = HttpClient.mapRequest(yield* HttpClient.HttpClient, HttpClientRequest.prependUrl(target.url))
    const api = yield* apiClientOf(target, {
      httpClient: http,
      credentials,
      transformClient: withRetryAfter(printNote, printedSecondsMin)
    })
    return {
      target,
      api,
      administers: credentials.adminKey !== undefined,
      http,
      now: Effect.sync(() => new Date()),
      continuePayouts: Effect.sleep("1 second"),
      atomically: (effect) => effect
    } satisfies Connection
  }).pipe(Effect.provide(FetchHttpClient.layer))
