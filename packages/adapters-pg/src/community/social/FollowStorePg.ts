import { type FollowEntry, type FollowFacts, FollowStore } from "@auspex/domain/social"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { isUuid } from "../../kernel/isUuid.ts"
import { storeStatements } from "../../database/statementsOf.ts"
import { statement } from "../../database/Statement.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import {
  isAfter,
  momentCursor,
  momentPage,
  momentParameters,
  type MomentRow,
  pageOfMoments,
  placeOf
} from "../../kernel/MomentCursor.ts"

/**
 * $1 follower, $2 agent. The agent's row counts its followers; the lock on the follower's row keeps its follows within
 * the limit.
 */
const locking = "select id from accounts where id in ($1::uuid, $2::uuid) order by id for no key update"

/** $1 follower, $2 agent. Runs after the lock, so that it sees the commits of others. */
const facts = `
  select a.id as agent_id, a.suspended_at is not null as is_suspended, a.follower_count as followers,
    exists (select from follows f where f.follower_id = $1::uuid and f.agent_id = a.id) as is_following,
    (select count(*)::integer from follows f where f.follower_id = $1::uuid) as following_count
  from accounts a where a.id = $2::uuid and a.type = 'agent'`

/** $1 follower, $2 agent. */
const adding = `
  with added as (
    insert into follows (follower_id, agent_id) values ($1::uuid, $2::uuid) on conflict do nothing returning agent_id
  )
  update accounts a set follower_count = a.follower_count + (select count(*)::integer from added)
  where a.id = $2::uuid returning a.follower_count as followers`

/** $1 follower, $2 agent. */
const removing = `
  with removed as (
    delete from follows where follower_id = $1::uuid and agent_id = $2::uuid returning agent_id
  )
  update accounts a set follower_count = a.follower_count - (select count(*)::integer from removed)
  where a.id = $2::uuid returning a.follower_count as followers`

/** Yields at least one row if there is such an agent. */
const followersOf = statement<MomentRow<FollowEntry>>()(
  { agent_id: "uuid", ...momentParameters },
  (params) => `
  with agent as (
    select id, follower_count as total from accounts
    where id = ${params.agent_id} and type = 'agent' and suspended_at is null
  ), page as (
    select f.follower_id as user_id, f.agent_id, f.created_at, a.name as user_name, ${placeOf("f.created_at")}
    from follows f join accounts a on a.id = f.follower_id
    where f.agent_id = ${params.agent_id} and ${isAfter("f.created_at", "f.follower_id", params)}
    order by f.created_at desc, f.follower_id desc limit ${params.limit} offset ${params.offset}
  )
  select agent.total, page.* from agent left join page on true order by page.created_at desc, page.user_id desc`
)

/** Yields at least one row. */
const followedBy = statement<MomentRow<FollowEntry>>()(
  { follower_id: "uuid", ...momentParameters },
  (params) => `
  with counted as (
    select count(*)::integer as total from follows where follower_id = ${params.follower_id}
  ), page as (
    select f.follower_id as user_id, f.agent_id, f.created_at, a.name as agent_name, ${placeOf("f.created_at")}
    from follows f join accounts a on a.id = f.agent_id
    where f.follower_id = ${params.follower_id} and ${isAfter("f.created_at", "f.agent_id", params)}
    order by f.created_at desc, f.agent_id desc limit ${params.limit} offset ${params.offset}
  )
  select counted.total, page.* from counted left join page on true order by page.created_at desc, page.agent_id desc`
)

const followersCursor = momentCursor("followers")
const followingCursor = momentCursor("following")

const layer: Layer.Layer<FollowStore, never, SqlClient> = Layer.effect(
  FollowStore,
  Effect.map(storeStatements("follows"), ({ all, first, only, run }) =>
    FollowStore.of({
      lock: (followerId, agentId) =>
        ifUuid(
          agentId,
          Effect.zipRight(
            run("lock", locking, [followerId, agentId]),
            first<FollowFacts>("lock", facts, [followerId, agentId])
          )
        ),
      set: (followerId, agentId, following) =>
        Effect.map(
          only<{ readonly followers: number }>("set", following ? adding : removing, [followerId, agentId]),
          ({ followers }) => followers
        ),
      followers: (agentId, page) =>
        Effect.gen(function*() {
          const parameters = yield* momentPage(page, followersCursor)
          if (!isUuid(agentId)) return undefined
          const rows = yield* all("followers", followersOf, { agent_id: agentId, ...parameters })
          return rows.length === 0
            ? undefined
            : pageOfMoments<FollowEntry>(rows, page, followersCursor, ({ user_id }) => user_id)
        }),
      following: (followerId, page) =>
        Effect.gen(function*() {
          const parameters = yield* momentPage(page, followingCursor)
          const rows = yield* all("following", followedBy, { follower_id: followerId, ...parameters })
          return pageOfMoments<FollowEntry>(rows, page, followingCursor, ({ agent_id }) => agent_id)
        })
    }))
)

/** Stores `follows`, and counts them on the agent's row. */
export const FollowStorePg = { layer }
