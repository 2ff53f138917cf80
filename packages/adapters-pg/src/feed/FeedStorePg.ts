import { feedEvents, feedQuestionsMax, type FeedRow, FeedStore } from "@auspex/domain/feed"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"
import { horizon } from "../exports/horizonSql.ts"
import { isWhole, listCursor } from "../kernel/Cursor.ts"
import { cut, startOf } from "../kernel/PageRow.ts"

/** The number of the last event seen. */
const cursor = listCursor("feed", (value): value is number => isWhole(value, 1, Number.MAX_SAFE_INTEGER))

const isTold = `e.event in (${feedEvents.map((event) => `'${event}'`).join(", ")})`

/**
 * The newest events of one question, or of one agent, that are to be shown: the head of an index, whatever else there is.
 * A second more than the horizon, for the moment between an event's number and its time.
 */
const newest = (condition: string): string => `
  lateral (
    select e.seq from outbox_events e
    where ${condition} and ${isTold} and e.seq < coalesce($3::bigint, 9223372036854775807)
      and e.actor_id is distinct from $1::uuid and e.recorded_at < (select until from bound)
      and (e.actor_id is null or e.actor_id not in (select id from accounts where suspended_at is not null))
    order by e.seq desc limit $2::integer
  ) e`

/** $1 account, $2 limit, $3 the number of the last event seen, or null. */
const listing = `
  with bound as materialized (
    select ${horizon} - interval '1 second' as until
  ), cared_for as materialized (
    (select question_id from question_watches where account_id = $1::uuid
      order by created_at desc, question_id desc limit ${feedQuestionsMax})
    union
    (select question_id from predictions where account_id = $1::uuid
      order by created_at desc, id desc limit ${feedQuestionsMax})
  ), page as materialized (
    select seq from (
      select e.seq from cared_for c, ${newest("e.question_id = c.question_id")}
      union
      select e.seq from follows f, ${newest("e.actor_id = f.agent_id")} where f.follower_id = $1::uuid
    ) found order by seq desc limit $2::integer
  )
  select e.seq, e.id, e.event, e.occurred_at as at, e.question_id, q.question, e.actor_id, a.name as actor_name, e.data
  from page join outbox_events e using (seq)
  left join questions q on q.id = e.question_id left join accounts a on a.id = e.actor_id
  order by e.seq desc`

interface ListedRow extends FeedRow {
  readonly seq: number
}

/** Feeds from `outbox_events`, in one statement. */
export const FeedStorePgLive: Layer.Layer<FeedStore, never, SqlClient> = Layer.effect(
  FeedStore,
  Effect.map(SqlClient, (sql) =>
    FeedStore.of({
      ofAccount: (accountId, page) =>
        Effect.gen(function*() {
          const after = yield* startOf(page, cursor)
          const rows = yield* sql.unsafe<ListedRow>(listing, [accountId, page.limit + 1, after]).pipe(
            storage("feed.ofAccount")
          )
          const { last, shown } = cut(rows, page.limit)
          return {
            items: shown.map(({ seq: _, ...row }) => row),
            next_cursor: last === null ? null : cursor.encode(last.seq)
          }
        })
    }))
)
