import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import type { Effect } from "effect"
import type { TargetUnavailable } from "../invocation/CommandFailure.ts"

/** What comes of asking a server or a database. */
export type Asked<A> = Effect.Effect<A, Refusal | StorageUnavailable | TargetUnavailable>
