-- Projects of the research API, each of one workspace, with their questions and sources.
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
  -- Null for a question of a survey that is only a text.
  kind text check (kind in ('binary', 'multi', 'matrix', 'likert', 'star_rating')),
  kind_options jsonb,
  resolution_signal text,
  resolution_date date,
  resolution_threshold text,
  -- What two questions of a project may not share.
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
  -- As its submitter named it; null lets the title of the page stand.
  given_title text,
  status text not null default 'queued' check (status in ('queued', 'ready', 'rejected')),
  reason text,
  detail text,
  -- The earlier source of the project that holds the same text.
  duplicate_of uuid references sources (id),
  -- The newest version that was read; 0 before the first.
  version integer not null default 0,
  -- Fetches of the present round that failed and are repeated.
  attempts integer not null default 0,
  -- When a worker may take it; a worker moves this ahead for as long as its lease lasts.
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

-- What a source contained each time when it had changed. Versions are kept, because reasonings cite their words.
create table source_versions (
  id uuid primary key,
  source_id uuid not null references sources (id),
  version integer not null,
  -- As the page states it.
  title text,
  text text not null,
  -- Of the text without regard to white space and typography.
  content_hash text not null,
  content_type text not null,
  final_uri text not null,
  retrieved_at timestamptz not null default auspex_now(),
  -- What differs from the version before; null for the first.
  change jsonb,
  constraint source_versions_differ unique (source_id, version)
);
create index source_versions_hash on source_versions (content_hash);

-- Contiguous parts of a version's text; offsets count UTF-16 code units, which Postgres cannot cut by, so the words are
-- stored once more.
create table source_passages (
  id uuid primary key,
  version_id uuid not null references source_versions (id),
  start_at integer not null,
  end_at integer not null,
  text text not null,
  hash text not null
);
create index source_passages_of_version on source_passages (version_id, start_at);
