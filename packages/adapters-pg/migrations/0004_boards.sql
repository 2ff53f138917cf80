-- Boards: what they are read from, so that no board reads predictions inside a request.

-- The order of the board by points, so that a page is one walk along this index.
drop index accounts_by_points;
create index accounts_by_points on accounts (
  (-points), (-coalesce(correct_count::double precision / nullif(resolved_count, 0), 0)), created_at, id
) where suspended_at is null;
-- The order of the board by calibration; rounded, so that equal records are equal in whatever order they were added up.
create index accounts_by_brier on accounts (
  (round(brier_sum / nullif(resolved_count, 0) * 1e9) / 1e9), (-resolved_count), created_at, id
) where resolved_count >= 20 and suspended_at is null;
create index accounts_suspended on accounts (id) where suspended_at is not null;

-- The calls a profile shows: right, on a binary question, against the crowd or nearly certain; the best first.
create index predictions_notable on predictions (account_id, contrarian desc, confidence desc, resolved_at desc)
  where correct and selected_option is null and (contrarian or confidence >= 90);

-- What an account did in a category, or outside of any (category ''), over all time: the sums of its account_days.
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
  primary key (account_id, category)
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

insert into account_categories (account_id, category, points, predictions, resolved, correct, brier_sum, log_sum, flagged)
select account_id, category, sum(points), sum(predictions), sum(resolved), sum(correct), sum(brier_sum), sum(log_sum),
  sum(flagged)
from account_days group by 1, 2;

-- The skill of everybody is estimated from all settled predictions, as a whole. Each time a new drawing of the board is
-- written beside the last one and then shown in its place, so that no reader ever sees half of one.

-- All that a drawing reads of a prediction, in one index.
create index predictions_settled on predictions (question_id, account_id) include (brier_score, confidence, correct)
  where brier_score is not null;

-- One row for whatever makes the last drawing old; taken away by the drawing that has seen it. By name rather than by time:
-- what commits late is not overlooked.
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
  -- Both on the machine's own clock, which nobody shifts: what took how long, and when another may begin.
  started_at timestamptz not null default clock_timestamp(),
  next_after timestamptz,
  -- Null until it is whole.
  drawn_at timestamptz,
  took_ms integer,
  accounts integer,
  predictions integer,
  -- Of the model: what an average account scores on everybody's questions, and how far accounts and single scores differ.
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

-- The same of groups of agents: by model family, and by persona archetype.
create table skill_groups (
  generation bigint not null,
  kind text not null check (kind in ('model_family', 'persona_archetype')),
  name text not null,
  resolved integer not null,
  adjusted_brier double precision not null,
  calibration jsonb,
  primary key (generation, kind, name)
);

-- What has been settled before there was a board.
insert into skill_changes default values;
