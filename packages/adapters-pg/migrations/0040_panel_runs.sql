-- Runs of panels over the questions of projects. A run is live until it has ended.
create table panel_runs (
  id uuid primary key,
  project_id uuid not null references projects (id),
  started_by uuid references accounts (id) on delete set null,
  method text not null check (method in ('specialists', 'extractive')),
  prompt_version integer not null,
  status text not null check (status in ('queued', 'running', 'completed', 'stopped', 'failed')),
  -- Why it stopped or failed.
  reason text,
  calls_max integer not null,
  tokens_max integer not null,
  seconds_max integer not null,
  -- Requests to models, counted before they are made, and their estimated tokens.
  calls integer not null default 0,
  tokens integer not null default 0,
  created_at timestamptz not null default auspex_now(),
  began_at timestamptz,
  ended_at timestamptz,
  constraint panel_runs_reason check ((reason is not null) = (status in ('stopped', 'failed'))),
  constraint panel_runs_ended check ((ended_at is null) = (status in ('queued', 'running'))),
  constraint panel_runs_calls check (calls <= calls_max)
);
create unique index panel_runs_live on panel_runs (project_id) where ended_at is null;
create index panel_runs_of_project on panel_runs (project_id, id);

-- The work of a specialist on a question, stage by stage; a row per stage that was reached.
create table panel_steps (
  id uuid primary key,
  run_id uuid not null references panel_runs (id),
  question_id uuid not null references project_questions (id),
  specialist text not null,
  stage text not null check (stage in ('plan', 'answer', 'repair', 'extract')),
  input jsonb not null,
  due_at timestamptz not null default auspex_now(),
  -- Leases are numbered, so that an expired one cannot be used any more.
  claims integer not null default 0,
  leased_until timestamptz,
  failures integer not null default 0,
  -- What the model answered; kept before anything is done with it. Only an unreadable answer is dropped, by a resume.
  answer text,
  model text,
  answer_tokens integer,
  outcome text check (outcome in ('next', 'reasoned', 'given_up')),
  -- Why the specialist was given up.
  why text,
  constraint panel_steps_differ unique (run_id, question_id, specialist, stage),
  constraint panel_steps_answer check ((answer is null) = (model is null)),
  constraint panel_steps_why check ((why is not null) = (outcome is not distinct from 'given_up'))
);
create index panel_steps_open on panel_steps (run_id, due_at) where outcome is null;

-- What specialists think about questions. Quotes are the exact words of stored texts.
create table reasonings (
  id uuid primary key,
  project_id uuid not null references projects (id),
  run_id uuid not null references panel_runs (id),
  question_id uuid not null references project_questions (id),
  specialist text not null,
  model text,
  answer jsonb,
  probability double precision,
  distribution jsonb,
  confidence double precision,
  narrative text not null,
  evidence jsonb not null,
  counter_evidence jsonb not null,
  unsupported jsonb not null,
  falsifiers jsonb not null,
  created_at timestamptz not null default auspex_now(),
  constraint reasonings_differ unique (run_id, question_id, specialist)
);
create index reasonings_of_project on reasonings (project_id, id);
