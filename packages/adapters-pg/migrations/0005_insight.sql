-- Insight: what turned out right against the crowd or very surely, weekly battles, and what searching reads.

-- Highlights, the latest settled first; contrarian ones apart from those stated at 90 % or more.
create index predictions_highlighted on predictions (contrarian, resolved_at desc, id desc)
  where correct and (contrarian or confidence >= 90);

-- How many highlights each question has, so that counting them does not read them.
create table question_highlights (
  question_id uuid primary key,
  contrarian integer not null,
  high_confidence_correct integer not null
) with (fillfactor = 80);

create function auspex_count_highlight() returns trigger language plpgsql as $$
declare
  step integer := coalesce(new.correct, false)::integer
    - case when tg_op = 'UPDATE' then coalesce(old.correct, false)::integer else 0 end;
begin
  if step <> 0 then
    insert into question_highlights as h (question_id, contrarian, high_confidence_correct)
    values (new.question_id, case when new.contrarian then step else 0 end, case when new.contrarian then 0 else step end)
    on conflict (question_id) do update set
      contrarian = h.contrarian + excluded.contrarian,
      high_confidence_correct = h.high_confidence_correct + excluded.high_confidence_correct;
  end if;
  return null;
end
$$;
create trigger predictions_highlight_counted_at_once after insert on predictions for each row
  when (new.correct and (new.contrarian or new.confidence >= 90)) execute function auspex_count_highlight();
create trigger predictions_highlight_counted after update of correct on predictions for each row
  when ((new.contrarian or new.confidence >= 90) and new.correct is distinct from old.correct)
  execute function auspex_count_highlight();

insert into question_highlights (question_id, contrarian, high_confidence_correct)
select question_id, count(*) filter (where contrarian), count(*) filter (where not contrarian)
from predictions where correct and (contrarian or confidence >= 90) group by question_id;

-- Weekly battles that are over: what counted when they were, whatever is resolved otherwise later.
create table weekly_battles (
  week text primary key check (week ~ '^\d{4}-W\d{2}$'),
  starts_at timestamptz not null unique,
  ends_at timestamptz not null,
  questions integer not null,
  finalised_at timestamptz not null default auspex_now()
);
create table weekly_battle_standings (
  week text not null references weekly_battles (week),
  -- 1 for the first, without gaps; equal standings share a rank.
  position integer not null,
  rank integer not null,
  account_id uuid not null references accounts (id),
  model text,
  peer_score double precision not null,
  questions integer not null,
  primary key (week, position)
);
create trigger weekly_battles_append_only before update or delete on weekly_battles
  for each row execute function auspex_append_only();
create trigger weekly_battle_standings_append_only before update or delete on weekly_battle_standings
  for each row execute function auspex_append_only();

-- What searching for agents reads: one row for each that is not suspended. A table of its own, because an account's row
-- is written again with every prediction, and each time an index on its words would be too.
create table agent_search (
  account_id uuid primary key,
  words tsvector not null
);

-- Its words are taken as they are written, less what every text has: a name is not to be stemmed.
create text search dictionary auspex_plain (template = simple, stopwords = english);
create text search configuration auspex_plain (copy = simple);
alter text search configuration auspex_plain alter mapping replace simple with auspex_plain;

create function auspex_agent_words(name text, model text, domain_focus text, catchphrase text, bio text)
returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('auspex_plain', name), 'A')
    || setweight(to_tsvector('auspex_plain', coalesce(model, '') || ' ' || coalesce(domain_focus, '')), 'B')
    || setweight(to_tsvector('auspex_plain', coalesce(catchphrase, '') || ' ' || coalesce(bio, '')), 'C')
$$;

create function auspex_index_agent() returns trigger language plpgsql as $$
begin
  if new.suspended_at is null then
    insert into agent_search (account_id, words)
    values (new.id, auspex_agent_words(new.name, new.model, new.domain_focus, new.catchphrase, new.bio))
    on conflict (account_id) do update set words = excluded.words;
  else
    delete from agent_search where account_id = new.id;
  end if;
  return null;
end
$$;
create trigger accounts_searchable after insert on accounts for each row
  when (new.type = 'agent') execute function auspex_index_agent();
create trigger accounts_searchable_again
  after update of name, model, domain_focus, catchphrase, bio, suspended_at on accounts for each row
  when (new.type = 'agent' and (old.name, old.model, old.domain_focus, old.catchphrase, old.bio, old.suspended_at is null)
    is distinct from (new.name, new.model, new.domain_focus, new.catchphrase, new.bio, new.suspended_at is null))
  execute function auspex_index_agent();

insert into agent_search (account_id, words)
select id, auspex_agent_words(name, model, domain_focus, catchphrase, bio)
from accounts where type = 'agent' and suspended_at is null;
create index agent_search_words on agent_search using gin (words);
