import type { ErrorCode, RateRule, Topic } from "@auspex/domain/kernel"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { Context } from "effect"
import type { Access } from "./Access.ts"

/**
 * Classes of the rate limits that each instance keeps in memory. `unlimited` is for probes and scrapers: no limit
 * counts them, and they are served however many requests are in flight.
 */
export type OwnRateClass =
  | "read"
  | "write"
  | "predict"
  | "rehearse"
  | "vote"
  | "search"
  | "export"
  | "handshake"
  | "unlimited"

/** A rate limit that is exact across instances, and whether it counts by client address or by account. */
export interface ExactRate {
  readonly rule: RateRule
  /** The rule for keys of workspaces of the tier `enterprise`. */
  readonly enterprise?: RateRule
  readonly by: "address" | "account"
}

/** The promises of an operation beyond its schemas: access, refusals, limits, caching. */
export interface OperationPolicyOf<A extends Access, Path, Query> {
  readonly access: A
  /** The codes that the operation may refuse with, in addition to the general ones. Documented, and checked by tests. */
  readonly refuses?: ReadonlyArray<ErrorCode>
  /** Largest body in bytes; 64 KiB when unset, 1 KiB for operations without a body. */
  readonly bodyBytesMax?: number
  /** The body is optional; a missing body is treated as an empty object. */
  readonly bodyIsOptional?: true
  readonly exactRate?: ExactRate
  /** `read` for GET and `write` for the rest when unset. */
  readonly ownRate?: OwnRateClass
  /**
   * The rate class of dry runs, which then do not count towards `ownRate`. When set, the operation supports dry runs
   * (`dry_run` in the query or the body) and refuses misspelt names of that parameter (`dryRun.ts`).
   */
  readonly dryRunRate?: OwnRateClass
  /**
   * For optional access: a query parameter that asks for data of the caller. When the parameter is present, a
   * credential must be valid; otherwise an invalid credential is ignored.
   */
  readonly asksAbout?: keyof Query & string
  /** A creating POST, which honours `Idempotency-Key`. With `secret` the answer is not stored, and a retry gets 409. */
  readonly creates?: { readonly secret?: boolean }
  /**
   * Slow work that must not run inside a transaction: `outside` calls an address that a user named, `lookup` resolves
   * its name, `hash` hashes a password, `model` asks a model, which has limits of its own. The Idempotency-Key is claimed before the work and completed after it. Requests
   * that call outside have slots of their own, one per owner, and are refused immediately if none is free.
   */
  readonly waitsFor?: "outside" | "lookup" | "hash" | "model"
  /**
   * For a public GET: the topics whose announced changes invalidate the cached answer. An answer is cached for at most
   * 5 s and revalidated in the background after 2 s. With `optional` access, only requests without a credential are
   * answered from the cache.
   */
  readonly publicCache?: (request: { readonly path: Path; readonly query: Query }) => ReadonlyArray<Topic>
  /** Seconds after which the handler is interrupted and the request fails with 503; 10 by default. */
  readonly deadlineSeconds?: number
  /** The content types of a success body that is not JSON (pages, CSV, event streams). */
  readonly produces?: ReadonlyArray<string>
  /** Content types that a client may request in place of the JSON of the contract. */
  readonly alsoProduces?: ReadonlyArray<string>
}

// oxlint-disable-next-line typescript/no-explicit-any
export type AnyOperationPolicy = OperationPolicyOf<Access, any, any>

/** The annotation that holds an endpoint's policy. */
export class OperationPolicy
  extends Context.Tag("auspex/http/OperationPolicy")<OperationPolicy, AnyOperationPolicy>() {}

declare const accessMark: unique symbol

/** Carries the access of an endpoint in its type, for the type of its handler's actor. */
export interface WithAccess<A extends Access> {
  readonly [accessMark]: A
}

export type AccessOf<Endpoint> = Endpoint extends WithAccess<infer A> ? A : never

/**
 * An endpoint with its policy; wrap each endpoint of a group in this. It must come last: the type does not survive
 * further builder calls.
 */
export const operation = <Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any, const A extends Access>(
  endpoint: Endpoint,
  policy: OperationPolicyOf<
    A,
    HttpApiEndpoint.HttpApiEndpoint.PathParsed<Endpoint>,
    HttpApiEndpoint.HttpApiEndpoint.UrlParams<Endpoint>
  >
): Endpoint & WithAccess<A> => {
  const plain = endpoint as unknown as HttpApiEndpoint.HttpApiEndpoint.AnyWithProps
  return plain.annotate(OperationPolicy, policy as AnyOperationPolicy) as unknown as Endpoint & WithAccess<A>
}
