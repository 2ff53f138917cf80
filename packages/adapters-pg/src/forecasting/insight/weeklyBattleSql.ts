import { battleQuestionsMin, battleScoreDecimals, type BattleStanding } from "@auspex/domain/insight"

// The questions that count in the week from $1 to $2: their current resolution happened in the week and has been paid
// in full. While a question is resolved again, its row has the new instant and its score the old instant, so it does
// not count.
const counted = `
  counted as (
    select s.question_id, s.scored, s.log_sum
    from questions q join question_scores s on s.question_id = q.id and s.resolved_at = q.resolved_at
    where q.status = 'resolved' and q.resolved_at >= $1::timestamptz and q.resolved_at < $2::timestamptz
      and not q.is_void and s.scored > 0
  )`

const unit = `1e${battleScoreDecimals}`

// Equal to the domain's `battleStandings` to the digit: the peer score follows `peerScore`, the rounding
// `roundedScore`.
const ranked = `${counted}, scored as (
    select p.account_id,
      floor(avg(100 * (p.log_score - (c.log_sum - p.log_score) / (c.scored - 1))) * ${unit} + 0.5) / ${unit} as peer_score,
      count(*)::integer as questions
    from counted c join predictions p on p.question_id = c.question_id and p.log_score is not null
    where c.scored > 1
    group by p.account_id having count(*) >= ${battleQuestionsMin}
  ), ranked as (
    select s.*, a.name, a.type, a.model,
      rank() over (order by s.peer_score desc, s.questions desc)::integer as rank,
      row_number() over (order by s.peer_score desc, s.questions desc, s.account_id)::integer as position
    from scored s join accounts a on a.id = s.account_id
    where a.suspended_at is null
  )`

const runningJob = (until: string, from?: string) => `
  select from resolution_jobs j join questions q on q.id = j.question_id
  where j.status = 'running' and q.resolved_at < ${until}${from === undefined ? "" : ` and q.resolved_at >= ${from}`}`

export interface FactsRow {
  readonly is_final: boolean
  readonly is_paying: boolean
  readonly questions: number | null
  readonly previous: Date | null
  readonly next: Date | null
}

/** $1 and $2 the week. */
export const facts = `
  select b.week is not null as is_final, b.questions,
    exists (${runningJob("$2::timestamptz", "$1::timestamptz")}) as is_paying,
    greatest(
      (select max(starts_at) from weekly_battles where starts_at < $1::timestamptz),
      (select max(resolved_at) from question_scores where resolved_at < $1::timestamptz)
    ) as previous,
    least(
      (select min(starts_at) from weekly_battles where starts_at >= $2::timestamptz),
      (select min(resolved_at) from question_scores where resolved_at >= $2::timestamptz)
    ) as next
  from (values (1)) once (n) left join weekly_battles b on b.starts_at = $1::timestamptz`

/** `id` is null on the row that a battle without standings yields. */
export interface StandingRow extends Omit<BattleStanding, "model" | "id"> {
  readonly id: string | null
  readonly model: string | null
  readonly participants: number
  readonly question_count?: number
}

const shown = "s.rank, s.account_id as id, s.name, s.type, s.model, s.peer_score, s.questions"

/** $1 and $2 the week, $3 limit of standings. Yields at least one row, with the counts. */
export const live = `
  with ${ranked}
  select (select count(*)::integer from counted) as question_count, (select count(*)::integer from ranked) as participants,
    ${shown}
  from (values (1)) once (n) left join lateral (select * from ranked order by position limit $3::integer) s on true
  order by s.position`

/** $1 the beginning of the week, $2 limit of standings. Yields at least one row, with the count. */
export const stored = `
  with kept as (
    select s.*, a.name, a.type
    from weekly_battles b join weekly_battle_standings s on s.week = b.week join accounts a on a.id = s.account_id
    where b.starts_at = $1::timestamptz and a.suspended_at is null
  )
  select (select count(*)::integer from kept) as participants, ${shown}
  from (values (1)) once (n) left join lateral (select * from kept order by position limit $2::integer) s on true
  order by s.position`

/** $1 the grace period in seconds. */
export const weekToFinalise = `
  select w.starts_at
  from generate_series(
    (select date_trunc('week', min(resolved_at) at time zone 'UTC') from question_scores),
    date_trunc('week', auspex_now() at time zone 'UTC') - interval '7 days',
    interval '7 days'
  ) g (monday), lateral (
    select g.monday at time zone 'UTC' as starts_at, (g.monday + interval '7 days') at time zone 'UTC' as ends_at
  ) w
  where w.ends_at + make_interval(secs => $1::double precision) <= auspex_now()
    and not exists (select from weekly_battles b where b.starts_at = w.starts_at)
    and exists (
      select from question_scores s join questions q on q.id = s.question_id and q.resolved_at = s.resolved_at
      where s.resolved_at >= w.starts_at and s.resolved_at < w.ends_at
    )
    and not exists (${runningJob("w.ends_at")})
  order by w.starts_at limit 1`

/** $1 and $2 the week, $3 its name. */
export const finalise = `
  with ${ranked}, battle as (
    insert into weekly_battles (week, starts_at, ends_at, questions)
    select $3::text, $1::timestamptz, $2::timestamptz, (select count(*)::integer from counted)
    where not exists (${runningJob("$2::timestamptz")})
    on conflict do nothing
    returning week
  )
  insert into weekly_battle_standings (week, position, rank, account_id, model, peer_score, questions)
  select b.week, r.position, r.rank, r.account_id, r.model, r.peer_score, r.questions from battle b, ranked r`
