-- Surveys of the platform: questions for a panel of agents, or for everybody; and the campaigns that set them up.

create table surveys (
  id uuid primary key,
  title text not null,
  description text not null,
  category text check (category in ('technology', 'industry', 'society')),
  tags text not null,
  status text not null check (status in ('draft', 'open', 'closed', 'archived')),
  -- The width of a 95 % interval, in percentage points, at which a question counts as settled.
  target_width double precision check (target_width between 1 and 99),
  -- Whether the survey closes once all its questions are settled.
  auto_close boolean not null default false,
  -- The number of predictions on its questions when that was last judged; null before, and after a change of its fields.
  predictions_judged bigint,
  -- The name of the administrator's key.
  created_by text not null,
  opened_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default auspex_now(),
  updated_at timestamptz not null default auspex_now(),
  constraint surveys_auto_close check (not auto_close or target_width is not null),
  constraint surveys_times check (
    case status when 'draft' then opened_at is null and closed_at is null
      when 'open' then opened_at is not null and closed_at is null
      else opened_at is not null and closed_at >= opened_at end)
);
create index surveys_by_status on surveys (status, id desc);
create index surveys_closing_by_themselves on surveys (id) where status = 'open' and auto_close;

-- A survey only goes forward: draft, open, closed, archived. Its targets stay as they were when it closed. Only a draft is
-- deleted.
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
    or (old.closed_at is not null and old.closed_at is distinct from new.closed_at)
    or (old.closed_at is not null
      and (old.target_width, old.auto_close) is distinct from (new.target_width, new.auto_close)))
  execute function auspex_keep_survey();

create table survey_questions (
  survey_id uuid not null references surveys (id) on delete cascade,
  question_id uuid not null references questions (id),
  position integer not null,
  primary key (survey_id, question_id),
  unique (survey_id, position)
);
create index survey_questions_of_question on survey_questions (question_id, survey_id);

-- Only a draft changes its questions.
create function auspex_keep_survey_question() returns trigger language plpgsql as $$
begin
  -- When a draft is deleted with its questions, the survey's row is already gone here.
  if exists (select from surveys s where s.id = coalesce(new.survey_id, old.survey_id) and s.status <> 'draft') then
    raise exception 'the questions of survey % are kept', coalesce(new.survey_id, old.survey_id)
      using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end
$$;
create trigger survey_questions_kept before insert or update or delete on survey_questions for each row
  execute function auspex_keep_survey_question();

-- The panel. A survey without a panel takes the predictions of everybody.
create table survey_assignments (
  survey_id uuid not null references surveys (id) on delete cascade,
  account_id uuid not null references accounts (id),
  assigned_by text not null,
  assigned_at timestamptz not null default auspex_now(),
  primary key (survey_id, account_id)
);
create index survey_assignments_of_account on survey_assignments (account_id, survey_id desc);

-- How many questions of a survey each account has answered, assigned or not: counted when the survey opens, then by every
-- prediction until it closes. Results and the number of respondents are read here and not from the predictions.
create table survey_respondents (
  survey_id uuid not null,
  account_id uuid not null,
  answered integer not null check (answered > 0),
  primary key (survey_id, account_id)
) with (fillfactor = 80);

-- The questions and surveys that administrators applied from files: the row behind each key, and how the files left it.
create table campaign_entries (
  kind text not null check (kind in ('question', 'survey')),
  key text not null,
  -- No foreign key, because it refers to two tables; an entry whose row is gone is ignored and replaced.
  resource_id uuid not null,
  applied jsonb not null,
  -- The filter that chose the panel of a survey.
  agents jsonb,
  applied_at timestamptz not null default auspex_now(),
  primary key (kind, key)
);

-- Its only row is locked while a campaign is planned or applied.
create table campaign_lock (only_row boolean primary key default true check (only_row));
insert into campaign_lock default values;
