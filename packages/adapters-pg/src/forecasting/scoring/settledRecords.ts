import type { PriorSettlement, SettledRecord } from "@auspex/domain/scoring"
import { isEarly } from "./earlySql.ts"

/**
 * The sort key of a prediction among the settled predictions of its account. A prediction without a number was settled
 * by no job.
 */
const place = (row: string): string => `(coalesce(${row}.settled_seq, 0), ${row}.resolved_at, ${row}.id)`
const inOrder = (row: string): string => `coalesce(${row}.settled_seq, 0), ${row}.resolved_at, ${row}.id`
const latestFirst = (row: string): string =>
  `coalesce(${row}.settled_seq, 0) desc, ${row}.resolved_at desc, ${row}.id desc`

/** For each account of the predictions `since`: its streak before that prediction, and all settlements from it on. */
export const settledRecords = (since: string): string => `
  select s.account_id, b.streak_count, b.max_streak, c.calls
  from ${since} s, lateral (
    select coalesce((array_agg(p.streak_at_resolution order by ${latestFirst("p")}))[1], 0) as streak_count,
      coalesce(max(p.streak_at_resolution), 0) as max_streak
    from predictions p
    where p.account_id = s.account_id and p.resolved_at is not null and ${place("p")} < ${place("s")}
  ) b, lateral (
    select jsonb_agg(jsonb_build_object('prediction_id', p.id, 'question_id', p.question_id, 'confidence', p.confidence,
        'weight', q.weight, 'contrarian', p.contrarian, 'early', ${isEarly("p")}, 'hedged', coalesce(p.hedged, false),
        'correct', p.correct,
        'streak_count', coalesce(p.streak_at_resolution, 0), 'payout', coalesce(p.payout, 0)) order by ${inOrder("p")}
      ) as calls
    from predictions p join questions q on q.id = p.question_id
    where p.account_id = s.account_id and p.resolved_at is not null and ${place("p")} >= ${place("s")}
  ) c`

/** The earliest settled prediction of each account in `rows`. */
export const earliestOf = (rows: string): string =>
  `select distinct on (p.account_id) p.* from ${rows} p where p.resolved_at is not null
  order by p.account_id, ${inOrder("p")}`

/** A row of `settledRecords`. */
export interface RecordRow {
  readonly account_id: string
  readonly streak_count: number
  readonly max_streak: number
  readonly calls: ReadonlyArray<PriorSettlement>
}

export const recordOf = ({ calls, max_streak, streak_count }: RecordRow): SettledRecord => ({
  before: { streak_count, max_streak },
  calls
})
