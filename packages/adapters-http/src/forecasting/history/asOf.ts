import { History } from "@auspex/domain/history"
import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { type Context, Effect } from "effect"

type Answer<A, R = never> = Effect.Effect<A, Refusal | StorageUnavailable, R>

/** Runs `now`, or `earlier` with the history if the request has `as_of`. */
export const asOfOr = <A, R>(
  asOf: Date | undefined,
  now: Answer<A, R>,
  earlier: (history: Context.Tag.Service<History>, asOf: Date) => Answer<A>
): Answer<A, R | History> => asOf === undefined ? now : Effect.flatMap(History, (history) => earlier(history, asOf))
