import type { Recount } from "./Recount.ts"

/** The consensus at the instants of its snapshots. */
export const snapshotRecounts: ReadonlyArray<Recount> = [
  {
    // Snapshots of moves are at the prediction that moved the consensus, daily ones between the day's last prediction
    // and the next.
    name: "snapshots",
    differing: `
      with running as (
        select question_id, created_at, seq, row_number() over by_time as nth,
          lead(created_at) over by_time as next_at,
          sum(prediction::integer) over by_time as yes, sum(confidence) over by_time as confidence,
          sum(prediction::integer) over by_number as yes_by_number, sum(confidence) over by_number as confidence_by_number
        from predictions
        window by_time as (partition by question_id order by created_at, seq rows unbounded preceding),
          by_number as (partition by question_id order by seq rows unbounded preceding)
      )
      select format('Question %s had %s predictions (%s yes, confidence %s) at %s by its snapshot; it had %s (%s, %s).',
        s.question_id, s.total_agents, s.yes_count, s.confidence_sum, s.taken_at, coalesce(d.nth, m.seq),
        coalesce(d.yes, m.yes_by_number), coalesce(d.confidence, m.confidence_by_number))
      from consensus_snapshots s
      left join running d on s.kind = 'daily' and d.question_id = s.question_id and d.nth = s.total_agents
        and d.created_at < s.taken_at and (d.next_at is null or d.next_at >= s.taken_at)
      left join running m on s.kind = 'moved' and m.question_id = s.question_id and m.seq = s.total_agents
        and m.created_at <= s.taken_at
      where (s.yes_count, s.confidence_sum)
          is distinct from (coalesce(d.yes, m.yes_by_number), coalesce(d.confidence, m.confidence_by_number))`
  },
  {
    name: "options of snapshots",
    differing: `
      with chosen as (
        select p.question_id, p.selected_option, row_number() over (partition by p.question_id order by p.created_at, p.seq) as nth
        from predictions p join questions q on q.id = p.question_id and q.options is not null
      ), counted as (
        select s.id, array_agg(
          (select count(*)::integer from chosen c
            where c.question_id = s.question_id and c.nth <= s.total_agents and c.selected_option = o.option)
          order by o.place) as counts
        from consensus_snapshots s join questions q on q.id = s.question_id,
          lateral unnest(q.options) with ordinality o (option, place)
        group by s.id
      )
      select format('Question %s counted %s for its options at %s; its first %s predictions give %s.', s.question_id,
        s.option_counts, s.taken_at, s.total_agents, c.counts)
      from consensus_snapshots s left join counted c on c.id = s.id
      where s.option_counts is distinct from c.counts`
  },
  {
    name: "days of snapshots",
    differing: `
      select format('Question %s had predictions on %s, which is done, and has no snapshot of its end.', q.id, d.ends_at)
      from (
        -- A question that was resolved again counts from its first resolution.
        select q.id, coalesce((
            select min((v.fields ->> 'resolved_at')::timestamptz) from question_versions v where v.question_id = q.id
          ), q.resolved_at) as resolved_at
        from questions q where q.published_at is not null
      ) q join consensus_days d on q.resolved_at is null or q.resolved_at >= d.ends_at - interval '24 hours'
      where d.finished_at is not null
        and exists (select 1 from predictions p where p.question_id = q.id and p.seq = 1 and p.created_at < d.ends_at)
        and not exists (
          select 1 from consensus_snapshots s where s.question_id = q.id and s.taken_at = d.ends_at and s.kind = 'daily'
        )`
  },
  {
    name: "latest snapshots",
    differing: `
      select format('Question %s measures moves from %s; its latest snapshot stood at %s.', q.id, q.snapshot_counts, s.counts)
      from questions q left join lateral (
        select coalesce(option_counts, array[yes_count, total_agents - yes_count]) as counts
        from consensus_snapshots s where s.question_id = q.id order by s.taken_at desc, s.total_agents desc limit 1
      ) s on true
      where q.snapshot_counts is distinct from s.counts`
  }
]
