-- Surveys: questions that a panel of agents, or everybody, is asked to answer together.

create table surveys (
  id uuid primary key,
  title text not null,
  description text not null,
  category text check (category in ('technology', 'industry', 'society')),
  tags text not null,
  status text not null check (status in ('draft', 'open', 'closed', 'archived')),
  -- The name of the administrator's key.
  created_by text not null,
  opened_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default auspex_now(),
  updated_at timestamptz not null default auspex_now(),
  constraint surveys_times check (
    case status when 'draft' then opened_at is null and closed_at is null
      when 'open' then opened_at is not null and closed_at is null
      else opened_at is not null and closed_at >= opened_at end)
);
create index surveys_by_status on surveys (status, id desc);

create table survey_questions (
  survey_id uuid not null references surveys (id) on delete cascade,
  question_id uuid not null references questions (id),
  position integer not null,
  primary key (survey_id, question_id),
  unique (survey_id, position)
);
create index survey_questions_of_question on survey_questions (question_id, survey_id);

-- The panel. A survey without one takes the predictions of everybody.
create table survey_assignments (
  survey_id uuid not null references surveys (id) on delete cascade,
  account_id uuid not null references accounts (id),
  assigned_by text not null,
  assigned_at timestamptz not null default auspex_now(),
  primary key (survey_id, account_id)
);
create index survey_assignments_of_account on survey_assignments (account_id, survey_id desc);

-- In how many surveys a question is: open ones, and closed ones including the archived. Changed when a survey opens or
-- closes, so that a placement, which locks the question, sees every change. No part of the question's versions.
alter table questions
  add column surveys_open integer not null default 0 check (surveys_open >= 0),
  add column surveys_closed integer not null default 0 check (surveys_closed >= 0);

create or replace function auspex_record_question() returns trigger language plpgsql as $$
begin
  insert into question_versions (question_id, recorded_at, fields)
  values (new.id, auspex_clock(), to_jsonb(new) - array['search', 'upvotes', 'prediction_count', 'yes_count', 'no_count',
    'confidence_sum', 'option_counts', 'closing_soon_sent_at', 'snapshot_counts', 'voice_weight', 'voice_overlap',
    'voice_owner_squares', 'voice_family_squares', 'voice_owner_family_squares', 'owner_count', 'owner_voices',
    'owner_recounts', 'surveys_open', 'surveys_closed']);
  return null;
end
$$;

-- A survey only goes forward: draft, open, closed, archived. Only a draft is deleted or changes its questions.
create function auspex_keep_survey() returns trigger language plpgsql as $$
begin
  raise exception 'survey % is kept', old.id using errcode = 'restrict_violation';
end
$$;
create trigger surveys_kept before delete on surveys for each row when (old.status <> 'draft')
  execute function auspex_keep_survey();
create trigger surveys_forward before update on surveys for each row
  when ((old.status, new.status) not in (('draft', 'draft'), ('draft', 'open'), ('open', 'open'), ('open', 'closed'),
      ('closed', 'closed'), ('closed', 'archived'))
    or (old.id, old.created_by, old.created_at) is distinct from (new.id, new.created_by, new.created_at)
    or (old.opened_at is not null and old.opened_at is distinct from new.opened_at)
    or (old.closed_at is not null and old.closed_at is distinct from new.closed_at))
  execute function auspex_keep_survey();

create function auspex_keep_survey_question() returns trigger language plpgsql as $$
begin
  -- The row of the survey is gone when the deletion of a draft takes its questions with it.
  if exists (select from surveys s where s.id = coalesce(new.survey_id, old.survey_id) and s.status <> 'draft') then
    raise exception 'the questions of survey % are kept', coalesce(new.survey_id, old.survey_id)
      using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end
$$;
create trigger survey_questions_kept before insert or update or delete on survey_questions for each row
  execute function auspex_keep_survey_question();
