import type { Recount } from "./Recount.ts"

// The order of settlements: by the number of the entry that paid. A prediction without a number was settled by no job.
const inOrder = "coalesce(settled_seq, 0), resolved_at, seq"

/** The results of settlements on predictions and accounts. */
export const settlementRecounts: ReadonlyArray<Recount> = [
  {
    name: "hedges",
    differing: `
      with standing as (
        select p.*, min(side) over owned <> max(side) over owned as is_hedged
        from (
          select p.*, a.owner_key, coalesce(p.selected_option, p.prediction::text) as side
          from predictions p join accounts a on a.id = p.account_id join questions q on q.id = p.question_id
          where q.status = 'resolved' and not exists (
            select from resolution_jobs j where j.question_id = q.id and j.status = 'running'
          )
        ) p window owned as (partition by question_id, owner_key)
      )
      select format('Prediction %s was settled as %s, but its owner stood on %s.', id,
        case when hedged then 'hedged' else 'not hedged' end, case when is_hedged then 'several sides' else 'one side' end)
      from standing where hedged <> is_hedged
      union all
      select format('Prediction %s was hedged and correct; it was paid %s for a stake of %s.', id, payout, stake)
      from predictions where hedged and correct and payout <> stake`
  },
  {
    name: "streaks",
    differing: `
      with runs as (
        select account_id, correct,
          count(*) filter (where not correct) over (partition by account_id order by ${inOrder}) as misses
        from predictions where correct is not null
      ), lengths as (
        select account_id, misses, count(*) filter (where correct) as length from runs group by account_id, misses
      ), streaks as (
        select account_id, max(length) as longest, (array_agg(length order by misses desc))[1] as latest
        from lengths group by account_id
      )
      select format('Account %s (%s) has a streak of %s, at most %s; its results give %s, at most %s.', a.name, a.id,
        a.streak_count, a.max_streak, coalesce(s.latest, 0), coalesce(s.longest, 0))
      from accounts a left join streaks s on s.account_id = a.id
      where a.max_streak < a.streak_count
        or (
          (a.streak_count, a.max_streak) is distinct from (coalesce(s.latest, 0), coalesce(s.longest, 0))
          -- Two results with the same instant and without a number have no order that a recount could find.
          and not exists (
            select 1 from predictions p where p.account_id = a.id and p.correct is not null
            group by coalesce(p.settled_seq, 0), p.resolved_at having count(*) > 1
          )
        )`
  },
  {
    name: "settlement order",
    differing: `
      select format('Prediction %s was settled by entry %s of its account, which is %s.', p.id, p.settled_seq,
        coalesce(l.reason || ' on question ' || coalesce(l.question_id::text, 'none'), 'not there'))
      from predictions p left join ledger l on l.account_id = p.account_id and l.seq = p.settled_seq
      where p.settled_seq is not null and (p.resolved_at is null or l.question_id is distinct from p.question_id
        or l.reason not in ('stake_return', 'participation', 'stake_refund'))`
  },
  {
    // Only for accounts whose settlements are all in a known order.
    name: "settlement streaks",
    differing: `
      with runs as (
        select *, count(*) filter (where not correct) over (partition by account_id order by ${inOrder}) as misses
        from predictions p
        where resolved_at is not null and not exists (
          select from predictions o
          where o.account_id = p.account_id and o.resolved_at is not null and o.settled_seq is null
        )
      ), streaks as (
        select id, streak_at_resolution as kept,
          count(*) filter (where correct) over (partition by account_id, misses order by ${inOrder}) as streak
        from runs
      )
      select format('Prediction %s was settled with a streak of %s; the results until then give %s.', id, kept, streak)
      from streaks where kept is distinct from streak`
  }
]
