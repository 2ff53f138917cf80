-- When an account predicted last, by category, so that placing asks nothing of the predictions of a day.
alter table accounts
  add column last_technology_prediction_at timestamptz,
  add column last_industry_prediction_at timestamptz,
  add column last_society_prediction_at timestamptz;

update accounts a set
  last_technology_prediction_at = p.technology,
  last_industry_prediction_at = p.industry,
  last_society_prediction_at = p.society
from (
  select p.account_id,
    max(p.created_at) filter (where q.category = 'technology') as technology,
    max(p.created_at) filter (where q.category = 'industry') as industry,
    max(p.created_at) filter (where q.category = 'society') as society
  from predictions p join questions q on q.id = p.question_id group by 1
) p
where p.account_id = a.id;

-- The owners who have predicted on a question, and the side that each stands on: 0 no, 1 yes; on a multi question the index of
-- the option. Null for an owner whose accounts stand on different sides: it has no voice. With it its accounts that have predicted
-- there and their predictions, in the same order: found by this one key, whatever is believed about the indexes of predictions.
create table question_owners (
  question_id uuid not null,
  owner_key uuid not null,
  side smallint,
  account_ids uuid[] not null,
  prediction_ids uuid[] not null,
  primary key (question_id, owner_key)
);

-- How many they are, and how many have a voice for each side, by its number; null while nobody has predicted. And how often they
-- were counted afresh, because an account came to another owner: a prediction that was decided before that is decided again.
alter table questions
  add column owner_recounts integer not null default 0,
  add column owner_count integer not null default 0,
  add column owner_voices integer[];

-- The place of the prediction's owner among the owners on the question when it was placed, 1 for the first. Null for what was
-- placed before owners were counted: there its own number tells whether it was early.
alter table predictions add column owner_position integer;

-- The counters of a question are none of its versions.
create or replace function auspex_record_question() returns trigger language plpgsql as $$
begin
  insert into question_versions (question_id, recorded_at, fields)
  values (new.id, auspex_clock(), to_jsonb(new) - array['search', 'upvotes', 'prediction_count', 'yes_count', 'no_count',
    'confidence_sum', 'option_counts', 'closing_soon_sent_at', 'snapshot_counts', 'voice_weight', 'voice_overlap',
    'voice_owner_squares', 'voice_family_squares', 'voice_owner_family_squares', 'owner_count', 'owner_voices',
    'owner_recounts']);
  return null;
end
$$;

-- The side that a prediction takes.
create function auspex_side(prediction boolean, selected_option text, options text[]) returns smallint
  language sql immutable parallel safe
  return case when options is null then prediction::integer else array_position(options, selected_option) - 1 end;

-- The counts with `amount` added to that of `side`; all 0 where there were none.
create function auspex_count_side(counts integer[], sides integer, side integer, amount integer) returns integer[]
  language sql immutable parallel safe
  return (
    select c.counts[:side] || (c.counts[side + 1] + amount) || c.counts[side + 2:]
    from (select coalesce(counts, array_fill(0, array[sides])) as counts) c
  );

-- Who stands where on these questions, counted afresh from the predictions.
create function auspex_count_owners(asked uuid[]) returns void language sql as $$
  delete from question_owners where question_id = any (asked);
  insert into question_owners (question_id, owner_key, side, account_ids, prediction_ids)
  select p.question_id, a.owner_key,
    case when count(distinct s.side) = 1 then min(s.side) end, array_agg(p.account_id order by p.seq),
    array_agg(p.id order by p.seq)
  from predictions p join questions q on q.id = p.question_id join accounts a on a.id = p.account_id,
    lateral (select auspex_side(p.prediction, p.selected_option, q.options) as side) s
  where p.question_id = any (asked) group by 1, 2;
  update questions q set
    owner_recounts = q.owner_recounts + 1,
    owner_count = (select count(*) from question_owners o where o.question_id = q.id),
    owner_voices = (
      select array_agg((select count(*)::integer from question_owners o where o.question_id = q.id and o.side = s.side)
        order by s.side)
      from generate_series(0, coalesce(cardinality(q.options), 2) - 1) s (side)
    )
  where q.id = any (asked)
$$;

select auspex_count_owners(array(select id from questions where prediction_count > 0));

-- An account that comes to another owner with predictions takes its sides along. The questions are locked by now (see
-- auspex_move_voices), but those on which it only repeated others.
create function auspex_move_sides() returns trigger language plpgsql as $$
declare
  moved uuid[] := array(select p.question_id from predictions p where p.account_id = new.id);
begin
  if cardinality(moved) = 0 then return null; end if;
  perform 1 from questions q where q.id = any (moved) order by q.id for no key update;
  perform auspex_count_owners(moved);
  return null;
end
$$;
create trigger accounts_owned_sides after update of owner_id, owner_key on accounts for each row
  when (old.owner_key is distinct from new.owner_key) execute function auspex_move_sides();
