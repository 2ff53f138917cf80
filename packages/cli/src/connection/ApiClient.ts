import { type AuspexClient, auspexClient, type ClientOptions } from "@auspex/adapters-http/client"
import type { CoreError } from "@auspex/adapters-http/contract"
import { failure, Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import { Effect, ParseResult, Predicate, Record } from "effect"
import { TargetUnavailable } from "../invocation/CommandFailure.ts"
import { type Target, targetText } from "./Target.ts"

/** How an operation may fail. */
export type ApiFailure = Refusal | StorageUnavailable | TargetUnavailable

type OperationOf<Derived> = Derived extends (request: infer Request) => Effect.Effect<infer Answer, infer _, never>
  ? (request: Request) => Effect.Effect<Exclude<Answer, readonly [unknown, HttpClientResponse]>, ApiFailure>
  : never

/** The client derived from the contract, with failures as commands know them: `api.<group>.<operation>(request)`. */
export type ApiClient = {
  readonly [Group in keyof AuspexClient]: {
    readonly [Operation in keyof AuspexClient[Group]]: OperationOf<AuspexClient[Group][Operation]>
  }
}

const isCoreError = (error: unknown): error is CoreError =>
  Predicate.hasProperty(error, "code") && Predicate.hasProperty(error, "error") && !Predicate.hasProperty(error, "_tag")

/** A refusal as its answer tells it; undefined when it is none. */
export const refusalOf = (body: unknown): Refusal | undefined => {
  if (!isCoreError(body)) return undefined
  const [first, ...rest] = body.failures ?? []
  return new Refusal({
    failures: first === undefined ? [{ code: body.code, message: body.error }] : [first, ...rest]
  })
}

/** What is wrong with a request that the contract does not even let out. */
const requestRefusal = (error: ParseResult.ParseError): Refusal => {
  const [first, ...rest] = ParseResult.ArrayFormatter.formatErrorSync(error).map(({ message, path }) =>
    failure("INVALID_REQUEST", `${path.join(".")}: ${message}`, { field: path.join(".") })
  )
  return new Refusal({ failures: [first!, ...rest] })
}

/** A client of the target: what is neither an answer nor a refusal means that the target is not there, or something else. */
export const apiClientOf = (target: Target, options: ClientOptions): Effect.Effect<ApiClient> => {
  const gone = (what: string) => new TargetUnavailable({ message: `${targetText(target)} ${what}` })
  const notOurs = gone("answers something else than this version of Auspex would")
  const failureOf = (error: unknown): ApiFailure => {
    if (error instanceof Refusal || error instanceof TargetUnavailable) return error
    if (ParseResult.isParseError(error)) return requestRefusal(error)
    if (!Predicate.isTagged(error, "RequestError")) return notOurs
    const cause = Predicate.hasProperty(error, "cause") ? error.cause : undefined
    return cause instanceof StorageUnavailable ? cause : gone("does not answer")
  }
  return Effect.map(
    auspexClient({ ...options, transformResponse: Effect.mapError((error) => refusalOf(error) ?? notOurs) }),
    (derived) =>
      Record.map(
        derived as unknown as AnyClient,
        (group) =>
          Record.map(group, (operation): AnyOperation => (request) => Effect.mapError(operation(request), failureOf))
      ) as unknown as ApiClient
  )
}

type AnyOperation = (request: unknown) => Effect.Effect<unknown, unknown>
type AnyClient = Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>
