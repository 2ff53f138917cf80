import { type AuspexClient, auspexClient, type ClientOptions } from "@auspex/adapters-http/client"
import { type CoreError, decodeFailures } from "@auspex/adapters-http/contract"
import { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import { Effect, ParseResult, Predicate } from "effect"
import { TargetUnavailable } from "../invocation/CommandFailure.ts"
import { type Target, targetText } from "./Target.ts"

/** How an operation can fail. */
export type ApiFailure = Refusal | StorageUnavailable | TargetUnavailable

type OperationOf<Derived> = Derived extends (request: infer Request) => Effect.Effect<infer Answer, infer _, never>
  ? (request: Request) => Effect.Effect<Exclude<Answer, readonly [unknown, HttpClientResponse]>, ApiFailure>
  : never

/** The client derived from the contract, with the failures that commands handle: `api.<group>.<operation>(request)`. */
export type ApiClient = CommandClient<AuspexClient>

/** A derived client with the failures that commands handle. */
export type CommandClient<Client> = {
  readonly [Group in keyof Client]: {
    readonly [Operation in keyof Client[Group]]: OperationOf<Client[Group][Operation]>
  }
}

/** Reads the refusal in an error body; undefined if the body is something else. */
export type ReadRefusal = (body: unknown) => Refusal | undefined

const isCoreError = (error: unknown): error is CoreError =>
  Predicate.hasProperty(error, "code") && Predicate.hasProperty(error, "error") && !Predicate.hasProperty(error, "_tag")

/** The refusal in an error body of the core API. */
const coreRefusalOf: ReadRefusal = (body) => {
  if (!isCoreError(body)) return undefined
  const [first, ...rest] = body.failures ?? []
  return new Refusal({
    failures: first === undefined ? [{ code: body.code, message: body.error }] : [first, ...rest]
  })
}

/** A failure of the target; `what` describes the symptom. */
export const unavailable = (target: Target, what: string): TargetUnavailable =>
  new TargetUnavailable({ message: `${targetText(target)} ${what}` })

/** The failure for an unexpected body. One that is no refusal comes from another program or another version. */
export const refusalOr = (
  target: Target,
  body: unknown,
  refusalOf: ReadRefusal = coreRefusalOf
): Refusal | TargetUnavailable =>
  refusalOf(body) ?? unavailable(target, "does not answer as this version of Auspex does")

/** The failure of a request that was not answered, or could not be sent. */
export const failureOf = (target: Target, refusalOf: ReadRefusal = coreRefusalOf) => (error: unknown): ApiFailure => {
  if (error instanceof Refusal || error instanceof TargetUnavailable) return error
  // The contract rejected the request before it was sent; the server would refuse it with the same failures.
  if (ParseResult.isParseError(error)) return new Refusal({ failures: decodeFailures(error.issue, "request") })
  if (!Predicate.isTagged(error, "RequestError")) return refusalOr(target, error, refusalOf)
  const cause = Predicate.hasProperty(error, "cause") ? error.cause : undefined
  return cause instanceof StorageUnavailable ? cause : unavailable(target, "does not answer")
}

/** A client for the target. */
export const apiClientOf = (target: Target, options: ClientOptions): Effect.Effect<ApiClient> =>
  auspexClient({
    ...options,
    transformResponse: Effect.mapError((error) => refusalOr(target, error)),
    transformOperation: Effect.mapError(failureOf(target))
  }) as Effect.Effect<unknown> as Effect.Effect<ApiClient>
