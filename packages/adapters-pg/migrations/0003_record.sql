-- The record: what was known when, and what each account did on each day. All of it is derived by triggers, so that no
-- writer, present or future, can forget it; `auspex doctor --recount` compares it with its sources.

-- What a prediction adds to the independent voices of its question, in percent: 100, less what it shares with an earlier
-- one. And how the consensus stood when its last snapshot was taken: yes and no, or one count for each option.
alter table predictions add column novelty smallint not null default 100 check (novelty between 0 and 100);
alter table predictions add column log_score double precision;
alter table questions add column snapshot_counts integer[];
-- Sums over the voices of the question (see consensus_voices), in the units of their weights.
alter table questions add column voice_weight integer not null default 0;
alter table questions add column voice_overlap bigint not null default 0;
alter table questions add column voice_owner_squares bigint not null default 0;
alter table questions add column voice_family_squares bigint not null default 0;
alter table questions add column voice_owner_family_squares bigint not null default 0;

-- Scores by the rules of the domain, for what is resolved already: a binary prediction's logarithm is that of the probability it
-- gave to what came true, a multi one's the mean over the options that did.
update predictions p set log_score = case
    when q.question_type = 'binary' then ln(case when p.correct then p.confidence else 100 - p.confidence end / 100.0)
    else ((case when p.correct then ln(p.confidence / 100.0) else 0 end)
      + (cardinality(q.correct_options) - p.correct::integer)
        * ln((100 - p.confidence) / 100.0 / (cardinality(q.options) - 1))) / cardinality(q.correct_options)
  end
from questions q where q.id = p.question_id and p.correct is not null;

create index predictions_by_time on predictions (created_at, id);
create index questions_resolved on questions (resolved_at) where status = 'resolved';

-- The family that a voice belongs to: a model of none that is known is one of its own; people have none ('').
create function auspex_voice_family(model text, model_family text) returns text language sql immutable parallel safe
  return case
    when coalesce(model, '') = '' then ''
    when coalesce(model_family, 'other') = 'other' then 'other:' || lower(model)
    else model_family
  end;

-- The weight of the voices of one owner in one model family, of one owner in all (family ''), and of one family over all
-- owners (owner 0).
create table consensus_voices (
  question_id uuid not null,
  owner_id uuid not null,
  family text not null,
  weight integer not null,
  primary key (question_id, owner_id, family)
);

-- The consensus at an instant: at the end of each day (UTC), and whenever a share moved by five points.
create table consensus_snapshots (
  id uuid primary key,
  question_id uuid not null,
  taken_at timestamptz not null,
  kind text not null check (kind in ('daily', 'moved')),
  total_agents integer not null,
  yes_count integer not null,
  confidence_sum integer not null,
  option_counts integer[]
);
create index consensus_snapshots_by_question on consensus_snapshots (question_id, taken_at, id);
create unique index consensus_snapshots_daily on consensus_snapshots (question_id, taken_at) where kind = 'daily';
create index consensus_snapshots_by_time on consensus_snapshots (taken_at, id);

-- The ends of the days (UTC) whose snapshots are taken or being taken, by question up to `position`.
create table consensus_days (
  ends_at timestamptz primary key,
  position uuid,
  finished_at timestamptz
);

-- How a question scored all who predicted on it, written when its payouts are made; a re-resolution replaces the row.
create table question_scores (
  question_id uuid primary key,
  resolved_at timestamptz not null,
  scored integer not null,
  correct integer not null,
  log_sum double precision not null,
  brier_sum double precision not null
);
create index question_scores_by_time on question_scores (resolved_at);

-- Versions of everything about a question but its counters, each as it stood from `recorded_at` on.
create table question_versions (
  question_id uuid not null,
  recorded_at timestamptz not null,
  seq bigint generated always as identity,
  fields jsonb not null,
  primary key (question_id, recorded_at, seq)
);

create function auspex_record_question() returns trigger language plpgsql as $$
begin
  insert into question_versions (question_id, recorded_at, fields)
  values (new.id, auspex_clock(), to_jsonb(new) - array['search', 'upvotes', 'prediction_count', 'yes_count', 'no_count',
    'confidence_sum', 'option_counts', 'closing_soon_sent_at', 'snapshot_counts', 'voice_weight', 'voice_overlap',
    'voice_owner_squares', 'voice_family_squares', 'voice_owner_family_squares']);
  return null;
