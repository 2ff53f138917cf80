import { type ClientOptions, researchClient, type ResearchClient } from "@auspex/adapters-http/client"
import { researchCatalogue, researchCodeOf, ResearchError } from "@auspex/adapters-http/contract"
import { type Failure, type Failures, Refusal } from "@auspex/domain/kernel"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect, Schema, type Scope } from "effect"
import { KeyNeeded } from "../invocation/CommandFailure.ts"
import type { Invocation, ResearchFlags } from "../invocation/Invocation.ts"
import { printNote } from "../output/print.ts"
import { type CommandClient, failureOf, type ReadRefusal, refusalOr } from "./ApiClient.ts"
import { noteTarget } from "./noteTarget.ts"
import { readSecretFile } from "./readSecretFile.ts"
import { reachableTarget, type Target, targetOf } from "./Target.ts"
import { withRetryAfter } from "./withRetryAfter.ts"

/** A workspace to work in, through its key. */
export interface ResearchConnection {
  readonly target: Target
  readonly api: CommandClient<ResearchClient>
  /** The HTTP client behind `api`, for answers that are not JSON. It takes paths without a host, and sends the key. */
  readonly http: HttpClient.HttpClient
}

const printedSecondsMin = 3

const failureIn = ({ code, field, message }: typeof ResearchError.Type["error"]): Failure => {
  const known = researchCatalogue.find((candidate) => researchCodeOf({ code: candidate }) === code)
  return {
    ...(known === undefined ? { code: "FRAMING_REFUSED", rule: code } : { code: known }),
    message,
    ...(field === null ? {} : { field })
  }
}

const isResearchError = Schema.is(ResearchError)

/** The refusal in an error body of the research API. */
export const researchRefusalOf: ReadRefusal = (body) => {
  if (!isResearchError(body)) return undefined
  const [first = body.error, ...others] = body.failures ?? []
  const failures: Failures = [failureIn(first), ...others.map(failureIn)]
  return new Refusal({ failures })
}

const keyOf = ({ flags, io }: Invocation<ResearchFlags>) => {
  const file = flags.keyFile
  if (file !== undefined) return readSecretFile("key file", file)
  const key = io.env["AUSPEX_RESEARCH_KEY"]
  return key === undefined || key === ""
    ? Effect.fail(
      new KeyNeeded({
        message:
          "a workspace key is needed: set AUSPEX_RESEARCH_KEY, or use --key-file; auspex research keys create makes one"
      })
    )
    : Effect.succeed(key)
}

const clientFor = (target: Target, http: HttpClient.HttpClient, options: ClientOptions) =>
  Effect.map(
    researchClient({
      ...options,
      httpClient: http,
      transformResponse: Effect.mapError((error) => refusalOr(target, error, researchRefusalOf)),
      transformOperation: Effect.mapError(failureOf(target, researchRefusalOf))
    }),
    (api): ResearchConnection => ({ target, api: api as unknown as CommandClient<ResearchClient>, http })
  )

const withKey = (http: HttpClient.HttpClient, key: string): HttpClient.HttpClient =>
  HttpClient.mapRequest(http, HttpClientRequest.setHeader("authorization", `Bearer ${key}`))

const remote = (call: Invocation<ResearchFlags>, target: Extract<Target, { kind: "server" }>, key: string) =>
  Effect.flatMap(
    HttpClient.HttpClient,
    (http) =>
      clientFor(target, withKey(HttpClient.mapRequest(http, HttpClientRequest.prependUrl(target.url)), key), {
        transformClient: withRetryAfter((line) => printNote(call, line), printedSecondsMin)
      })
  ).pipe(Effect.provide(FetchHttpClient.layer))

// Loaded here, because it loads the entire server.
const local = (call: Invocation<ResearchFlags>, target: Exclude<Target, { kind: "server" }>, key: string) =>
  Effect.gen(function*() {
    const { localResearch } = yield* Effect.promise(() => import("./localResearch.ts"))
    return yield* clientFor(target, withKey(yield* localResearch(target, call.io), key), {})
  })

/**
 * Runs an effect with a connection to the research API. `--server` and AUSPEX_RESEARCH_SERVER name its address; a directory
 * held by a running server is reached through it.
 */
export const withResearch = <A, E>(
  call: Invocation<ResearchFlags>,
  use: (connection: ResearchConnection) => Effect.Effect<A, E, Scope.Scope>
) =>
  Effect.scoped(Effect.gen(function*() {
    const { AUSPEX_RESEARCH_SERVER: server, AUSPEX_SERVER: _, ...env } = call.io.env
    const wanted = yield* targetOf(call.flags, { ...env, ...(server === undefined ? {} : { AUSPEX_SERVER: server }) })
    const target = yield* reachableTarget(wanted, "research")
    yield* noteTarget(call, wanted, target)
    const key = yield* keyOf(call)
    const connection = yield* target.kind === "server" ? remote(call, target, key) : local(call, target, key)
    return yield* use(connection)
  }))
