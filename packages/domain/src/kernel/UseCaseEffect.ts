import type { Effect } from "effect"
import type { Refusal } from "./Refusal.ts"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** The effect that a use case returns: a value, a `Refusal`, or `StorageUnavailable`. */
export type UseCaseEffect<A> = Effect.Effect<A, Refusal | StorageUnavailable>
