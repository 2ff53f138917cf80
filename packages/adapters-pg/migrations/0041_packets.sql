-- Decision packets of projects, as they were published. A version is never changed.
create table packets (
  id uuid primary key,
  project_id uuid not null references projects (id),
  version integer not null,
  published_at timestamptz not null,
  headline text not null,
  -- Text and not jsonb, because a packet is the same byte for byte whenever it is read.
  json text not null,
  constraint packets_differ unique (project_id, version)
);
create trigger packets_append_only before update or delete on packets
  for each row execute function auspex_append_only();

-- How the specialists of a workspace did, as sums over the questions that resolved.
create table specialist_records (
  workspace_id uuid not null references workspaces (id),
  specialist text not null,
  resolved integer not null,
  brier_sum double precision not null,
  log_sum double precision not null,
  primary key (workspace_id, specialist)
);

-- A question of a project that was put on the platform, where a crowd answers it and its outcome settles both.
create table project_forecasts (
  question_id uuid primary key references project_questions (id),
  platform_question_id uuid not null unique references questions (id),
  -- When the specialists were scored; null until the platform's question has an outcome.
  scored_at timestamptz
);
create index project_forecasts_open on project_forecasts (platform_question_id) where scored_at is null;
