-- The log odds of predictions are pooled by owners with each placement, so that the cost of a consensus does not depend on
-- the number of predictions. Log odds are whole hundred-thousandths: their sums do not depend on the order of adding.

-- `logOddsOf` of the domain: the log odds of a chance in percent. In PL/pgSQL, which plans a function once per session.
create function auspex_log_odds(chance double precision) returns bigint language plpgsql immutable strict parallel safe as $$
begin
  return round(100000 * ln(chance / (100 - chance)))::bigint;
end
$$;

-- The log odds that a prediction gives to yes; on a question with options, to each of them in its order: the options that
-- are not chosen share the rest evenly.
create function auspex_stated_log_odds(prediction boolean, confidence integer, side integer, options integer) returns bigint[]
  language plpgsql immutable parallel safe as $$
declare
  stated bigint[];
begin
  if options is null then
    return array[auspex_log_odds(case when prediction then confidence else 100 - confidence end)];
  end if;
  stated := array_fill(auspex_log_odds((100 - confidence)::double precision / (options - 1)), array[options]);
  stated[side + 1] := auspex_log_odds(confidence);
  return stated;
end
$$;

-- The sums over an owner's predictions on the question. The owner counts in the pool with their mean, without its fraction.
alter table question_owners add column log_odds bigint[];

-- The sums of the owners' log odds and of their squares, for yes or for each option; null without predictions.
alter table questions add column pool_sums bigint[], add column pool_squares bigint[];

-- The pool of a question and the sums of an owner after another prediction of the owner.
create function auspex_grow_pool(sums bigint[], squares bigint[], own question_owners, stated bigint[],
  out pool_sums bigint[], out pool_squares bigint[], out log_odds bigint[]) language plpgsql immutable parallel safe as $$
declare
  placed constant integer := coalesce(cardinality(own.account_ids), 0);
  before bigint;
  mean bigint;
begin
  pool_sums := sums;
  pool_squares := squares;
  log_odds := stated;
  for place in 1..cardinality(stated) loop
    before := case when placed = 0 then 0 else own.log_odds[place] / placed end;
    log_odds[place] := stated[place] + case when placed = 0 then 0 else own.log_odds[place] end;
    mean := log_odds[place] / (placed + 1);
    pool_sums[place] := coalesce(sums[place], 0) + mean - before;
    pool_squares[place] := coalesce(squares[place], 0) + mean * mean - before * before;
  end loop;
end
$$;

-- Recounts the owners of these questions, and their pools, from the predictions.
create or replace function auspex_count_owners(asked uuid[]) returns void language sql as $$
  delete from question_owners where question_id = any (asked);
  with stated as (
    select p.question_id, a.owner_key, p.seq, p.account_id, p.id, s.side,
      auspex_stated_log_odds(p.prediction, p.confidence, s.side, cardinality(q.options)) as log_odds
    from predictions p join questions q on q.id = p.question_id join accounts a on a.id = p.account_id,
      lateral (select auspex_side(p.prediction, p.selected_option, q.options) as side) s
    where p.question_id = any (asked)
  ), summed as (
    select question_id, owner_key, array_agg(total order by place) as log_odds
    from (
      select s.question_id, s.owner_key, v.place, sum(v.value)::bigint as total
      from stated s, unnest(s.log_odds) with ordinality v (value, place) group by 1, 2, 3
    ) totals group by 1, 2
  )
  insert into question_owners (question_id, owner_key, side, account_ids, prediction_ids, log_odds)
  select s.question_id, s.owner_key, case when count(distinct s.side) = 1 then min(s.side) end,
    array_agg(s.account_id order by s.seq), array_agg(s.id order by s.seq), t.log_odds
  from stated s join summed t on t.question_id = s.question_id and t.owner_key = s.owner_key
  group by 1, 2, t.log_odds;
  update questions q set
    owner_recounts = q.owner_recounts + 1,
    owner_count = (select count(*) from question_owners o where o.question_id = q.id),
    owner_voices = (
      select array_agg((select count(*)::integer from question_owners o where o.question_id = q.id and o.side = s.side)
        order by s.side)
      from generate_series(0, coalesce(cardinality(q.options), 2) - 1) s (side)
    ),
    (pool_sums, pool_squares) = (
      select array_agg(p.sum order by p.place), array_agg(p.squares order by p.place)
      from (
        select m.place, sum(m.mean)::bigint as sum, sum(m.mean * m.mean)::bigint as squares
        from question_owners o, unnest(o.log_odds) with ordinality v (value, place),
          lateral (select v.place, v.value / cardinality(o.account_ids) as mean) m
        where o.question_id = q.id group by 1
      ) p
    )
  where q.id = any (asked)
$$;

-- Counter changes do not create a new version, nor do versions hold counters.
create or replace function auspex_record_question() returns trigger language plpgsql as $$
begin
  insert into question_versions (question_id, recorded_at, fields)
  values (new.id, auspex_clock(), to_jsonb(new) - array['search', 'upvotes', 'prediction_count', 'yes_count', 'no_count',
    'confidence_sum', 'option_counts', 'closing_soon_sent_at', 'snapshot_counts', 'voice_weight', 'voice_overlap',
    'voice_owner_squares', 'voice_family_squares', 'voice_owner_family_squares', 'owner_count', 'owner_voices',
    'owner_recounts', 'pool_sums', 'pool_squares', 'surveys_open', 'surveys_closed']);
  return null;
end
$$;

select auspex_count_owners(array(select id from questions where prediction_count > 0));
alter table question_owners alter column log_odds set not null;
