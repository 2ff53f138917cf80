import type { ConsensusCounts } from "@auspex/domain/consensus"
import { type ConsensusTimeline, chartSnapshotsMax } from "@auspex/domain/history"
import { statement } from "../../database/Statement.ts"
import type { PageRow } from "../../kernel/PageRow.ts"
import { countsAt, type Earlier, earlier } from "./questionsAtSql.ts"
import { isPublic } from "../../kernel/isPublic.ts"

/** The question in a statement about snapshots: as it is now, or as it was just before an instant. */
const sources = {
  now: ({ question_id }: Earlier): string => `(select * from questions where id = ${question_id}) q`,
  earlier: ({ before, question_id }: Earlier): string => `auspex_question_at(${question_id}, ${before}) q`
} as const

const columns = "s.taken_at, s.total_agents, s.yes_count, s.confidence_sum, s.option_counts"

/**
 * How long after the end of a day its snapshots are taken: until then, predictions of that day may still be committed.
 */
const settledAfter = "interval '1 minute'"
// Daily snapshots are visible from when they are due, however late they were taken, as they contain nothing later.
const knownAt = (before: string): string =>
  `(${before} is null or (
      s.taken_at < ${before} and (s.kind = 'moved' or s.taken_at + ${settledAfter} < ${before})))`

export interface SnapshotRow extends ConsensusCounts {
  readonly id: string
  /** `taken_at` to the microsecond. */
  readonly position: string
}

type ListedRow = PageRow<SnapshotRow> & Pick<ConsensusTimeline["question"], "options">

const listingOf = (source: keyof typeof sources) =>
  statement<ListedRow>()(
    {
      ...earlier,
      limit: "integer",
      offset: "integer",
      after_at: "text",
      after_id: "uuid"
    },
    (params) => {
      const known = knownAt(params.before)
      return `
  with requested as (select q.id, q.options from ${sources[source](params)} where ${isPublic("q")})
  select requested.options, (
      select count(*)::integer from consensus_snapshots s where s.question_id = requested.id and ${known}
    ) as total, listed.*
  from requested left join lateral (
    select ${columns}, s.id, to_char(s.taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
    from consensus_snapshots s
    where s.question_id = requested.id and ${known}
      and (${params.after_at} is null or (s.taken_at, s.id) < (${params.after_at}::timestamptz, ${params.after_id}))
    order by s.taken_at desc, s.id desc limit ${params.limit} offset ${params.offset}
  ) listed on true
  order by listed.taken_at desc, listed.id desc`
    }
  )

/**
 * The snapshots of a question, newest first. An empty page yields one row without a snapshot; a question that is not
 * public yields no row.
 */
export const snapshotListing = { now: listingOf("now"), earlier: listingOf("earlier") } as const

const question =
  `auspex_now() as now, q.id, q.question, q.question_type, q.options, q.status, q.created_at, q.published_at,
    q.resolved_at`

export type CourseRow = ConsensusTimeline["question"] & Omit<ConsensusCounts, "taken_at"> & { readonly now: Date }

/** The question with its counters, now or just before an instant; `before` is null for now. */
export const courseQuestion = {
  now: statement<CourseRow>()(
    earlier,
    (params) =>
      `select ${question}, q.prediction_count as total_agents, q.yes_count, q.confidence_sum, q.option_counts
      from ${sources.now(params)} where ${params.before} is null and ${isPublic("q")}`
  ),
  earlier: statement<CourseRow>()(
    earlier,
    (params) =>
      `select ${question}, c.prediction_count as total_agents, c.yes_count, c.confidence_sum, o.option_counts
      from ${sources.earlier(params)}, ${countsAt(params.before)} where ${isPublic("q")}`
  )
} as const

