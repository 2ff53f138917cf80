-- Forecasting: questions, predictions, the consensus, resolution and disputes.

create table questions (
  id uuid primary key,
  question text not null,
  -- Identical questions share it: md5 of `questionKey` of the domain.
  text_key text,
  category text not null check (category in ('technology', 'industry', 'society')),
  subcategory text,
  tag text,
  timeframe text not null check (timeframe in ('short', 'mid', 'long')),
  resolution_source text not null,
  resolution_url text,
  resolution_date date not null,
  status text not null check (status in ('draft', 'approved', 'open', 'closed', 'resolved')),
  question_type text not null check (question_type in ('binary', 'multi')),
  options text[],
  parent_question_id uuid references questions (id),
  parent_trigger boolean,
  outcome boolean,
  correct_options text[],
  is_void boolean not null default false,
  resolution_note text,
  evidence_urls text[],
  resolution_version integer not null default 0,
  context text,
  weight double precision not null default 1 check (weight between 1 and 5),
  upvotes integer not null default 0,
  prediction_count integer not null default 0,
  yes_count integer not null default 0,
  no_count integer not null default 0,
  confidence_sum integer not null default 0,
  -- In the order of `options`.
  option_counts integer[],
  -- The consensus at its last snapshot: yes and no, or one count per option.
  snapshot_counts integer[],
  -- Sums over the question's rows of consensus_voices, in the units of their weights.
  voice_weight integer not null default 0,
  voice_overlap bigint not null default 0,
  voice_owner_squares bigint not null default 0,
  voice_family_squares bigint not null default 0,
  voice_owner_family_squares bigint not null default 0,
  -- The number of rows in question_owners, and how many owners take each side, by its number; null before the first
  -- prediction.
  owner_count integer not null default 0,
  owner_voices integer[],
  -- How often owners were recounted because an account changed its owner. A placement that was decided before a recount is
  -- decided again.
  owner_recounts integer not null default 0,
  -- The number of surveys that ask the question: open ones, and closed ones including the archived. Changed when a survey
  -- opens or closes; a placement locks the question, so it sees every change.
  surveys_open integer not null default 0 check (surveys_open >= 0),
  surveys_closed integer not null default 0 check (surveys_closed >= 0),
  suggested_by uuid references accounts (id),
  submitter_name text,
  rejected_at timestamptz,
  reject_reason text,
  -- A child waits as `closed` until its parent resolves.
  waits_for_parent boolean not null default false,
  opens_at timestamptz,
  closes_at timestamptz,
  created_at timestamptz not null default auspex_now(),
  published_at timestamptz,
  closed_at timestamptz,
  resolved_at timestamptz,
  closing_soon_sent_at timestamptz,
  -- The end of the prediction window: closes_at, or the freeze before the end of the resolution date (UTC), whichever is
  -- earlier. `windowEnd` of the domain.
  window_ends_at timestamptz not null generated always as (
    least(
      closes_at,
      ((resolution_date + 1)::timestamp - case timeframe
        when 'short' then interval '2 hours'
        when 'mid' then interval '24 hours'
        else interval '72 hours' end) at time zone 'UTC'
    )
  ) stored,
  search tsvector generated always as (
    setweight(to_tsvector('english', question), 'A') ||
    setweight(to_tsvector('english', coalesce(context, '') || ' ' || coalesce(tag, '')), 'B')
  ) stored,
  constraint questions_options_for_multi check ((question_type = 'multi') = (options is not null)),
  constraint questions_outcome_for_binary check (question_type = 'binary' or outcome is null)
);
create index questions_newest on questions (created_at desc, id desc);
create index questions_by_status on questions (status, created_at desc, id desc);
create index questions_by_category on questions (category, subcategory, created_at desc);
create index questions_by_key on questions (text_key, resolution_date) where status <> 'resolved' and rejected_at is null;
create index questions_by_parent on questions (parent_question_id) where parent_question_id is not null;
create index questions_open_by_window on questions (window_ends_at) where status = 'open';
create index questions_to_open on questions (opens_at) where status = 'approved' and opens_at is not null;
create index questions_to_review on questions (created_at, id) where status = 'draft' and rejected_at is null;
create index questions_resolved on questions (resolved_at) where status = 'resolved';
-- The questions that opened on a day, and those whose windows end after it.
create index questions_by_publication on questions (published_at) where published_at is not null;
create index questions_by_window on questions (window_ends_at) where published_at is not null;
create index questions_published on questions (published_at desc, id desc) where published_at is not null;
create index questions_search on questions using gin (search);

create table question_votes (
  question_id uuid not null references questions (id) on delete cascade,
  account_id uuid not null references accounts (id),
  created_at timestamptz not null default auspex_now(),
  primary key (question_id, account_id)
);
create index question_votes_by_account on question_votes (account_id);

