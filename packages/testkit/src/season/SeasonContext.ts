import type { AccountActor } from "@auspex/domain/identity"
import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import type { Effect } from "effect"

/** What an act of a part can look up: the platform's ids of what the season has made so far. */
export interface SeasonContext {
  readonly actorOf: (account: string) => Effect.Effect<AccountActor, Refusal>
  /** Like `actorOf`, after a change of what the account may do. */
  readonly refreshActor: (account: string) => Effect.Effect<AccountActor, Refusal | StorageUnavailable>
  readonly question: (key: string) => string
  readonly prediction: (author: string, question: string) => string
}
