import type { Recount } from "./Recount.ts"

const sides = `
  select p.question_id, p.seq, p.account_id, p.id as prediction_id, p.owner_position, a.owner_key, auspex_side(p.prediction, p.selected_option, q.options) as side,
    a.type = 'agent' and (a.linked_at > p.created_at) is not false as is_moved
  from predictions p join questions q on q.id = p.question_id join accounts a on a.id = p.account_id`

/** The owners on questions: the side of each, their number, and their order. */
export const questionOwnerRecounts: ReadonlyArray<Recount> = [
  {
    name: "owners on questions",
    differing: `
      with counted as (
        select question_id, owner_key, case when count(distinct side) = 1 then min(side) end as side,
          array_agg((account_id, prediction_id) order by account_id) as pairs,
          count(*) as accounts
        from (${sides}) s group by 1, 2
      )
      select format('On question %s owner %s is recorded on side %s with %s accounts; by its predictions it is %s with %s.',
        coalesce(o.question_id, c.question_id), coalesce(o.owner_key, c.owner_key),
        case when o.owner_key is null then 'none' else coalesce(o.side::text, 'several') end,
        coalesce(cardinality(o.account_ids), 0),
        case when c.owner_key is null then 'none' else coalesce(c.side::text, 'several') end,
        coalesce(c.accounts, 0))
      from question_owners o full join counted c on c.question_id = o.question_id and c.owner_key = o.owner_key
      where o.owner_key is null or c.owner_key is null or o.side is distinct from c.side
        or (
          select array_agg((account_id, prediction_id) order by account_id)
          from unnest(o.account_ids, o.prediction_ids) t (account_id, prediction_id)
        ) is distinct from c.pairs`
  },
  {
    name: "owner counts",
    differing: `
      select format('Question %s counts %s owners with the voices %s; there are %s with %s.', q.id, q.owner_count,
        coalesce(q.owner_voices::text, 'none'), c.owners, c.voices)
      from questions q
      cross join lateral (
        select (select count(*) from question_owners o where o.question_id = q.id) as owners, array_agg(
          (select count(*)::integer from question_owners o where o.question_id = q.id and o.side = s.side) order by s.side
        ) as voices
        from generate_series(0, coalesce(cardinality(q.options), 2) - 1) s (side)
      ) c
      where q.owner_count <> c.owners
        or coalesce(q.owner_voices, array_fill(0, array[cardinality(c.voices)])) <> c.voices`
  },
  {
    name: "pools",
    differing: `
      with stated as (
        select p.question_id, a.owner_key,
          auspex_stated_log_odds(p.prediction, p.confidence, auspex_side(p.prediction, p.selected_option, q.options),
            cardinality(q.options)) as log_odds
        from predictions p join questions q on q.id = p.question_id join accounts a on a.id = p.account_id
      ), owned as (
        select s.question_id, s.owner_key, v.place, sum(v.value)::bigint as total, count(*) as predictions
        from stated s, unnest(s.log_odds) with ordinality v (value, place) group by 1, 2, 3
      ), pooled as (
        select question_id, array_agg(sum order by place) as sums, array_agg(squares order by place) as squares
        from (
          select question_id, place, sum(total / predictions)::bigint as sum,
            sum((total / predictions) * (total / predictions))::bigint as squares
          from owned group by 1, 2
        ) s group by 1
      )
      select format('Question %s pools %s with the squares %s; its predictions give %s with %s.', q.id,
        coalesce(q.pool_sums::text, 'nothing'), coalesce(q.pool_squares::text, 'none'),
        coalesce(p.sums::text, 'nothing'), coalesce(p.squares::text, 'none'))
      from questions q left join pooled p on p.question_id = q.id
      where (q.pool_sums, q.pool_squares) is distinct from (p.sums, p.squares)
      union all
      select format('On question %s owner %s states %s; its predictions give %s.', o.question_id, o.owner_key, o.log_odds,
        c.log_odds)
      from question_owners o left join (
        select question_id, owner_key, array_agg(total order by place) as log_odds from owned group by 1, 2
      ) c on c.question_id = o.question_id and c.owner_key = o.owner_key
      where o.log_odds is distinct from c.log_odds`
  },
  {
    // Positions keep their value when an account joins an owner after it has predicted.
    name: "owner positions",
    differing: `
      with owners as (
        select s.*, row_number() over (partition by s.question_id, s.owner_key order by s.seq) = 1 as is_first,
          bool_or(s.is_moved) over (partition by s.question_id) as has_moved
        from (${sides}) s
      ), counted as (
        select *, sum(is_first::integer) over (partition by question_id order by seq) as position from owners
      )
      select format('Prediction %s of question %s has an owner in place %s; the recount gives %s.', seq, question_id,
        owner_position, position)
      from counted where owner_position <> position and not has_moved`
  }
]