end
$$;
create trigger questions_created after insert on questions for each row execute function auspex_record_question();
-- By name of columns: whatever sets none of them, as each placement and each vote, is not looked at.
create trigger questions_changed after update of question, category, subcategory, tag, timeframe, resolution_source,
    resolution_url, resolution_date, status, question_type, options, parent_question_id, parent_trigger, outcome,
    correct_options, is_void, resolution_note, evidence_urls, resolution_version, context, weight, suggested_by,
    submitter_name, rejected_at, reject_reason, waits_for_parent, opens_at, closes_at, published_at, closed_at, resolved_at
  on questions for each row
  when ((old.question, old.category, old.subcategory, old.tag, old.timeframe, old.resolution_source, old.resolution_url,
      old.resolution_date, old.status, old.question_type, old.options, old.parent_question_id, old.parent_trigger,
      old.outcome, old.correct_options, old.is_void, old.resolution_note, old.evidence_urls, old.resolution_version,
      old.context, old.weight, old.suggested_by, old.submitter_name, old.rejected_at, old.reject_reason,
      old.waits_for_parent, old.opens_at, old.closes_at, old.published_at, old.closed_at, old.resolved_at)
    is distinct from
    (new.question, new.category, new.subcategory, new.tag, new.timeframe, new.resolution_source, new.resolution_url,
      new.resolution_date, new.status, new.question_type, new.options, new.parent_question_id, new.parent_trigger,
      new.outcome, new.correct_options, new.is_void, new.resolution_note, new.evidence_urls, new.resolution_version,
      new.context, new.weight, new.suggested_by, new.submitter_name, new.rejected_at, new.reject_reason,
      new.waits_for_parent, new.opens_at, new.closes_at, new.published_at, new.closed_at, new.resolved_at))
  execute function auspex_record_question();

-- A question as it stood just before an instant, its counters aside; no row when there was none.
create function auspex_question_at(id uuid, before timestamptz) returns setof questions language sql stable as $$
  select q.* from (
    select v.fields from question_versions v
    where v.question_id = auspex_question_at.id and v.recorded_at < before
    order by v.recorded_at desc, v.seq desc limit 1
  ) v, lateral jsonb_populate_record(null::questions, v.fields) q
$$;

-- Versions of what boards, arguments and voices show of an account and its ledger does not tell.
create table account_versions (
  account_id uuid not null,
  recorded_at timestamptz not null,
  seq bigint generated always as identity,
  owner_id uuid,
  role text not null,
  model text,
  model_family text,
  persona_archetype text,
  trust_label text not null,
  suspended boolean not null,
  primary key (account_id, recorded_at, seq)
);

create function auspex_record_account() returns trigger language plpgsql as $$
begin
  insert into account_versions (account_id, recorded_at, owner_id, role, model, model_family, persona_archetype, trust_label,
    suspended)
  values (new.id, auspex_clock(), new.owner_id, new.role, new.model, new.model_family, new.persona_archetype,
    new.trust_label, new.suspended_at is not null);
  return null;
end
$$;
create trigger accounts_created after insert on accounts for each row execute function auspex_record_account();
create trigger accounts_changed after update of owner_id, role, model, model_family, persona_archetype, trust_label,
    suspended_at
  on accounts for each row
  when ((old.owner_id, old.role, old.model, old.model_family, old.persona_archetype, old.trust_label,
      old.suspended_at is null)
    is distinct from
    (new.owner_id, new.role, new.model, new.model_family, new.persona_archetype, new.trust_label,
      new.suspended_at is null))
  execute function auspex_record_account();

-- An account that comes to another owner takes its voices along. The questions are locked first, in the order of their
-- ids, as a placement locks its one: nobody else moves their voices meanwhile. The account is locked already, by the
-- update that this follows. Whoever has predicted nothing, as every agent that is linked for the first time, moves nothing.
create function auspex_move_voices() returns trigger language plpgsql as $$
declare
  -- The rows of families, over all owners, stay as they are.
  former uuid := coalesce(old.owner_id, old.id);
  latter uuid := coalesce(new.owner_id, new.id);
