-- A connection keeps the plan of a trigger that reads all new rows, as nothing in it is a parameter. The first statement
-- made it: after a connection had paid a question with many predictions, each placement on it read all questions, twice.
-- Each row now looks its question up, whatever the number of rows and the statistics.
create or replace function auspex_count_ledger() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into account_days as d (account_id, day, category, points, earned)
  select e.account_id, (e.created_at at time zone 'UTC')::date,
    coalesce((select q.category from questions q where q.id = e.question_id), ''), sum(e.amount)::bigint,
    coalesce(sum(e.amount) filter (where auspex_is_earned(e.reason)), 0)::bigint
  from added e
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (account_id, day, category) do update set points = d.points + excluded.points,
    earned = d.earned + excluded.earned;
  return null;
end
$$;

create or replace function auspex_count_predictions() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into account_days as d (account_id, day, category, predictions)
  select p.account_id, (p.created_at at time zone 'UTC')::date,
    (select q.category from questions q where q.id = p.question_id), count(*)::integer
  from added p
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (account_id, day, category) do update set predictions = d.predictions + excluded.predictions;
  return null;
end
$$;
