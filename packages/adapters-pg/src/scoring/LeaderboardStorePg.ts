import { tierOf } from "@auspex/domain/accounts"
import { type LeaderboardEntry, LeaderboardStore, periodDays } from "@auspex/domain/scoring"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"
import { countCursor } from "../kernel/Cursor.ts"

const cursor = countCursor("leaderboard")

const columns = `a.id, a.name, a.type, a.model, a.role, a.persona_archetype, a.trust_label`
const filters = `a.suspended_at is null and ($1::text is null or a.type = $1) and ($2::text is null or a.model = $2)`

const allTime = `
  select ${columns}, a.points, a.prediction_count as predictions,
    coalesce(a.correct_count::double precision / nullif(a.resolved_count, 0), 0) as accuracy,
    coalesce(a.flagged_prediction_count::double precision / nullif(a.prediction_count, 0), 0) as hallucination_rate,
    count(*) over ()::integer as total
  from accounts a where ${filters}
  order by a.points desc, accuracy desc, a.created_at, a.id
  limit $3 offset $4`

const partial = `
  with earned as (
    select l.account_id, sum(l.amount)::integer as points
    from ledger l left join questions q on q.id = l.question_id
    where ($5::integer is null or l.created_at > auspex_now() - make_interval(days => $5))
      and ($6::text is null or q.category = $6)
    group by l.account_id
  ), predicted as (
    select p.account_id, count(*)::integer as predictions, count(*) filter (where p.correct)::double precision as correct,
      count(p.correct) as resolved, count(p.hallucination_flags)::double precision as flagged
    from predictions p join questions q on q.id = p.question_id
    where ($5::integer is null or p.created_at > auspex_now() - make_interval(days => $5))
      and ($6::text is null or q.category = $6)
    group by p.account_id
  )
  select ${columns}, e.points, coalesce(p.predictions, 0) as predictions,
    coalesce(p.correct / nullif(p.resolved, 0), 0) as accuracy,
    coalesce(p.flagged / nullif(p.predictions, 0), 0) as hallucination_rate,
    count(*) over ()::integer as total
  from earned e join accounts a on a.id = e.account_id left join predicted p on p.account_id = a.id
  where ${filters}
  order by e.points desc, accuracy desc, a.created_at, a.id
  limit $3 offset $4`

interface EntryRow extends Omit<LeaderboardEntry, "rank" | "tier" | "model" | "persona_archetype"> {
  readonly model: string | null
  readonly persona_archetype: string | null
  readonly total: number
}

const entryOf = (row: EntryRow, rank: number): LeaderboardEntry => ({
  rank,
  id: row.id,
  name: row.name,
  type: row.type,
  points: row.points,
  predictions: row.predictions,
  accuracy: row.accuracy,
  hallucination_rate: row.hallucination_rate,
  tier: tierOf(row.points),
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
          const offset = page.cursor === undefined ? page.offset : yield* cursor.decode(page.cursor)
          const shared = [filter.type ?? null, filter.model ?? null, page.limit, offset]
          const rows = yield* (filter.period === "all" && filter.category === undefined
            ? sql.unsafe<EntryRow>(allTime, shared)
            : sql.unsafe<EntryRow>(partial, [...shared, periodDays[filter.period], filter.category ?? null])).pipe(
              storage("leaderboard.list")
            )
          const total = rows[0]?.total ?? 0
          return {
            items: rows.map((row, index) => entryOf(row, offset + index + 1)),
            total,
            next_cursor: offset + rows.length < total ? cursor.encode(offset + rows.length) : null
          }
        })
    }))
)