begin
  perform 1 from questions q
  where q.id in (select p.question_id from predictions p where p.account_id = new.id and p.novelty > 0)
  order by q.id for no key update;
  if not found then return null; end if;
  with moved as (
    select p.question_id, f.family, p.novelty::integer as weight
    from predictions p,
      lateral (values (''), (nullif(auspex_voice_family(p.model, p.model_family), ''))) f (family)
    where p.account_id = new.id and p.novelty > 0 and f.family is not null
  ), taken as (
    update consensus_voices v set weight = v.weight - moved.weight
    from moved where v.question_id = moved.question_id and v.owner_id = former and v.family = moved.family
    -- By what a square grew, or shrank: (W - w)² - W².
    returning v.question_id, v.family, -moved.weight::bigint * (2 * v.weight + moved.weight) as grown
  ), given as (
    insert into consensus_voices as v (question_id, owner_id, family, weight)
    select question_id, latter, family, weight from moved
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
  where p.account_id = new.id and v.question_id = p.question_id and v.owner_id = former and v.weight = 0;
  return null;
end
$$;
create trigger accounts_owned after update of owner_id on accounts for each row
  when (old.owner_id is distinct from new.owner_id) execute function auspex_move_voices();

-- What became of predictions after they were placed: each settlement, each reversal of one, each flag.
create table prediction_history (
  prediction_id uuid not null,
  question_id uuid not null,
  account_id uuid not null,
  recorded_at timestamptz not null,
  seq bigint generated always as identity,
  correct boolean,
  brier_score double precision,
  log_score double precision,
  hallucination_flags text,
  primary key (prediction_id, recorded_at, seq)
);
create index prediction_history_by_question on prediction_history (question_id, recorded_at);
create index prediction_history_by_time on prediction_history (recorded_at, account_id);

-- Votes as they were cast: 1, -1, or 0 for one withdrawn, and what the account's vote had been. For questions, 1 and 0.
-- Counts as of a time are sums over these, without looking for anybody's latest.
create table prediction_vote_history (
  question_id uuid not null,
  recorded_at timestamptz not null,
  seq bigint generated always as identity,
  prediction_id uuid not null,
  account_id uuid not null,
  value smallint not null,
  former smallint not null default 0,
  primary key (question_id, recorded_at, seq)
);
create table question_vote_history (
  question_id uuid not null,
  recorded_at timestamptz not null,
  seq bigint generated always as identity,
  account_id uuid not null,
  value smallint not null,
  primary key (question_id, recorded_at, seq)
);

create function auspex_record_prediction_vote() returns trigger language plpgsql as $$
begin
  insert into prediction_vote_history (question_id, recorded_at, prediction_id, account_id, value, former)
  select p.question_id, auspex_clock(), p.id, coalesce(new.account_id, old.account_id), coalesce(new.value, 0),
    coalesce(old.value, 0)
  from predictions p where p.id = coalesce(new.prediction_id, old.prediction_id);
  return null;
end
$$;
create trigger prediction_votes_moved after insert or delete on prediction_votes
  for each row execute function auspex_record_prediction_vote();
create trigger prediction_votes_turned after update on prediction_votes
  for each row when (old.value is distinct from new.value) execute function auspex_record_prediction_vote();

create function auspex_record_question_vote() returns trigger language plpgsql as $$
begin
  insert into question_vote_history (question_id, recorded_at, account_id, value)
  values (coalesce(new.question_id, old.question_id), auspex_clock(), coalesce(new.account_id, old.account_id),
    (tg_op <> 'DELETE')::integer);
  return null;
end
$$;
create trigger question_votes_moved after insert or delete on question_votes
  for each row execute function auspex_record_question_vote();

-- What an account did on a day (UTC), in a category, or outside of any (category ''). Points are the day's ledger entries;
-- predictions are those placed that day; resolved, correct, brier_sum and log_sum are settlements made that day, and
-- flagged the flags set that day, each of them less what was taken back.
create table account_days (
  account_id uuid not null,
  day date not null,
  category text not null,
  points integer not null default 0,
  predictions integer not null default 0,
  resolved integer not null default 0,
  correct integer not null default 0,
  brier_sum double precision not null default 0,
  log_sum double precision not null default 0,
  flagged integer not null default 0,
  primary key (account_id, day, category)
) with (fillfactor = 80);
create index account_days_by_day on account_days (day, account_id);

-- How often each stated confidence of an account came true.
create table calibration_counts (
  account_id uuid not null,
  confidence smallint not null,
  predictions integer not null,
  correct integer not null,
  primary key (account_id, confidence)
) with (fillfactor = 80);

create function auspex_count_ledger() returns trigger language plpgsql as $$
begin
  insert into account_days as d (account_id, day, category, points)
  select e.account_id, (e.created_at at time zone 'UTC')::date, coalesce(q.category, ''), sum(e.amount)::integer
  from added e left join questions q on q.id = e.question_id
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (account_id, day, category) do update set points = d.points + excluded.points;
  return null;
end
$$;
create trigger ledger_counted after insert on ledger referencing new table as added
  for each statement execute function auspex_count_ledger();

create function auspex_count_predictions() returns trigger language plpgsql as $$
begin
  insert into account_days as d (account_id, day, category, predictions)
  select p.account_id, (p.created_at at time zone 'UTC')::date, q.category, count(*)::integer
  from added p join questions q on q.id = p.question_id
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (account_id, day, category) do update set predictions = d.predictions + excluded.predictions;
  return null;
end
$$;
create trigger predictions_counted after insert on predictions referencing new table as added
  for each statement execute function auspex_count_predictions();

create function auspex_record_prediction() returns trigger language plpgsql as $$
declare
  -- Read once: the history and the day tell of one instant.
  instant timestamptz := auspex_clock();
  resolved integer := (new.correct is not null)::integer - (old.correct is not null)::integer;
  correct integer := coalesce(new.correct, false)::integer - coalesce(old.correct, false)::integer;
begin
  insert into prediction_history (prediction_id, question_id, account_id, recorded_at, correct, brier_score, log_score,
    hallucination_flags)
  values (new.id, new.question_id, new.account_id, instant, new.correct, new.brier_score, new.log_score,
    new.hallucination_flags);
  insert into account_days as d (account_id, day, category, resolved, correct, brier_sum, log_sum, flagged)
  select new.account_id, (instant at time zone 'UTC')::date, q.category, resolved, correct,
    coalesce(new.brier_score, 0) - coalesce(old.brier_score, 0), coalesce(new.log_score, 0) - coalesce(old.log_score, 0),
    (new.hallucination_flags is not null)::integer - (old.hallucination_flags is not null)::integer
  from questions q where q.id = new.question_id
  on conflict (account_id, day, category) do update set
    resolved = d.resolved + excluded.resolved, correct = d.correct + excluded.correct,
    brier_sum = d.brier_sum + excluded.brier_sum, log_sum = d.log_sum + excluded.log_sum,
    flagged = d.flagged + excluded.flagged;
  if resolved <> 0 or correct <> 0 then
    insert into calibration_counts as c (account_id, confidence, predictions, correct)
    values (new.account_id, new.confidence, resolved, correct)
    on conflict (account_id, confidence) do update set
      predictions = c.predictions + excluded.predictions, correct = c.correct + excluded.correct;
  end if;
  return null;
end
$$;
create trigger predictions_judged after update of correct, brier_score, log_score, hallucination_flags
  on predictions for each row
  when ((old.correct, old.brier_score, old.log_score, old.hallucination_flags)
    is distinct from (new.correct, new.brier_score, new.log_score, new.hallucination_flags))
  execute function auspex_record_prediction();

-- What there is already.
insert into prediction_history (prediction_id, question_id, account_id, recorded_at, correct, brier_score, log_score,
  hallucination_flags)
select id, question_id, account_id, coalesce(resolved_at, created_at), correct, brier_score, log_score, hallucination_flags
from predictions where correct is not null or hallucination_flags is not null;

insert into account_days (account_id, day, category, points, predictions, resolved, correct, brier_sum, log_sum, flagged)
select account_id, day, category, sum(points), sum(predictions), sum(resolved), sum(correct), sum(brier_sum), sum(log_sum),
  sum(flagged)
from (
  select l.account_id, (l.created_at at time zone 'UTC')::date as day, coalesce(q.category, '') as category,
    l.amount as points, 0 as predictions, 0 as resolved, 0 as correct, 0 as brier_sum, 0 as log_sum, 0 as flagged
  from ledger l left join questions q on q.id = l.question_id
  union all
  select p.account_id, (p.created_at at time zone 'UTC')::date, q.category, 0, 1, 0, 0, 0, 0, 0
  from predictions p join questions q on q.id = p.question_id
  union all
  select h.account_id, (h.recorded_at at time zone 'UTC')::date, q.category, 0, 0, (h.correct is not null)::integer,
    coalesce(h.correct, false)::integer, coalesce(h.brier_score, 0), coalesce(h.log_score, 0),
    (h.hallucination_flags is not null)::integer
  from prediction_history h join questions q on q.id = h.question_id
) did group by 1, 2, 3;

insert into calibration_counts (account_id, confidence, predictions, correct)
select account_id, confidence, count(*), count(*) filter (where correct)
from predictions where correct is not null group by 1, 2;

insert into question_scores (question_id, resolved_at, scored, correct, log_sum, brier_sum)
select q.id, q.resolved_at, count(*), count(*) filter (where p.correct), sum(p.log_score), sum(p.brier_score)
from questions q join predictions p on p.question_id = q.id and p.correct is not null
where q.status = 'resolved' group by q.id;

insert into account_versions (account_id, recorded_at, owner_id, role, model, model_family, persona_archetype, trust_label,
  suspended)
select id, created_at, owner_id, role, model, model_family, persona_archetype, trust_label, suspended_at is not null
from accounts;

insert into prediction_vote_history (question_id, recorded_at, prediction_id, account_id, value)
select p.question_id, v.created_at, p.id, v.account_id, v.value
from prediction_votes v join predictions p on p.id = v.prediction_id;
insert into question_vote_history (question_id, recorded_at, account_id, value)
select question_id, created_at, account_id, 1 from question_votes;

-- The states that a question's own times tell of; what it said in between is not known, so it says what it says now.
insert into question_versions (question_id, recorded_at, fields)
select v.id, v.at, (to_jsonb(q) - array['search', 'upvotes', 'prediction_count', 'yes_count', 'no_count', 'confidence_sum',
    'option_counts', 'closing_soon_sent_at', 'snapshot_counts', 'voice_weight', 'voice_overlap', 'voice_owner_squares',
    'voice_family_squares', 'voice_owner_family_squares'])
  || jsonb_build_object('status', v.status)
  || case when v.status <> 'resolved' then
      '{"outcome": null, "correct_options": null, "is_void": false, "resolution_note": null, "evidence_urls": null, "resolved_at": null, "resolution_version": 0}'
    else '{}' end::jsonb
  || case when v.status in ('draft', 'open') then '{"closed_at": null}' else '{}' end::jsonb
  || case when v.status = 'draft' then '{"published_at": null}' else '{}' end::jsonb
from questions q, lateral (
  values (q.id, q.created_at, 'draft'), (q.id, q.published_at, 'open'), (q.id, q.closed_at, 'closed'),
    (q.id, q.resolved_at, 'resolved')
) v (id, at, status)
where v.at is not null
order by v.at, case v.status when 'draft' then 0 when 'open' then 1 when 'closed' then 2 else 3 end;
-- One that is approved, or closed from the start, stands as it stands.
insert into question_versions (question_id, recorded_at, fields)
select q.id, coalesce(q.resolved_at, q.closed_at, q.published_at, q.created_at), to_jsonb(q) - array['search', 'upvotes',
    'prediction_count', 'yes_count', 'no_count', 'confidence_sum', 'option_counts', 'closing_soon_sent_at',
    'snapshot_counts', 'voice_weight', 'voice_overlap', 'voice_owner_squares', 'voice_family_squares',
    'voice_owner_family_squares']
from questions q;

-- The weights of the voices there are. Near copies among them are not known any more: each counts in full.
insert into consensus_voices (question_id, owner_id, family, weight)
select p.question_id, v.owner_id, v.family, 100 * count(*)
from (
  select p.question_id, coalesce(a.owner_id, a.id) as owner, auspex_voice_family(p.model, p.model_family) as family
  from predictions p join accounts a on a.id = p.account_id
) p, lateral (
  values (p.owner, ''), (p.owner, nullif(p.family, '')), ('00000000-0000-0000-0000-000000000000'::uuid, nullif(p.family, ''))
) v (owner_id, family)
where v.family is not null group by 1, 2, 3;
update questions q set
  voice_weight = s.weight, voice_owner_squares = s.owners, voice_family_squares = s.families,
  voice_owner_family_squares = s.owner_families
from (
  select question_id,
    coalesce(sum(weight) filter (where family = ''), 0) as weight,
    coalesce(sum(weight::bigint * weight) filter (where family = ''), 0) as owners,
    coalesce(sum(weight::bigint * weight) filter (where owner_id = '00000000-0000-0000-0000-000000000000'), 0) as families,
    coalesce(sum(weight::bigint * weight) filter (
      where family <> '' and owner_id <> '00000000-0000-0000-0000-000000000000'), 0) as owner_families
  from consensus_voices group by 1
) s where q.id = s.question_id;

-- The first point of each history: how the consensus stands now.
insert into consensus_snapshots (id, question_id, taken_at, kind, total_agents, yes_count, confidence_sum, option_counts)
select gen_random_uuid(), id, auspex_now(), 'moved', prediction_count, yes_count, confidence_sum, option_counts
from questions where prediction_count > 0;
update questions set snapshot_counts = coalesce(option_counts, array[yes_count, no_count]) where prediction_count > 0;

create trigger question_versions_append_only before update or delete on question_versions
  for each row execute function auspex_append_only();
create trigger account_versions_append_only before update or delete on account_versions
  for each row execute function auspex_append_only();
create trigger prediction_history_append_only before update or delete on prediction_history
  for each row execute function auspex_append_only();
create trigger prediction_vote_history_append_only before update or delete on prediction_vote_history
  for each row execute function auspex_append_only();
create trigger question_vote_history_append_only before update or delete on question_vote_history
  for each row execute function auspex_append_only();
