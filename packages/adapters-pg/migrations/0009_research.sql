-- Research: workspaces with their projects, sources, panels, decision packets, forecasts and survey links.

-- Closed to everybody but their members.
create table workspaces (
  id uuid primary key,
  name text not null,
  tier text not null default 'standard' check (tier in ('standard', 'enterprise')),
  created_at timestamptz not null default auspex_now()
);

create table workspace_members (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  role text not null check (role in ('admin', 'member', 'viewer')),
  added_at timestamptz not null default auspex_now(),
  primary key (workspace_id, account_id)
);
create index workspace_members_of_account on workspace_members (account_id, workspace_id);

-- A key opens a workspace only while its account is a member.
create table workspace_keys (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  digest bytea not null unique,
  last4 text not null,
  created_at timestamptz not null default auspex_now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index workspace_keys_of_workspace on workspace_keys (workspace_id, account_id);
create index workspace_keys_of_account on workspace_keys (account_id);

-- The actions in a workspace. The actor's name is kept, since an account can be renamed or deleted.
create table workspace_audit (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  at timestamptz not null default auspex_now(),
  account_id uuid,
  actor text not null,
  key_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  detail jsonb
);
create index workspace_audit_of_workspace on workspace_audit (workspace_id, id);
create trigger workspace_audit_append_only before update or delete on workspace_audit
  for each row execute function auspex_append_only();
create trigger workspace_audit_never_truncated before truncate on workspace_audit
  for each statement execute function auspex_append_only();

create table projects (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  kind text not null check (kind in ('research', 'survey', 'audience', 'simulation')),
  title text not null,
  brief text,
  audience text check (audience in ('fo_principal', 'vc_partner', 'corp_strategist')),
  status text not null default 'active' check (status in ('active', 'completed', 'archived')),
  created_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null default auspex_now(),
  last_updated_at timestamptz not null default auspex_now(),
  question_count integer not null default 0,
  source_count integer not null default 0,
  reasoning_count integer not null default 0
);
create index projects_of_workspace on projects (workspace_id, id);

create table project_questions (
  id uuid primary key,
  project_id uuid not null references projects (id),
  text text not null,
  -- Null for a survey question with a free-text answer.
  kind text check (kind in ('binary', 'multi', 'matrix', 'likert', 'star_rating')),
  kind_options jsonb,
  resolution_signal text,
  resolution_date date,
  resolution_threshold text,
  -- Equal for questions that a project must not hold twice.
  fingerprint text not null,
  framing jsonb not null,
  created_at timestamptz not null default auspex_now(),
  constraint project_questions_differ unique (project_id, fingerprint)
);

-- A source is queued until a worker has read its page, and again when it is to be read again.
create table sources (
  id uuid primary key,
  project_id uuid not null references projects (id),
  uri text not null,
  -- The submitter's title; null means the title of the page.
  given_title text,
  status text not null default 'queued' check (status in ('queued', 'ready', 'rejected')),
  reason text,
  detail text,
  -- The earlier source of the project that holds the same text.
  duplicate_of uuid references sources (id),
  -- The newest version that was read; 0 before the first.
  version integer not null default 0,
  -- Failed fetches of the present round.
  attempts integer not null default 0,
  -- When a worker may take it; a worker moves this ahead by the duration of its lease.
  due_at timestamptz default auspex_now(),
  holder text,
  -- When its page was last read, or rejected.
  read_at timestamptz,
  created_at timestamptz not null default auspex_now(),
  constraint sources_reason check ((status = 'rejected') = (reason is not null)),
  constraint sources_due check ((status = 'queued') = (due_at is not null)),
  constraint sources_differ unique (project_id, uri)
);
create index sources_due_at on sources (due_at) where due_at is not null;

-- The content of a source at each change. Versions are kept, because reasonings quote them.
create table source_versions (
  id uuid primary key,
  source_id uuid not null references sources (id),
  version integer not null,
  -- The page's own title.
  title text,
  text text not null,
  -- A hash of the text without white space and typography.
  content_hash text not null,
  content_type text not null,
  final_uri text not null,
  retrieved_at timestamptz not null default auspex_now(),
  -- The difference from the previous version; null for the first.
  change jsonb,
  constraint source_versions_differ unique (source_id, version)
);
create index source_versions_hash on source_versions (content_hash);

-- Contiguous parts of a version's text. Offsets count UTF-16 code units, by which Postgres cannot cut a text, so the parts
-- are stored as well.
create table source_passages (
  id uuid primary key,
  version_id uuid not null references source_versions (id),
  start_at integer not null,
  end_at integer not null,
  text text not null,
  hash text not null
);
create index source_passages_of_version on source_passages (version_id, start_at);

-- Who answers in projects of the kinds audience (segments of respondents) and simulation (experts in rounds).
create table project_panels (
  project_id uuid primary key references projects (id),
  segments jsonb,
  experts integer,
  rounds_max integer,
  constraint project_panels_kind check ((segments is null) = (experts is not null)),
  constraint project_panels_rounds check ((experts is null) = (rounds_max is null))
);

-- Runs of panels over the questions of projects. A run is live until it has ended; a project has one live run at most.
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

-- The work of a specialist on a question: one row for each stage that was reached.
create table panel_steps (
  id uuid primary key,
  run_id uuid not null references panel_runs (id),
  question_id uuid not null references project_questions (id),
  specialist text not null,
  -- Experts of a simulation answer a question once a round; other specialists have one round.
  round integer not null default 1,
  stage text not null check (stage in ('plan', 'answer', 'repair', 'extract')),
  input jsonb not null,
  due_at timestamptz not null default auspex_now(),
  -- Leases are numbered, so that an expired lease cannot be used any more.
  claims integer not null default 0,
  leased_until timestamptz,
  failures integer not null default 0,
  -- The model's answer, stored before it is processed. Only a resume deletes one, if it was unreadable.
  answer text,
  model text,
  answer_tokens integer,
  outcome text check (outcome in ('next', 'reasoned', 'given_up')),
  -- Why the specialist was given up.
  why text,
  constraint panel_steps_differ unique (run_id, question_id, specialist, round, stage),
  constraint panel_steps_answer check ((answer is null) = (model is null)),
  constraint panel_steps_why check ((why is not null) = (outcome is not distinct from 'given_up'))
);
create index panel_steps_open on panel_steps (run_id, due_at) where outcome is null;

-- The answers of specialists with their reasons. Quotes are the exact words of stored texts.
create table reasonings (
  id uuid primary key,
  project_id uuid not null references projects (id),
  run_id uuid not null references panel_runs (id),
  question_id uuid not null references project_questions (id),
  specialist text not null,
  round integer not null default 1,
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
  constraint reasonings_differ unique (run_id, question_id, specialist, round)
);
create index reasonings_of_project on reasonings (project_id, id);

-- Published decision packets. A version is never changed.
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
create trigger packets_never_truncated before truncate on packets
  for each statement execute function auspex_append_only();

-- Project questions that were put on the platform, where a crowd answers and the outcome scores the specialists, too.
create table project_forecasts (
  question_id uuid primary key references project_questions (id),
  platform_question_id uuid not null unique references questions (id),
  -- When the specialists were first scored; later answers are not scored. Null until the platform's question has an outcome.
  scored_at timestamptz,
  -- The version of the resolution behind the scores, which a dispute may change.
  scored_version integer,
  -- One for each specialist: specialist, brier, log. The records of specialists are sums of these.
  scores jsonb,
  -- Whether it is to be scored, so that due forecasts are found without comparing all of them with their questions.
  is_due boolean not null default false
);
create index project_forecasts_due on project_forecasts (question_id) where is_due;

create function auspex_forecast_due() returns trigger language plpgsql as $$
begin
  update project_forecasts set is_due = true where platform_question_id = new.id;
  return null;
end
$$;
create trigger questions_forecast_due after update of status, resolution_version on questions for each row
  when ((old.status = 'resolved', old.resolution_version) is distinct from (new.status = 'resolved', new.resolution_version))
  execute function auspex_forecast_due();

-- Links through which people answer surveys of workspaces, without accounts.
create table survey_links (
  id uuid primary key,
  project_id uuid not null references projects (id),
  name text not null,
  -- SHA-256 of the token in the link's address. The token itself is not stored.
  digest bytea not null,
  created_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null default auspex_now(),
  closes_at timestamptz,
  closed_at timestamptz,
  responses_max integer not null check (responses_max >= 1),
  response_count integer not null default 0,
  constraint survey_links_digest unique (digest),
  constraint survey_links_count check (response_count between 0 and responses_max)
);
create index survey_links_of_project on survey_links (project_id, id);

-- The answers of people. Nothing here identifies them: neither addresses nor anything that their browsers sent.
create table survey_responses (
  id uuid primary key,
  project_id uuid not null references projects (id),
  link_id uuid not null references survey_links (id),
  -- Made with the form, so that a form that is sent again counts once.
  form_id uuid not null,
  -- For each answered question its id, and the indexes of the chosen options or a text.
  answers jsonb not null check (jsonb_typeof(answers) = 'array'),
  created_at timestamptz not null default auspex_clock(),
  constraint survey_responses_differ unique (link_id, form_id)
);
create index survey_responses_of_project on survey_responses (project_id, id);
create index survey_responses_of_link on survey_responses (link_id, id);

-- Sums over the responses, updated with each of them, so that results do not read every response.
create table survey_question_counts (
  link_id uuid not null references survey_links (id),
  question_id uuid not null references project_questions (id),
  -- The responses given while the survey had the question, and how many of them answer it.
  asked integer not null,
  answered integer not null,
  primary key (link_id, question_id),
  constraint survey_question_counts_order check (answered between 0 and asked)
);
create table survey_choice_counts (
  link_id uuid not null references survey_links (id),
  question_id uuid not null references project_questions (id),
  -- The indexes of the row and of the option.
  row integer not null,
  choice integer not null,
  count integer not null,
  primary key (link_id, question_id, row, choice)
);
