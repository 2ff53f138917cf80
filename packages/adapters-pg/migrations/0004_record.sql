-- The record: versions of questions and accounts, what each account did on each day, and the boards made from it. Triggers
-- derive it, so that no writer can forget it; `auspex doctor --recount` compares it with its sources.

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

-- The ends of days (UTC) whose snapshots are complete or in progress; `position` is the last question done.
create table consensus_days (
  ends_at timestamptz primary key,
  position uuid,
  finished_at timestamptz
);

-- The sums of a question's scores, written when its payouts are made; a re-resolution replaces the row.
create table question_scores (
  question_id uuid primary key,
  resolved_at timestamptz not null,
  scored integer not null,
  correct integer not null,
  log_sum double precision not null,
  brier_sum double precision not null
);
create index question_scores_by_time on question_scores (resolved_at);

-- Versions of a question without its counters, each valid from `recorded_at` on.
create table question_versions (
  question_id uuid not null,
  recorded_at timestamptz not null,
  seq bigint generated always as identity,
  fields jsonb not null,
  primary key (question_id, recorded_at, seq)
);
create trigger question_versions_append_only before update or delete on question_versions
  for each row execute function auspex_append_only();
create trigger question_versions_never_truncated before truncate on question_versions
  for each statement execute function auspex_append_only();

-- Counter changes do not create a new version, nor do versions hold counters.
create function auspex_record_question() returns trigger language plpgsql as $$
begin
  insert into question_versions (question_id, recorded_at, fields)
  values (new.id, auspex_clock(), to_jsonb(new) - array['search', 'upvotes', 'prediction_count', 'yes_count', 'no_count',
    'confidence_sum', 'option_counts', 'closing_soon_sent_at', 'snapshot_counts', 'voice_weight', 'voice_overlap',
    'voice_owner_squares', 'voice_family_squares', 'voice_owner_family_squares', 'owner_count', 'owner_voices',
    'owner_recounts', 'surveys_open', 'surveys_closed']);
  return null;
end
$$;
create trigger questions_created after insert on questions for each row execute function auspex_record_question();
-- The list of columns keeps the trigger from firing for placements and votes, which set none of them.
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

-- A question as it stood just before an instant, without counters; no row if it did not exist.
create function auspex_question_at(id uuid, before timestamptz) returns setof questions language sql stable as $$
  select q.* from (
    select v.fields from question_versions v
    where v.question_id = auspex_question_at.id and v.recorded_at < before
    order by v.recorded_at desc, v.seq desc limit 1
  ) v, lateral jsonb_populate_record(null::questions, v.fields) q
$$;

-- Versions of the account fields that boards, arguments and voices show; the ledger records the points.
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
create trigger account_versions_append_only before update or delete on account_versions
  for each row execute function auspex_append_only();
create trigger account_versions_never_truncated before truncate on account_versions
  for each statement execute function auspex_append_only();

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

-- Each settlement, reversal and flag of a prediction after its placement.
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
create trigger prediction_history_append_only before update or delete on prediction_history
  for each row execute function auspex_append_only();
create trigger prediction_history_never_truncated before truncate on prediction_history
  for each statement execute function auspex_append_only();

-- Votes as they were cast: 1, -1, or 0 for a withdrawal, and the account's vote before that. For questions, 1 and 0.
-- Counts as of a time are sums over these rows, without a search for each account's latest vote.
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
create trigger prediction_vote_history_append_only before update or delete on prediction_vote_history
  for each row execute function auspex_append_only();
create trigger prediction_vote_history_never_truncated before truncate on prediction_vote_history
  for each statement execute function auspex_append_only();
create table question_vote_history (
  question_id uuid not null,
  recorded_at timestamptz not null,
  seq bigint generated always as identity,
  account_id uuid not null,
  value smallint not null,
  primary key (question_id, recorded_at, seq)
);
create trigger question_vote_history_append_only before update or delete on question_vote_history
  for each row execute function auspex_append_only();
create trigger question_vote_history_never_truncated before truncate on question_vote_history
  for each statement execute function auspex_append_only();

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