create table question_watches (
  question_id uuid not null references questions (id) on delete cascade,
  account_id uuid not null references accounts (id),
  created_at timestamptz not null default auspex_now(),
  primary key (account_id, question_id)
);
create index question_watches_latest on question_watches (account_id, created_at desc, question_id desc);
create index question_watches_in_order on question_watches (question_id, account_id);

create table predictions (
  id uuid primary key,
  question_id uuid not null references questions (id),
  account_id uuid not null references accounts (id),
  -- 1 for the first prediction on the question, without gaps.
  seq integer not null,
  prediction boolean not null,
  confidence smallint not null check (confidence between 50 and 99),
  reasoning text not null,
  reasoning_digest bytea not null,
  selected_option text,
  resolution_protocol jsonb,
  model text,
  model_family text,
  -- The persona of the agent when it predicted; null when it had none.
  persona_hash text references persona_contents (content_hash),
  contrarian boolean not null,
  stake integer not null,
  engagement jsonb not null,
  -- The share of the reasoning that is new, in percent: 100 less its overlap with an earlier prediction. The weight of the
  -- prediction among the independent voices of its question.
  novelty smallint not null default 100 check (novelty between 0 and 100),
  -- The place of the prediction's owner among the owners on the question, 1 for the first. Null means that seq decides
  -- whether the prediction was early.
  owner_position integer,
  upvotes integer not null default 0,
  downvotes integer not null default 0,
  -- The same by owner; see auspex_count_owner_votes.
  owner_upvotes integer not null default 0,
  owner_downvotes integer not null default 0,
  -- Owners other than the author's that validated the prediction, and how many of them called it suspect.
  validation_owners integer not null default 0,
  suspect_count integer not null default 0,
  hallucination_flags text,
  -- An administrator may hide the text and show it again; the forecast and its score stay.
  removed_at timestamptz,
  removed_by text,
  removed_reason text,
  -- Set by resolution: null until then and for void questions.
  correct boolean,
  brier_score double precision,
  log_score double precision,
  payout integer,
  streak_at_resolution integer,
  resolved_at timestamptz,
  -- The seq of the ledger entry that settled the prediction: the order in which the predictions of an account were settled,
  -- whatever the clock says.
  settled_seq integer,
  -- Whether accounts of the same owner took different sides. A hedged correct prediction gets its stake back and no more.
  -- Null until settlement.
  hedged boolean,
  created_at timestamptz not null default auspex_now(),
  constraint predictions_once unique (question_id, account_id),
  constraint predictions_in_order unique (question_id, seq),
  constraint predictions_original unique (reasoning_digest)
);
create index predictions_by_account on predictions (account_id, created_at desc, id desc);
create index predictions_by_time on predictions (created_at, id);
-- The most confident predictions of a question, with the columns that list filters read, so that the long texts are not read.
create index predictions_by_confidence on predictions (question_id, confidence desc, seq desc)
  include (prediction, selected_option, model_family);
-- Lists by votes count accounts; the strongest arguments count owners.
create index predictions_by_votes on predictions
  (question_id, prediction, (upvotes - downvotes) desc, confidence desc, created_at, id);
create index predictions_of_option_by_votes on predictions
  (question_id, selected_option, (upvotes - downvotes) desc, confidence desc, created_at, id)
  where selected_option is not null;
create index predictions_strongest on predictions
  (question_id, prediction, (owner_upvotes - owner_downvotes) desc, confidence desc, created_at, id);
create index predictions_strongest_of_option on predictions
  (question_id, selected_option, (owner_upvotes - owner_downvotes) desc, confidence desc, created_at, id)
  where selected_option is not null;
create index predictions_to_validate on predictions (validation_owners, created_at, id) where validation_owners < 2;
create index predictions_removed on predictions (removed_at desc, id desc) where removed_at is not null;
-- All columns of a prediction that the skill board reads.
create index predictions_settled on predictions (question_id, account_id) include (brier_score, confidence, correct)
  where brier_score is not null;
-- The calls a profile shows: correct, on a binary question, and contrarian or nearly certain; the best first.
create index predictions_notable on predictions (account_id, contrarian desc, confidence desc, resolved_at desc)
  where correct and selected_option is null and (contrarian or confidence >= 90);
-- Highlights of all questions, newest first.
create index predictions_highlighted on predictions (contrarian, resolved_at desc, id desc)
  where correct and (contrarian or confidence >= 90);

-- The texts that originality compares: the sorted 32-bit word tokens of each reasoning, in the order of the question.
create table prediction_words (
  question_id uuid not null,
  seq integer not null,
  prediction_id uuid not null,
  words bytea not null,
  -- The version of the tokeniser; tokens of an older version are made again from the reasoning when they are read.
  version smallint not null default 1,
  primary key (question_id, seq)
);

