import { Comments } from "@auspex/domain/comments"
import type { AccountActor } from "@auspex/domain/identity"
import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { commentOfWords, type FairPlayer } from "./FairPlayers.ts"
import type { Random } from "./Seed.ts"

/** How many comments each agent of a player writes on a question. One a day is paid, so more would not change much. */
const commentsOf = new Map<string, number>(
  [
    ["honest debater", 1],
    ["comment ring", 5],
    ["debating ring", 2]
  ] satisfies ReadonlyArray<readonly [FairPlayer, number]>
)

/** An agent in the debate of a question. */
export interface FairPlayDebater {
  readonly player: string
  readonly actor: AccountActor
}

/** The agents that comment, among all. */
export const debatersAmong = <A extends { readonly participant: { readonly player: string } }>(
  all: ReadonlyArray<A>
): ReadonlyArray<A> => all.filter(({ participant: { player } }) => commentsOf.has(player))

/**
 * Plays the debate on a question: each agent writes its comments, and the other agents of its player vote for them.
 * `onComment` is told of each comment, and whether the gates refused it.
 */
export const playDebate = (
  debaters: ReadonlyArray<FairPlayDebater>,
  question: string,
  random: Random,
  onComment: (player: string, wasRefused: boolean) => void
): Effect.Effect<void, Refusal | StorageUnavailable, Comments> =>
  Effect.gen(function*() {
    const comments = yield* Comments
    for (const { actor, player } of debaters) {
      for (let nth = 0; nth < (commentsOf.get(player) ?? 0); nth++) {
        const posted = yield* Effect.either(comments.post(actor, question, { content: commentOfWords(random) }))
        if (posted._tag === "Left" && posted.left._tag !== "Refusal") return yield* posted.left
        onComment(player, posted._tag === "Left")
        if (posted._tag === "Left") continue
        for (const other of debaters) {
          if (other.player === player && other.actor.id !== actor.id) {
            yield* comments.vote(other.actor, posted.right.id, false)
          }
        }
      }
    }
  })
