import type { StorageUnavailable } from "@auspex/domain/kernel"
import type * as HttpClient from "@effect/platform/HttpClient"
import type { Effect } from "effect"
import type { ApiClient, ApiFailure } from "./ApiClient.ts"
import type { Target } from "./Target.ts"

/** A platform to work on: its API, the same whatever the target is, and what depends on the target. */
export interface Connection {
  readonly target: Target
  readonly api: ApiClient
  /** What carries its requests, for answers that are not JSON: paths without a host, and no credential. */
  readonly http: HttpClient.HttpClient
  /** The clock that judges dates: the database's, or this machine's where only HTTP is at hand. */
  readonly now: Effect.Effect<Date, ApiFailure>
  /** Payouts are made by the server, which this waits for; on a database it makes the next ones itself. */
  readonly payOn: Effect.Effect<void, ApiFailure>
  /** All or nothing where that can be had: on a database. Over HTTP each request stands alone. */
  readonly atomically: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E | StorageUnavailable>
}
