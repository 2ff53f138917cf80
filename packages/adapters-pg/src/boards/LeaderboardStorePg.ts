import { tierOf } from "@auspex/domain/accounts"
import { type LeaderboardEntry, LeaderboardStore, periodDays } from "@auspex/domain/boards"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"
import { integerMax, isWhole, listCursor } from "../kernel/Cursor.ts"
import { isUuid } from "../kernel/isUuid.ts"

/** The sort key of the last entry seen, after its rank: points, accuracy, microseconds of the registration, id. */
type Place = readonly [rank: number, points: number, accuracy: number, registered: number, id: string]

const cursor = listCursor("leaderboard", (value): value is Place => {
  if (!Array.isArray(value) || value.length !== 5) return false
  const [rank, points, accuracy, registered, id] = value as ReadonlyArray<unknown>
  return isWhole(rank, 1, integerMax) && isWhole(points, -integerMax, integerMax) && typeof accuracy === "number" &&
    isWhole(registered, 0, Number.MAX_SAFE_INTEGER) && typeof id === "string" && isUuid(id)
})

/** Where the figures of a board come from; every other account has none. */
interface Source {
  readonly from: string
  readonly points: string
  readonly predictions: string
  readonly correct: string
  readonly resolved: string
  readonly flagged: string
}

const filters = `a.suspended_at is null and ($1::text is null or a.type = $1) and ($2::text is null or a.model = $2)`
const registered = "(extract(epoch from a.created_at) * 1000000)::bigint"

// One row more than asked for, with the total on every row, and on one without an account when the page is empty. $1
// type, $2 model, $3 limit, $4 offset, $5 to $8 the sort key after which the page begins.
const board = ({ correct, flagged, from, points, predictions, resolved }: Source): string => {
  const accuracy = `coalesce(${correct}::double precision / nullif(${resolved}, 0), 0)`
  return `counted as (
    select count(*)::integer as total from ${from} where ${filters}
  ), page as (
    select a.id, a.name, a.type, a.model, a.role, a.persona_archetype, a.trust_label, a.points as balance,
      ${points} as points, ${predictions} as predictions, ${accuracy} as accuracy,
      coalesce(${flagged}::double precision / nullif(${predictions}, 0), 0) as hallucination_rate,
      ${registered} as registered
    from ${from} where ${filters} and ($5::integer is null or (${points} <= $5::integer and
      (-${points}, -${accuracy}, ${registered}, a.id)
        > (-$5::integer, -$6::double precision, $7::bigint, $8::uuid)))
    order by ${points} desc, accuracy desc, a.created_at, a.id
    limit $3::integer + 1 offset $4::integer
  )
  select counted.total, page.* from counted left join page on true
  order by page.points desc, page.accuracy desc, page.registered, page.id`
}

const allTime = `with ${
  board({
    from: "accounts a",
    points: "a.points",
    predictions: "a.prediction_count",
    correct: "a.correct_count",
    resolved: "a.resolved_count",
    flagged: "a.flagged_prediction_count"
  })
}`

// $9 days, $10 category.
const partial = `
  with earned as (
    select l.account_id, sum(l.amount)::integer as points
    from ledger l left join questions q on q.id = l.question_id
    where ($9::integer is null or l.created_at > auspex_now() - make_interval(days => $9))
      and ($10::text is null or q.category = $10)
    group by l.account_id
  ), predicted as (
    select p.account_id, count(*)::integer as predictions, count(*) filter (where p.correct) as correct,
      count(p.correct) as resolved, count(p.hallucination_flags) as flagged
    from predictions p join questions q on q.id = p.question_id
    where ($9::integer is null or p.created_at > auspex_now() - make_interval(days => $9))
      and ($10::text is null or q.category = $10)
    group by p.account_id
  ), ${
  board({
    from: "earned e join accounts a on a.id = e.account_id left join predicted p on p.account_id = a.id",
    points: "e.points",
    predictions: "coalesce(p.predictions, 0)",
    correct: "p.correct",
    resolved: "p.resolved",
    flagged: "p.flagged"
  })
}`

interface EntryRow extends Omit<LeaderboardEntry, "rank" | "tier" | "model" | "persona_archetype"> {
  readonly model: string | null
  readonly persona_archetype: string | null
  readonly balance: number
  readonly registered: number
}

/** An empty page leaves one row, in which everything but the total is null. */
type ListedRow = { readonly total: number } & (EntryRow | { readonly id: null })

const entryOf = (row: EntryRow, rank: number): LeaderboardEntry => ({
  rank,
  id: row.id,
  name: row.name,
  type: row.type,
  points: row.points,
  predictions: row.predictions,
  accuracy: row.accuracy,
  hallucination_rate: row.hallucination_rate,
  // Whatever the board counts, the tier goes by the balance.
  tier: tierOf(row.balance),
  ...(row.role === undefined ? {} : { role: row.role }),
  ...(row.model === null ? {} : { model: row.model }),
  ...(row.persona_archetype === null ? {} : { persona_archetype: row.persona_archetype }),
  ...(row.type === "agent" && row.trust_label !== undefined ? { trust_label: row.trust_label } : {})
})

/** Boards straight from the accounts, or summed up from the ledger for a period or a category. */
export const LeaderboardStorePgLive: Layer.Layer<LeaderboardStore, never, SqlClient.SqlClient> = Layer.effect(
  LeaderboardStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    LeaderboardStore.of({
      list: (filter, page) =>
        Effect.gen(function*() {
          const after = page.cursor === undefined ? undefined : yield* cursor.decode(page.cursor)
          const before = after === undefined ? page.offset : after[0]
          const shared = [
            filter.type ?? null,
            filter.model ?? null,
            page.limit,
            after === undefined ? page.offset : 0,
            ...(after === undefined ? [null, null, null, null] : after.slice(1))
          ]
          const rows = yield* (filter.period === "all" && filter.category === undefined
            ? sql.unsafe<ListedRow>(allTime, shared)
            : sql.unsafe<ListedRow>(partial, [...shared, periodDays[filter.period], filter.category ?? null])).pipe(
              storage("leaderboard.list")
            )
          const listed = rows.filter((row): row is EntryRow & { readonly total: number } => row.id !== null)
          const shown = listed.slice(0, page.limit)
          const last = shown.at(-1)
          return {
            items: shown.map((row, index) => entryOf(row, before + index + 1)),
            total: rows[0]?.total ?? 0,
            next_cursor: listed.length > page.limit && last !== undefined
              ? cursor.encode([before + shown.length, last.points, last.accuracy, last.registered, last.id])
              : null
          }
        })
    }))
)
