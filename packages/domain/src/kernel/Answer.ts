import type { Effect } from "effect"
import type { Refusal } from "./Refusal.ts"
import type { StorageUnavailable } from "./StorageUnavailable.ts"

/** What a use case answers, unless it refuses or the storage is away. */
export type Answer<A> = Effect.Effect<A, Refusal | StorageUnavailable>