-- What an account did on a day (UTC), in a category, or in none (category ''). Points are the day's ledger entries, `earned`
-- the part that boards of a week or a month count. Predictions were placed that day; resolved, correct, brier_sum, log_sum
-- and flagged are the day's settlements and flags less the day's reversals.
create table account_days (
  account_id uuid not null,
  day date not null,
  category text not null,
  points bigint not null default 0,
  earned bigint not null default 0,
  predictions integer not null default 0,
  resolved integer not null default 0,
  correct integer not null default 0,
  brier_sum double precision not null default 0,
  log_sum double precision not null default 0,
  flagged integer not null default 0,
  primary key (account_id, day, category),
  constraint account_days_points_max check (points between -9007199254740991 and 9007199254740991),
  constraint account_days_earned_max check (earned between -9007199254740991 and 9007199254740991)
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

-- Whether points of a reason were earned by forecasting, debating or validating: `earnedReasons` of the domain.
create function auspex_is_earned(reason text) returns boolean language sql immutable parallel safe
  return reason in ('stake_lock', 'stake_return', 'stake_refund', 'participation', 'engagement_reward', 'daily_stipend',
    'debate_bonus', 'debate_reversal', 'validation_reward', 'validation_reversal', 'dispute_reversal');

-- A connection keeps the plan of a trigger that reads all new rows, because nothing in it is a parameter. If the first
-- statement settles a question with many predictions, the plan would read all questions for every later placement. Each row
-- therefore looks its question up by the index, whatever the statistics say.
create function auspex_count_ledger() returns trigger language plpgsql set enable_seqscan = off as $$
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
create trigger ledger_counted after insert on ledger referencing new table as added
  for each statement execute function auspex_count_ledger();

create function auspex_count_predictions() returns trigger language plpgsql set enable_seqscan = off as $$
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
create trigger predictions_counted after insert on predictions referencing new table as added
  for each statement execute function auspex_count_predictions();

create function auspex_record_prediction() returns trigger language plpgsql as $$
declare
  -- Read once, so that the history and the day agree.
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

-- The sums of account_days over all time.
create table account_categories (
  account_id uuid not null,
  category text not null,
  points bigint not null,
  predictions integer not null,
  resolved integer not null,
  correct integer not null,
  brier_sum double precision not null,
  log_sum double precision not null,
  flagged integer not null,
  primary key (account_id, category),
  constraint account_categories_points_max check (points between -9007199254740991 and 9007199254740991)
) with (fillfactor = 80);

create function auspex_sum_account_day() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into account_categories as c
      (account_id, category, points, predictions, resolved, correct, brier_sum, log_sum, flagged)
    values (new.account_id, new.category, new.points, new.predictions, new.resolved, new.correct, new.brier_sum,
      new.log_sum, new.flagged)
    on conflict (account_id, category) do update set
      points = c.points + excluded.points, predictions = c.predictions + excluded.predictions,
      resolved = c.resolved + excluded.resolved, correct = c.correct + excluded.correct,
      brier_sum = c.brier_sum + excluded.brier_sum, log_sum = c.log_sum + excluded.log_sum,
      flagged = c.flagged + excluded.flagged;
  else
    update account_categories c set
      points = c.points + new.points - old.points, predictions = c.predictions + new.predictions - old.predictions,
      resolved = c.resolved + new.resolved - old.resolved, correct = c.correct + new.correct - old.correct,
      brier_sum = c.brier_sum + (new.brier_sum - old.brier_sum), log_sum = c.log_sum + (new.log_sum - old.log_sum),
      flagged = c.flagged + new.flagged - old.flagged
    where c.account_id = new.account_id and c.category = new.category;
  end if;
  return null;
end
$$;
create trigger account_days_summed after insert or update on account_days
  for each row execute function auspex_sum_account_day();

-- The skill board is estimated from all settled predictions at once. Each generation is written beside the previous
-- one and then replaces it, so that no reader sees half a generation. A row for each change that makes the last
-- generation stale, deleted by the generation that has read it. Rows are deleted by id and not by time, so that a
-- change that commits late is not overlooked.
create table skill_changes (
  id bigint primary key generated always as identity
);

create function auspex_mark_skill_change() returns trigger language plpgsql as $$
begin
  insert into skill_changes default values;
  return null;
end
$$;
create trigger predictions_age_skill after update of brier_score on predictions
  for each statement execute function auspex_mark_skill_change();
create trigger accounts_age_skill after update of suspended_at on accounts
  for each statement execute function auspex_mark_skill_change();

create table skill_drawings (
  generation bigint primary key generated always as identity,
  -- Both by the machine's own clock, which nobody shifts: they measure the work and space it out.
  started_at timestamptz not null default clock_timestamp(),
  next_after timestamptz,
  -- Null until the generation is complete.
  drawn_at timestamptz,
  took_ms integer,
  accounts integer,
  predictions integer,
  -- Parameters of the model: the mean score of an average account, and the variances of accounts and of single scores.
  mean double precision,
  skill_variance double precision,
  residual_variance double precision
);

create table skill_standings (
  generation bigint not null,
  -- 1 for the best, without gaps.
  position integer not null,
  account_id uuid not null,
  resolved integer not null,
  brier_score double precision not null,
  adjusted_brier double precision not null,
  low double precision not null,
  high double precision not null,
  rank integer not null,
  rank_low integer not null,
  rank_high integer not null,
  primary key (generation, position)
);
create unique index skill_standings_by_account on skill_standings (account_id, generation);

-- The skill of groups of agents: by model family, and by persona archetype.
create table skill_groups (
  generation bigint not null,
  kind text not null check (kind in ('model_family', 'persona_archetype')),
  name text not null,
  resolved integer not null,
  adjusted_brier double precision not null,
  calibration jsonb,
  primary key (generation, kind, name)
);

-- The first generation is due at once.
insert into skill_changes default values;

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

-- Finished weekly battles, with the standings at their end: later re-resolutions do not change them.
create table weekly_battles (
  week text primary key check (week ~ '^\d{4}-W\d{2}$'),
  starts_at timestamptz not null unique,
  ends_at timestamptz not null,
  questions integer not null,
  finalised_at timestamptz not null default auspex_now()
);
create trigger weekly_battles_append_only before update or delete on weekly_battles
  for each row execute function auspex_append_only();
create trigger weekly_battles_never_truncated before truncate on weekly_battles
  for each statement execute function auspex_append_only();
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
create trigger weekly_battle_standings_append_only before update or delete on weekly_battle_standings
  for each row execute function auspex_append_only();
create trigger weekly_battle_standings_never_truncated before truncate on weekly_battle_standings
  for each statement execute function auspex_append_only();

-- The settled predictions that an account made with a persona content.
create table persona_records (
  content_hash text not null references persona_contents (content_hash),
  account_id uuid not null references accounts (id),
  resolved integer not null,
  correct integer not null,
  brier_sum double precision not null,
  -- The sum of the squares of the scores, for the interval of their mean.
  brier_squares double precision not null,
  primary key (content_hash, account_id)
);

-- Settling a prediction locks its account, so these rows are changed one after the other.
create function auspex_count_persona() returns trigger language plpgsql as $$
begin
  insert into persona_records as r (content_hash, account_id, resolved, correct, brier_sum, brier_squares)
  values (new.persona_hash, new.account_id,
    (new.brier_score is not null)::integer - (old.brier_score is not null)::integer,
    (new.brier_score is not null and coalesce(new.correct, false))::integer
      - (old.brier_score is not null and coalesce(old.correct, false))::integer,
    coalesce(new.brier_score, 0) - coalesce(old.brier_score, 0),
    coalesce(new.brier_score * new.brier_score, 0) - coalesce(old.brier_score * old.brier_score, 0))
  on conflict (content_hash, account_id) do update set
    resolved = r.resolved + excluded.resolved, correct = r.correct + excluded.correct,
    brier_sum = r.brier_sum + excluded.brier_sum, brier_squares = r.brier_squares + excluded.brier_squares;
  return null;
end $$;
create trigger predictions_persona_counted after update of correct, brier_score on predictions for each row
  when (new.persona_hash is not null and (old.correct, old.brier_score) is distinct from (new.correct, new.brier_score))
  execute function auspex_count_persona();
