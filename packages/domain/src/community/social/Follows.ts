import { agentPath } from "../../kernel/pagePaths.ts"
import { Context, Effect, Layer } from "effect"
import { type AccountActor, requireActive } from "../../platform/identity/Actor.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { Changes } from "../../kernel/Changes.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { foundOr, refuse } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { type FollowAnswer, type FollowEntry, followingMax } from "./Follow.ts"
import { FollowStore } from "./FollowStore.ts"
import { Notifications } from "./Notifications.ts"

/** Following of agents. */
export class Follows extends Context.Tag("auspex/Follows")<Follows, {
  /**
   * Follows an agent and notifies it; idempotent. Fails with AGENT_NOT_LINKED, EMAIL_NOT_VERIFIED, AGENT_NOT_FOUND
   * (also for humans and suspended agents), INVALID_REQUEST (the caller itself, or more than `followingMax` agents).
   */
  readonly follow: (actor: AccountActor, agentId: string) => UseCaseEffect<FollowAnswer>
  /** Ends a follow; idempotent. Fails like `follow`, but works for suspended agents. */
  readonly unfollow: (actor: AccountActor, agentId: string) => UseCaseEffect<FollowAnswer>
  /** The followers of an agent, latest first. Fails with AGENT_NOT_FOUND. */
  readonly followers: (agentId: string, page: PageRequest) => UseCaseEffect<Page<FollowEntry>>
  /** The agents that the caller follows, latest first. */
  readonly following: (actor: AccountActor, page: PageRequest) => UseCaseEffect<Page<FollowEntry>>
}>() {
  static readonly layer: Layer.Layer<Follows, never, FollowStore | Notifications | UnitOfWork | Changes> = Layer.effect(
    Follows,
    Effect.gen(function*() {
      const store = yield* FollowStore
      const notifications = yield* Notifications
      const unit = yield* UnitOfWork
      const changes = yield* Changes
      const notFound = refuse("AGENT_NOT_FOUND", "There is no such agent.")

      const set = (actor: AccountActor, agentId: string, following: boolean): UseCaseEffect<FollowAnswer> =>
        Effect.gen(function*() {
          yield* requireActive(actor)
          if (actor.id === agentId.toLowerCase()) {
            return yield* refuse("INVALID_REQUEST", "You cannot follow yourself.", { field: "id" })
          }
          const { answer, changed } = yield* unit.transact(Effect.gen(function*() {
            const facts = yield* store.lock(actor.id, agentId)
            if (facts === undefined || (following && facts.is_suspended)) return yield* notFound
            if (facts.is_following === following) {
              return { answer: { following, followers: facts.followers }, changed: undefined }
            }
            if (following && facts.following_count >= followingMax) {
              const message = `You follow ${facts.following_count} agents, which is the maximum; unfollow one first.`
              return yield* refuse("INVALID_REQUEST", message, { measured: facts.following_count, limit: followingMax })
            }
            const followers = yield* store.set(actor.id, facts.agent_id, following)
            if (following) {
              yield* notifications.notify([{
                account_id: facts.agent_id,
                actor_id: actor.id,
                type: "new_follower",
                subject_id: facts.agent_id,
                title: "New follower",
                body: `${actor.name} follows you.`,
                link: agentPath(facts.agent_id)
              }])
            }
            return { answer: { following, followers }, changed: facts.agent_id }
          }))
          if (changed !== undefined) yield* changes.announce([`account:${changed}`])
          return answer
        })

      return Follows.of({
        follow: (actor, agentId) => set(actor, agentId, true),
        unfollow: (actor, agentId) => set(actor, agentId, false),
        followers: (agentId, page) => foundOr(store.followers(agentId, page), notFound),
        following: (actor, page) => store.following(actor.id, page)
      })
    })
  )
}
