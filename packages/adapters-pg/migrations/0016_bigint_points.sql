-- Points of 64 bits, within what JSON numbers hold exactly (2^53 - 1), so that no reader rounds a balance.

alter table accounts
  alter column points type bigint,
  add constraint accounts_points_max check (points between -9007199254740991 and 9007199254740991);
alter table ledger
  alter column amount type bigint,
  alter column balance type bigint,
  add constraint ledger_amount_max check (amount between -9007199254740991 and 9007199254740991),
  add constraint ledger_balance_max check (balance between -9007199254740991 and 9007199254740991);
alter table account_days
  alter column points type bigint,
  add constraint account_days_points_max check (points between -9007199254740991 and 9007199254740991);
alter table account_categories
  add constraint account_categories_points_max check (points between -9007199254740991 and 9007199254740991);

create or replace function auspex_count_ledger() returns trigger language plpgsql as $$
begin
  insert into account_days as d (account_id, day, category, points)
  select e.account_id, (e.created_at at time zone 'UTC')::date, coalesce(q.category, ''), sum(e.amount)::bigint
  from added e left join questions q on q.id = e.question_id
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (account_id, day, category) do update set points = d.points + excluded.points;
  return null;
end
$$;

-- What is append-only cannot be emptied either.
do $$
declare
  guarded record;
begin
  for guarded in
    select c.oid::regclass as name, c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgfoid = 'auspex_append_only()'::regprocedure and not t.tgisinternal
  loop
    execute format('create trigger %I before truncate on %s for each statement execute function auspex_append_only()',
      guarded.relname || '_never_truncated', guarded.name);
  end loop;
end
$$;
