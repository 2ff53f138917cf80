import type { ErrorCode, RateRule, Topic } from "@auspex/domain/kernel"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { Context } from "effect"
import type { Access } from "./Access.ts"

/**
 * Classes of the limits that every instance keeps for itself, in memory. `unlimited` is for probes and scrapers, which
 * must see a busy instance as it is: no limit counts them, and they are served however much is in flight.
 */
export type OwnRateClass = "read" | "write" | "predict" | "rehearse" | "vote" | "search" | "export" | "unlimited"

/** A limit that is exact over all instances, and whether it counts by client address or by account. */
export interface ExactRate {
  readonly rule: RateRule
  readonly by: "address" | "account"
}

/** What an operation promises beyond its schemas. */
export interface OperationPolicyOf<A extends Access, Path, Query> {
  readonly access: A
  /** What it may answer besides the general refusals. Documentation, and checked by tests. */
  readonly refuses?: ReadonlyArray<ErrorCode>
  /** Largest body in bytes; 64 KiB when unset, 1 KiB for operations without a body. */
  readonly bodyBytesMax?: number
  /** The body may be left out, which is as an empty object. */
  readonly bodyIsOptional?: true
  readonly exactRate?: ExactRate
  /** `read` for GET and `write` for the rest when unset. */
  readonly ownRate?: OwnRateClass
  /**
   * The class of dry runs, which `ownRate` then does not count. An operation with it has dry runs, by `dry_run` in the query
   * or in the body, and refuses names that are misspelt (`dryRun.ts`).
   */
  readonly dryRunRate?: OwnRateClass
  /**
   * Of an operation with optional access: with this query parameter it asks for what belongs to the caller, so a credential
   * that came along has to be valid, where it is ignored otherwise.
   */
  readonly asksAbout?: keyof Query & string
  /** A creating POST: `Idempotency-Key` is honoured. With `secret` the answer is not kept, and a retry gets 409. */
  readonly creates?: { readonly secret?: boolean }
  /**
   * What the work waits for that no transaction may wait for: `outside`, another machine at an address that a user named,
   * or `hash`, the hash of a password. Its Idempotency-Key is claimed before the work and completed after it. Requests
   * that go outside have places of their own, one an owner, and are refused at once when there is none.
   */
  readonly waitsFor?: "outside" | "hash"
  /**
   * A public GET whose bytes are kept until one of these topics is announced, and 5 s at most; from 2 s on they are
   * computed again behind the request that gets them. Only answers to requests without a credential are kept.
   */
  readonly publicCache?: (request: { readonly path: Path; readonly query: Query }) => ReadonlyArray<Topic>
  /** Seconds until the handler is interrupted and 503 answered; 10 when unset. */
  readonly deadlineSeconds?: number
  /** The success body is not JSON: these content types are answered instead (pages, CSV, event streams). */
  readonly produces?: ReadonlyArray<string>
  /** When asked for it, these content types are answered in place of the JSON of the contract. */
  readonly alsoProduces?: ReadonlyArray<string>
}

// oxlint-disable-next-line typescript/no-explicit-any
export type AnyOperationPolicy = OperationPolicyOf<Access, any, any>

/** The annotation that carries them. */
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
