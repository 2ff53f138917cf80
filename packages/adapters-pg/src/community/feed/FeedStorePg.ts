import {
  type FeedEvent,
  feedEvents,
  feedQuestionsMax,
  type FeedRequest,
  type FeedRow,
  type FeedSource,
  FeedStore
} from "@auspex/domain/feed"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { listCursor, tupleOf, wholeFrom } from "../../kernel/Cursor.ts"
import { type Composed, makeParameters } from "../../kernel/Parameters.ts"
import { isIncomplete, openTransactions } from "../../kernel/openTransactions.ts"
import { cut, startOf } from "../../kernel/PageRow.ts"

/** The last event seen: its transaction, as text because it has 64 bits, and its sequence number. */
type Place = readonly [xact: string, seq: number]

const isXact = (value: unknown): value is string => typeof value === "string" && /^\d{1,19}$/.test(value)

const cursor = listCursor("feed", tupleOf<Place>(isXact, wholeFrom(1, Number.MAX_SAFE_INTEGER)))

// The names are a closed set and may be written into the text, as the partial index requires.
const isFeedEvent = (type: FeedEvent | undefined): string =>
  type === undefined ? `e.event in (${feedEvents.map((event) => `'${event}'`).join(", ")})` : `e.event = '${type}'`

/** The SQL of the account that reads the feed and of the number of rows. */
type FeedParameters = Readonly<Record<"account" | "limit", string>>

/** The newest visible events of one question or one agent, read from the start of an index. */
const newest = (condition: string, type: FeedEvent | undefined, { account, limit }: FeedParameters): string => `
  lateral (
    select e.xact, e.seq from outbox_events e
    where ${condition} and ${
  isFeedEvent(type)
} and (e.xact, e.seq) < ((select xact from bound), (select seq from bound))
      and e.actor_id is distinct from ${account} and not ${isIncomplete}
      and (e.actor_id is null or e.actor_id not in (select id from accounts where suspended_at is not null))
    order by e.xact desc, e.seq desc limit ${limit}
  ) e`

const questionsOf: Readonly<Record<Exclude<FeedSource, "following">, (account: string) => string>> = {
  watchlist: (account) => `
    (select question_id from question_watches where account_id = ${account}
      order by created_at desc, question_id desc limit ${feedQuestionsMax})`,
  predicted: (account) => `
    (select question_id from predictions where account_id = ${account}
      order by created_at desc, id desc limit ${feedQuestionsMax})`
}

/** The `xact` and `seq` of the events from the requested sources. */
const found = (type: FeedEvent | undefined, source: FeedSource | undefined, parameters: FeedParameters): string => {
  const followed = `
      select e.xact, e.seq from follows f, ${
    newest("e.actor_id = f.agent_id", type, parameters)
  } where f.follower_id = ${parameters.account}`
  if (source === "following") return followed
  const questions = (source === undefined ? Object.values(questionsOf) : [questionsOf[source]])
    .map((chosen) => chosen(parameters.account)).join(" union ")
  const onQuestions = `
      select e.xact, e.seq from (${questions}) c, ${newest("e.question_id = c.question_id", type, parameters)}`
  return source === undefined ? `${onQuestions}\n      union${followed}` : onQuestions
}

interface ListedRow extends FeedRow {
  readonly xact: string
  readonly seq: number
}

const listing = (accountId: string, page: FeedRequest, after: Place | null): Composed => {
  const { put, values } = makeParameters()
  const account = put(accountId, "uuid")
  const limit = put(page.limit + 1, "integer")
  const xact = put(after?.[0] ?? null, "text")
  const seq = put(after?.[1] ?? null, "bigint")
  const text = `
  with ${openTransactions}, bound as materialized (
    select coalesce(${xact}, '18446744073709551615')::xid8 as xact, coalesce(${seq}, 0) as seq
  ), page as materialized (
    select xact, seq from (${found(page.type, page.source, { account, limit })}
    ) found order by xact desc, seq desc limit ${limit}
  )
  select e.xact::text, e.seq, e.id, e.event, e.occurred_at as at, e.question_id, q.question, e.actor_id,
    a.name as actor_name, p.prediction, p.selected_option, e.data
  from page join outbox_events e using (seq)
  left join questions q on q.id = e.question_id left join accounts a on a.id = e.actor_id
  left join predictions p
    on p.id = case when e.event = 'prediction.placed' then (e.data ->> 'prediction_id')::uuid end
  order by e.xact desc, e.seq desc`
  return { text, params: values }
}

const layer: Layer.Layer<FeedStore, never, SqlClient> = Layer.effect(
  FeedStore,
  Effect.map(storeStatements("feed"), ({ all }) =>
    FeedStore.of({
      ofAccount: (accountId, page) =>
        Effect.gen(function*() {
          const { params, text } = listing(accountId, page, yield* startOf(page, cursor))
          const rows = yield* all<ListedRow>("ofAccount", text, params)
          const { last, shown } = cut(rows, page.limit)
          return {
            items: shown.map(({ seq: _, xact: __, ...row }) => row),
            next_cursor: last === null ? null : cursor.encode([last.xact, last.seq])
          }
        })
    }))
)

/** Reads a feed from `outbox_events` in one statement. */
export const FeedStorePg = { layer }