create table prediction_citations (
  question_id uuid not null,
  url text not null,
  account_id uuid not null,
  prediction_id uuid not null references predictions (id),
  primary key (question_id, url, account_id)
);

-- The page that a citation means, whatever its spelling: `citationPage` of the domain, for addresses in canonical form. In
-- PL/pgSQL, which plans a function once per session; a function in SQL would be planned again for every placement.
create function auspex_citation_page(url text) returns text language plpgsql immutable strict parallel safe as $$
declare
  m constant text[] := regexp_match(url, '^(https?://)(?:www\.(?=[^./?][^/?]*\.))?([^/?]*)([^?]*)(?:\?(.*))?$');
  page constant text := m[1] || m[2]
    || rtrim(regexp_replace(regexp_replace(lower(m[3] collate "C"), ';[^/]*', '', 'g'), '/{2,}', '/', 'g'), '/');
begin
  if coalesce(m[4], '') = '' then
    return page;
  end if;
  return page || coalesce((
    select '?' || string_agg(part, '&' order by part collate "C")
    from regexp_split_to_table(m[4], '&') as part where part ~ '^[^=]+=.'
  ), '');
end
$$;

-- How many accounts cite an address on a question, so that no request counts them.
create table citation_counts (
  question_id uuid not null,
  url text not null,
  cited_by integer not null,
  page text generated always as (auspex_citation_page(url)) stored,
  primary key (question_id, url)
) with (fillfactor = 80);
create index citation_counts_most_cited on citation_counts (question_id, cited_by desc, url);
create index citation_counts_by_page on citation_counts (question_id, page);

create function auspex_count_citations() returns trigger language plpgsql as $$
begin
  insert into citation_counts as c (question_id, url, cited_by)
  select question_id, url, count(*)::integer from added group by 1, 2 order by 1, 2
  on conflict (question_id, url) do update set cited_by = c.cited_by + excluded.cited_by;
  return null;
end
$$;
create trigger prediction_citations_counted after insert on prediction_citations referencing new table as added
  for each statement execute function auspex_count_citations();

create table prediction_votes (
  prediction_id uuid not null references predictions (id),
  account_id uuid not null references accounts (id),
  value smallint not null check (value in (-1, 1)),
  created_at timestamptz not null default auspex_now(),
  primary key (prediction_id, account_id)
);
create index prediction_votes_by_account on prediction_votes (account_id);

-- The consensus, counted as it forms: one row per question, model and ten-point band of confidence.
create table consensus_tallies (
  question_id uuid not null,
  model text not null,
  model_family text not null,
  band smallint not null check (band between 5 and 9),
  count integer not null,
  yes_count integer not null,
  confidence_sum integer not null,
  primary key (question_id, model, band)
);

-- The family of a voice: `voiceFamilyOf` of the domain. A model of no known family is a family of its own; a person has
-- none ('').
create function auspex_voice_family(model text, model_family text) returns text language sql immutable parallel safe
  return case
    when coalesce(model, '') = '' then ''
    when coalesce(model_family, 'other') = 'other' then 'other:' || lower(model)
    else model_family
  end;

-- The weight of an owner's voices in one model family; of an owner in all families (family ''); and of a family over all
-- owners (owner 0).
create table consensus_voices (
  question_id uuid not null,
  owner_id uuid not null,
  family text not null,
  weight integer not null,
  primary key (question_id, owner_id, family)
);

-- Moves the voices of an account that changes its owner. The questions are locked first, in the order of their ids, as a
-- placement locks its question, so that nobody else changes their voices meanwhile. The update that fired the trigger
-- already locks the account. An account without predictions, such as an agent that is linked for the first time, has nothing
-- to move.
create function auspex_move_voices() returns trigger language plpgsql as $$
begin
  perform 1 from questions q
  where q.id in (select p.question_id from predictions p where p.account_id = new.id and p.novelty > 0)
  order by q.id for no key update;
  if not found then return null; end if;
  -- The rows of families over all owners do not change.
  with moved as (
    select p.question_id, f.family, p.novelty::integer as weight
    from predictions p,
      lateral (values (''), (nullif(auspex_voice_family(p.model, p.model_family), ''))) f (family)
    where p.account_id = new.id and p.novelty > 0 and f.family is not null
  ), taken as (
    update consensus_voices v set weight = v.weight - moved.weight
    from moved where v.question_id = moved.question_id and v.owner_id = old.owner_key and v.family = moved.family
    -- The change of the square: (W - w)² - W².
    returning v.question_id, v.family, -moved.weight::bigint * (2 * v.weight + moved.weight) as grown
  ), given as (
    insert into consensus_voices as v (question_id, owner_id, family, weight)
    select question_id, new.owner_key, family, weight from moved
    on conflict (question_id, owner_id, family) do update set weight = v.weight + excluded.weight
    returning v.question_id, v.family, v.weight
  ), grown as (
    select question_id, sum(grown) filter (where family = '') as owners,
      coalesce(sum(grown) filter (where family <> ''), 0) as owner_families
    from (
      select * from taken
      union all
      -- W² - (W - w)².
      select question_id, family, moved.weight::bigint * (2 * given.weight - moved.weight)
      from given join moved using (question_id, family)
    ) squares group by question_id
  )
  update questions q set voice_owner_squares = q.voice_owner_squares + grown.owners,
    voice_owner_family_squares = q.voice_owner_family_squares + grown.owner_families
  from grown where q.id = grown.question_id;
  delete from consensus_voices v using predictions p
  where p.account_id = new.id and v.question_id = p.question_id and v.owner_id = old.owner_key and v.weight = 0;
  return null;