/** The question's latest snapshots that were visible before `before` and taken up to `to`; null leaves a bound out. */
export const courseSnapshots = statement<ConsensusCounts>()(
  { ...earlier, to: "timestamptz" },
  (params) => `
  select ${columns} from consensus_snapshots s
  where s.question_id = ${params.question_id} and ${
    knownAt(params.before)
  } and (${params.to} is null or s.taken_at <= ${params.to})
  order by s.taken_at desc, s.id desc limit ${chartSnapshotsMax}`
)

const aDay = "interval '24 hours'"

/** Adds the next day to the queue when that day has ended and no other is unfinished. */
export const beginDay = `
  insert into consensus_days (ends_at)
  select due from (
    select coalesce(
      (select max(ends_at) from consensus_days),
      date_trunc('day', (select min(created_at) from predictions), 'UTC')
    ) + ${aDay} as due
  ) d
  where due + ${settledAfter} <= auspex_now() and not exists (select 1 from consensus_days where finished_at is null)
  on conflict do nothing`

/** Locks the unfinished day; a worker that finds it locked skips it. */
export const claimDay = `
  select ends_at from consensus_days where finished_at is null order by ends_at limit 1 for update skip locked`

/**
 * Takes the snapshots of the next $1 questions of the unfinished day: every public question with predictions that had
 * not been resolved when the day began. Each is the current counters minus the predictions since the end of the day,
 * both seen by one statement. The snapshot also becomes the baseline of the next move, unless a later snapshot exists.
 * Returns the number of questions examined.
 */
export const takeDay = `
  with day as (
    select ends_at, coalesce(position, '00000000-0000-0000-0000-000000000000') as position
    from consensus_days where finished_at is null order by ends_at limit 1
  ), batch as (
    select q.id, q.options, q.prediction_count, q.yes_count, q.confidence_sum, q.option_counts, day.ends_at
    from day join questions q on q.id > day.position
    where q.prediction_count > 0 and ${isPublic("q")}
      and (q.status <> 'resolved' or q.resolved_at >= day.ends_at - ${aDay})
    order by q.id limit $1::integer
  ), later as (
    select p.question_id, p.selected_option, count(*)::integer as n, count(*) filter (where p.prediction)::integer as yes,
      sum(p.confidence)::integer as confidence
    from day join predictions p on p.created_at >= day.ends_at
    where p.question_id in (select id from batch)
    group by 1, 2
  ), at_day_end as (
    select b.id, b.ends_at, b.prediction_count - coalesce(l.n, 0) as total_agents, b.yes_count - coalesce(l.yes, 0) as yes_count,
      b.confidence_sum - coalesce(l.confidence, 0) as confidence_sum,
      case when b.options is not null then (
        select array_agg(b.option_counts[o.place] - coalesce(p.n, 0) order by o.place)
        from unnest(b.options) with ordinality o (option, place)
          left join later p on p.question_id = b.id and p.selected_option = o.option
      ) end as option_counts
    from batch b left join (
      select question_id, sum(n)::integer as n, sum(yes)::integer as yes, sum(confidence)::integer as confidence
      from later group by 1
    ) l on l.question_id = b.id
  ), taken as (
    insert into consensus_snapshots (id, question_id, taken_at, kind, total_agents, yes_count, confidence_sum, option_counts)
    select gen_random_uuid(), id, ends_at, 'daily', total_agents, yes_count, confidence_sum, option_counts
    from at_day_end where total_agents > 0
    on conflict do nothing
    returning question_id, taken_at, coalesce(option_counts, array[yes_count, total_agents - yes_count]) as counts
  ), baseline as (
    update questions q set snapshot_counts = taken.counts
    from taken
    where q.id = taken.question_id and q.snapshot_counts is distinct from taken.counts and not exists (
      select 1 from consensus_snapshots s where s.question_id = taken.question_id and s.taken_at > taken.taken_at
    )
  ), moved as (
    update consensus_days d set
      position = (select id from batch order by id desc limit 1),
      finished_at = case when (select count(*) from batch) < $1::integer then auspex_now() end
    from day where d.ends_at = day.ends_at
  )
  select count(*)::integer as looked_at from batch`
