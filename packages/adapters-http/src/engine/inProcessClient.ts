import type { AdminActor } from "@auspex/domain/identity"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { type Context, Effect, type Runtime, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { type HttpAnswer, refusalAnswer, type Work } from "./HttpAnswer.ts"
import type { ErasedServices } from "./ErasedServices.ts"
import { admit } from "./authenticate.ts"
import { coreEnvelope, type ErrorEnvelope } from "./ErrorEnvelope.ts"
import { CredentialGuesses } from "./CredentialGuesses.ts"
import type { GroupHandlers } from "./handlersFor.ts"
import { noRouteAnswer } from "./noRoute.ts"
import { decodeRequest, operate } from "./operate.ts"
import { targetFlawOf } from "./requestTarget.ts"
import { compileRoutes } from "./Route.ts"
import { findRoute, routerOf } from "./routerOf.ts"

/** A URL needs a host; this host is never resolved. */
const host = "http://in-process.invalid"

export interface InProcessOptions<R> {
  readonly api: HttpApi.HttpApi.Any
  readonly handlers: ReadonlyArray<GroupHandlers<R>>
  /** The actor of every request except requests to operations of workspaces, which carry a key. */
  readonly administrator: AdminActor
  readonly envelope?: ErrorEnvelope
}

const utf8 = new TextEncoder()

const responseOf = (
  request: HttpClientRequest.HttpClientRequest,
  { content, contentType, headers: pairs, status }: HttpAnswer,
  runtime: Runtime.Runtime<ErasedServices>
): HttpClientResponse.HttpClientResponse => {
  const headers = new Headers({ "content-type": contentType })
  for (let at = 0; at + 1 < pairs.length; at += 2) headers.append(pairs[at] as string, pairs[at + 1] as string)
  const body = content === undefined || typeof content === "string" || content instanceof Uint8Array
    ? content as BodyInit | undefined
    : Stream.toReadableStreamRuntime(
      Stream.map(content, (piece) => typeof piece === "string" ? utf8.encode(piece) : piece),
      runtime
    )
  return HttpClientResponse.fromWeb(request, new Response(body ?? null, { status, headers }))
}

/**
 * An HTTP client that passes requests, to paths without a host, directly to the routes of an API in this process. They
 * are matched, decoded, authorised, handled and encoded like network requests, without a socket. The code that creates
 * the client chooses the actor; no header can, here or over the network. Rate limits, deadlines, idempotency keys and
 * the response cache do not apply.
 *
 * A handler runs on its caller's fiber, so requests inside a unit of work are part of its transaction. If the database
 * is unavailable, a request fails with a transport error whose cause is the `StorageUnavailable`; defects stay defects.
 */
export const inProcessClient = <R>(
  { administrator, api, envelope = coreEnvelope, handlers }: InProcessOptions<R>
): Effect.Effect<HttpClient.HttpClient, never, R> =>
  Effect.map(Effect.runtime<R>(), (runtime) => {
    const guesses = new CredentialGuesses()
    const router = routerOf(compileRoutes(api as HttpApi.HttpApi.AnyWithProps, handlers))
    const work = (request: HttpClientRequest.HttpClientRequest, url: URL): Work => {
      const found = findRoute(router, request.method, url.pathname)
      const flaw = targetFlawOf(url.pathname + url.search, url.pathname)
      if (flaw !== undefined) return Effect.succeed(refusalAnswer(envelope, flaw))
      if (found === undefined) {
        return Effect.succeed(
          noRouteAnswer(router, request.method, url.pathname, (failures, headers) =>
            refusalAnswer(envelope, failures, undefined, headers))
        )
      }
      const route = found.handler
      return Effect.flatMap(
        admit(route.access, administrator, { headers: request.headers, address: "in process", guesses }),
        (actor) => {
          const decoded = decodeRequest({
            request,
            route,
            path: found.params,
            queryText: url.search.slice(1),
            client: { address: "in process" },
            requestId: randomUUID(),
            body: request.body._tag === "Uint8Array" ? Buffer.from(request.body.body) : undefined
          }, actor)
          return "failures" in decoded
            ? Effect.succeed(refusalAnswer(envelope, decoded.failures))
            : operate(route, decoded.request, false)
        }
      )
    }
    const client = HttpClient.make((request, url) =>
      Effect.suspend(() =>
        work(request, url)
      ).pipe(
        Effect.catchTag(
          "Refusal",
          ({ failures, retryAfterSeconds }) =>
            Effect.succeed(refusalAnswer(envelope, failures, retryAfterSeconds))
        ),
        Effect.mapError((cause: StorageUnavailable) =>
          new HttpClientError.RequestError({ request, reason: "Transport", cause })
        ),
        Effect.map((answer) => responseOf(request, answer, runtime)),
        Effect.provide(runtime.context as Context.Context<ErasedServices>)
      )
    )
    return HttpClient.mapRequest(client, HttpClientRequest.prependUrl(host))
  })