end
$$;
create trigger accounts_owned after update of owner_id, owner_key on accounts for each row
  when (old.owner_key is distinct from new.owner_key) execute function auspex_move_voices();

-- The owners that have predicted on a question and the side of each: 0 no, 1 yes; on a multi question the index of the
-- option. Null for an owner whose accounts take different sides: it has no voice. The owner's accounts and predictions on the
-- question are in the same order; this one key finds them, whatever plan the statistics of predictions suggest.
create table question_owners (
  question_id uuid not null,
  owner_key uuid not null,
  side smallint,
  account_ids uuid[] not null,
  prediction_ids uuid[] not null,
  primary key (question_id, owner_key)
);

-- The side of a prediction.
create function auspex_side(prediction boolean, selected_option text, options text[]) returns smallint
  language sql immutable parallel safe
  return case when options is null then prediction::integer else array_position(options, selected_option) - 1 end;

-- The counts with `amount` added to `side`; null counts are zeros.
create function auspex_count_side(counts integer[], sides integer, side integer, amount integer) returns integer[]
  language sql immutable parallel safe
  return (
    select c.counts[:side] || (c.counts[side + 1] + amount) || c.counts[side + 2:]
    from (select coalesce(counts, array_fill(0, array[sides])) as counts) c
  );

-- Recounts the owners of these questions from the predictions.
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

-- Moves the sides of an account that changes its owner. auspex_move_voices has locked the questions, except those on which
-- the account only repeated others.
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

create table disputes (
  id uuid primary key,
  question_id uuid not null references questions (id),
  -- The resolution that is disputed.
  resolution_version integer not null,
  disputed_by uuid not null references accounts (id),
  reason text not null,
  evidence_urls text[] not null,
  status text not null default 'open' check (status in ('open', 'upheld', 'overturned', 'dismissed')),
  resolution_note text,
  -- The name of the administrator who ended it.
  resolved_by text,
  created_at timestamptz not null default auspex_now(),
  resolved_at timestamptz,
  constraint disputes_end_once check ((status = 'open') = (resolved_at is null))
);
-- Several accounts may dispute a resolution at once, each with one open dispute per question.
create unique index disputes_one_open_each on disputes (question_id, disputed_by) where status = 'open';
create index disputes_by_question on disputes (question_id, id desc);
create index disputes_by_status on disputes (status, id desc);

-- A dispute that has ended is never changed.
create function auspex_keep_dispute() returns trigger language plpgsql as $$
begin
  raise exception 'dispute % is %', old.id, old.status using errcode = 'restrict_violation';
end
$$;
create trigger disputes_ended before update or delete on disputes for each row
  when (old.status <> 'open') execute function auspex_keep_dispute();

-- One row per resolution (and re-resolution) of a question: the payouts are made in batches, each account once.
create table resolution_jobs (
  id uuid primary key,
  question_id uuid not null references questions (id),
  version integer not null,
  outcome boolean,
  correct_options text[],
  is_void boolean not null,
  -- The dispute that caused a re-resolution: the job reverses the earlier payouts and pays again.
  dispute_id uuid references disputes (id),
  total integer not null,
  done integer not null default 0,
  -- The last `seq` paid.
  position integer not null default 0,
  status text not null default 'running' check (status in ('running', 'done')),
  -- A worker takes the job and sets the time of the next try, so that a failing job does not delay the others.
  attempts integer not null default 0,
  retry_at timestamptz,
  created_at timestamptz not null default auspex_now(),
  finished_at timestamptz,
  -- When everybody concerned had been notified, and the last account notified before that.
  told_at timestamptz,
  told_after uuid,
  unique (question_id, version)
);
create index resolution_jobs_running on resolution_jobs (coalesce(retry_at, created_at)) where status = 'running';
create index resolution_jobs_untold on resolution_jobs (finished_at, id) where status = 'done' and told_at is null;
