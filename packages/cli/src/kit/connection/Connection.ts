import type { StorageUnavailable } from "@auspex/domain/kernel"
import type * as HttpClient from "@effect/platform/HttpClient"
import type { Effect } from "effect"
import type { ApiClient, ApiFailure } from "./ApiClient.ts"
import type { Target } from "./Target.ts"

/** A platform to work on: its API, which is the same for every target, and the parts that depend on the target. */
export interface Connection {
  readonly target: Target
  readonly api: ApiClient
  /** Whether operations of administrators work: on a database, and on a server with an admin key. */
  readonly administers: boolean
  /**
   * The HTTP client behind `api`, for answers that are not JSON. It takes paths without a host and adds no credential.
   */
  readonly http: HttpClient.HttpClient
  /** The clock that dates are judged by: the database's, or this machine's when connected over HTTP. */
  readonly now: Effect.Effect<Date, ApiFailure>
  /** Waits while a server makes payouts; on a database it makes the next payouts itself. */
  readonly continuePayouts: Effect.Effect<void, ApiFailure>
  /** Runs an effect in one transaction on a database. Over HTTP each request commits separately. */
  readonly atomically: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E | StorageUnavailable>
}
