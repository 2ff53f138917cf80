import type { Caller } from "@auspex/domain/identity"
import type { Failure, Failures } from "@auspex/domain/kernel"
import { Array as Arr, Effect } from "effect"
import { checkRefusal, successAnswer, type Work } from "./HttpAnswer.ts"
import { dryRunFailures, misspeltDryRuns } from "./dryRun.ts"
import type { ReceivedRequest } from "./HttpExchange.ts"
import type { AnyRequest } from "./handlersFor.ts"
import { parseJsonBody } from "./JsonBody.ts"
import { parseQuery } from "./parseQuery.ts"
import { requestFailure, type Route } from "./Route.ts"

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** Decodes all parts of the request; collects the failures of all of them. */
export const decodeRequest = (
  received: ReceivedRequest,
  actor: Caller
): { readonly request: AnyRequest } | { readonly failures: Failures } => {
  const { route } = received
  const request: Writable<AnyRequest> = {
    path: undefined,
    query: undefined,
    payload: undefined,
    actor: actor as never,
    client: {
      address: received.client.address,
      requestId: received.requestId,
      scheme: received.client.scheme
    },
    headers: received.request.headers,
    raw: received.body === undefined ? {} : { bodyBytes: received.body }
  }
  const failures: Array<Failure> = []
  if (route.decodePath !== undefined) {
    const decoded = route.decodePath(received.path)
    if ("failures" in decoded) failures.push(...decoded.failures)
    else request.path = decoded.value as never
  }
  if (route.decodeQuery !== undefined || route.refusesAsOf) {
    const query = parseQuery(received.queryText)
    if (route.refusesAsOf && query !== undefined && "as_of" in query) {
      failures.push(
        ...requestFailure("This operation returns current data only; it cannot answer as of an earlier time.", "as_of")
      )
    }
    const decoded = route.decodeQuery === undefined
      ? { value: undefined }
      : query === undefined
      ? { failures: requestFailure("The query string is not valid percent-encoded UTF-8, or holds U+0000.", "query") }
      : route.decodeQuery(query)
    if (route.policy.dryRunRate !== undefined && query !== undefined) failures.push(...misspeltDryRuns(query))
    if ("failures" in decoded) failures.push(...decoded.failures)
    else request.query = decoded.value as never
  }
  if (route.decodePayload !== undefined) {
    const parsed = received.body === undefined || received.body.length === 0
      ? { value: {} }
      : parseJsonBody(received.body)
    const decoded = "failure" in parsed ? { failures: [parsed.failure] as const } : route.decodePayload(parsed.value)
    if ("failures" in decoded) failures.push(...decoded.failures)
    else {
      request.payload = decoded.value as never
      if (route.policy.dryRunRate !== undefined)
        failures.push(...dryRunFailures(request.query as { readonly dry_run?: unknown } | undefined, decoded.value))
    }
  }
  return Arr.isNonEmptyReadonlyArray(failures) ? { failures } : { request }
}

/**
 * Runs the handler and encodes its answer. With `check`, throws a `ContractBreach` if the contract does not allow it.
 */
export const operate = (route: Route, request: AnyRequest, check: boolean): Work => {
  const handled = Effect.map(route.handler(request), (result) => successAnswer(route, result, check))
  // A page has no contract that lists its refusals.
  return check && route.refusalPage === undefined
    ? Effect.tapError(
      handled,
      (error) => Effect.sync(() => error._tag === "Refusal" ? checkRefusal(route, error) : undefined)
    )
    : handled
}
