import type { AccountActor } from "@auspex/domain/identity"
import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import type { Effect } from "effect"

/** What an act of a part finds: the platform's names of what the season has made so far. */
export interface SeasonHands {
  readonly actorOf: (account: string) => Effect.Effect<AccountActor, Refusal>
  /** As `actorOf`, after something that changed what the account may do. */
  readonly recognise: (account: string) => Effect.Effect<AccountActor, Refusal | StorageUnavailable>
  readonly question: (key: string) => string
  readonly prediction: (author: string, question: string) => string
}
