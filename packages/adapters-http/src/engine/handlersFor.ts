import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { Effect } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import type { AccessOf } from "../wire/OperationPolicy.ts"
import type { ActorFor } from "../wire/Access.ts"
import type { Reply } from "./Reply.ts"
import type { Scheme } from "./ownOrigin.ts"
import type { ErasedServices } from "./ErasedServices.ts"

type AnyEndpoint = HttpApiEndpoint.HttpApiEndpoint.Any
type EndpointsOf<Group extends HttpApiGroup.HttpApiGroup.Any> = HttpApiGroup.HttpApiGroup.Endpoints<Group>
type Named<E extends AnyEndpoint, Name> = Extract<E, { readonly name: Name }>

/** The client of a request, independent of its credential. */
export interface Client {
  /** The address of the rightmost hop that is not a trusted proxy. */
  readonly address: string
  readonly requestId: string
  /** The scheme by which the client reached the last proxy, as a trusted proxy reports it. */
  readonly scheme: Scheme | undefined
}

/** The argument of a handler: the decoded parts of the request, and the authenticated actor. */
export interface HandlerRequest<E extends AnyEndpoint> {
  readonly path: HttpApiEndpoint.HttpApiEndpoint.PathParsed<E>
  readonly query: HttpApiEndpoint.HttpApiEndpoint.UrlParams<E>
  readonly payload: HttpApiEndpoint.HttpApiEndpoint.Payload<E>
  readonly actor: ActorFor<AccessOf<E>>
  readonly client: Client
  readonly headers: IncomingHttpHeaders
  /** The body as received, if there was one. */
  readonly raw: { readonly bodyBytes?: Uint8Array }
}

/** The result of a handler: the body, or a `Reply` with the body. */
export type HandlerResult<E extends AnyEndpoint, R> = Effect.Effect<
  | HttpApiEndpoint.HttpApiEndpoint.Success<E>
  | Reply<HttpApiEndpoint.HttpApiEndpoint.Success<E>>,
  Refusal | StorageUnavailable,
  R
>

/** One handler for each endpoint of the group. */
export type HandlersOf<Group extends HttpApiGroup.HttpApiGroup.Any> = {
  readonly [Name in HttpApiEndpoint.HttpApiEndpoint.Name<EndpointsOf<Group>>]: (
    request: HandlerRequest<Named<EndpointsOf<Group>, Name>>
  ) => HandlerResult<Named<EndpointsOf<Group>, Name>, ErasedServices>
}

type Requirements<H> = {
  [K in keyof H]: H[K] extends (request: never) => Effect.Effect<unknown, unknown, infer R> ? R : never
}[keyof H]

/** A request to a handler whose endpoint is not known statically, so that its decoded parts are untyped. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyRequest = HandlerRequest<any>

export type AnyHandler = (
  request: AnyRequest
) => Effect.Effect<unknown, Refusal | StorageUnavailable, ErasedServices>

/** The handlers of a group. `R`: the services that they call. */
export interface GroupHandlers<out R> {
  readonly groupName: string
  readonly handlers: Readonly<Record<string, AnyHandler>>
  readonly requirements: (_: never) => R
}

/**
 * Defines the handlers of a contract group. A missing handler, or one whose result does not fit the contract, is a
 * compile error; a handler without an endpoint makes the server fail at startup.
 */
export const handlersFor = <Group extends HttpApiGroup.HttpApiGroup.Any, H extends HandlersOf<Group>>(
  group: Group,
  handlers: H
): GroupHandlers<Requirements<H>> => ({
  groupName: (group as unknown as { readonly identifier: string }).identifier,
  handlers: handlers as unknown as Record<string, AnyHandler>,
  requirements: () => undefined as never
})
