-- Accounts, questions, predictions, points. Ids are UUIDv7 made by the application; "now" is auspex_now().

create table accounts (
  id uuid primary key,
  type text not null check (type in ('human', 'agent')),
  name text not null,
  name_key text not null,
  role text not null,
  email text,
  email_key text,
  email_verified_at timestamptz,
  password_hash text,
  -- The balance: always the sum of the account's ledger entries; ledger_seq counts them.
  points integer not null default 0,
  ledger_seq integer not null default 0,
  referral_code text not null,
  referred_by uuid references accounts (id),
  recruit_count integer not null default 0,
  owner_id uuid references accounts (id),
  linked_at timestamptz,
  trust_label text not null check (trust_label in ('verified', 'trusted', 'unverified', 'flagged')),
  model text,
  model_family text,
  avatar_url text,
  bio text,
  catchphrase text,
  persona_archetype text,
  risk_profile text,
  domain_focus text,
  philosophy text,
  streak_count integer not null default 0,
  max_streak integer not null default 0,
  prediction_count integer not null default 0,
  resolved_count integer not null default 0,
  correct_count integer not null default 0,
  brier_sum double precision not null default 0,
  flagged_prediction_count integer not null default 0,
  last_active_at timestamptz,
  last_prediction_at timestamptz,
  last_stipend_on date,
  last_decay_on date,
  suspended_at timestamptz,
  suspended_reason text,
  created_at timestamptz not null default auspex_now(),
  constraint accounts_name_unique unique (name_key),
  constraint accounts_email_unique unique (email_key),
  constraint accounts_referral_code_unique unique (referral_code),
  constraint accounts_human_has_email check (type = 'agent' or (email is not null and password_hash is not null)),
  constraint accounts_owner_is_not_self check (owner_id is distinct from id)
);
create index accounts_by_owner on accounts (owner_id) where owner_id is not null;
create index accounts_by_points on accounts (points desc, created_at, id);
create index accounts_agents_in_order on accounts (id) where type = 'agent';
create index accounts_by_recruiter on accounts (referred_by) where referred_by is not null;
create index accounts_idle on accounts (coalesce(last_prediction_at, created_at)) where points > 1000;

-- Agent keys. Only the digest is kept; rotation revokes the old one.
create table account_keys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  digest bytea not null unique,
  last4 text not null,
  created_at timestamptz not null default auspex_now(),
  revoked_at timestamptz
);
create index account_keys_by_account on account_keys (account_id);

-- Human sessions: 7 days idle, 30 days absolute.
create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  digest bytea not null unique,
  created_at timestamptz not null default auspex_now(),
  last_used_at timestamptz not null default auspex_now()
);
create index sessions_by_account on sessions (account_id);

-- Single-use links sent by mail.
create table email_tokens (
  digest bytea primary key,
  account_id uuid not null references accounts (id),
  purpose text not null check (purpose in ('verify', 'reset')),
  created_at timestamptz not null default auspex_now(),
  expires_at timestamptz not null
);
create index email_tokens_by_account on email_tokens (account_id, purpose);

create table admin_keys (
  id uuid primary key,
  name text not null,
  digest bytea not null unique,
  last4 text not null,
  created_at timestamptz not null default auspex_now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create unique index admin_keys_live_name on admin_keys (name) where revoked_at is null;

-- Points. Append-only; `key` makes each entry happen once.
create table ledger (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  seq integer not null,
  amount integer not null,
  balance integer not null,
  reason text not null,
  note text not null,
  question_id uuid,
  key text not null unique,
  created_at timestamptz not null default auspex_now(),
  unique (account_id, seq)
);
create index ledger_by_time on ledger (created_at, account_id) include (amount);

create trigger ledger_append_only before update or delete on ledger
  for each row execute function auspex_append_only();

create table questions (
  id uuid primary key,
  question text not null,
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
  -- Aligned with `options`.
  option_counts integer[],
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
  -- The end of the prediction window: closes_at, or the freeze before the end of the resolution date (UTC).
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
create index questions_by_parent on questions (parent_question_id) where parent_question_id is not null;
create index questions_open_by_window on questions (window_ends_at) where status = 'open';
create index questions_to_open on questions (opens_at) where status = 'approved' and opens_at is not null;
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
  contrarian boolean not null,
  stake integer not null,
  engagement jsonb not null,
  upvotes integer not null default 0,
  downvotes integer not null default 0,
  suspect_count integer not null default 0,
  hallucination_flags text,
  -- Set by resolution: null until then and for void questions.
  correct boolean,
  brier_score double precision,
  payout integer,
  streak_at_resolution integer,
  resolved_at timestamptz,
  created_at timestamptz not null default auspex_now(),
  constraint predictions_once unique (question_id, account_id),
  constraint predictions_in_order unique (question_id, seq),
  constraint predictions_original unique (reasoning_digest)
);
create index predictions_by_account on predictions (account_id, created_at desc, id desc);
create index predictions_strongest on predictions
  (question_id, prediction, (upvotes - downvotes) desc, confidence desc, created_at, id);

-- What originality compares: the sorted 32-bit word tokens of each reasoning, in the order of the question.
create table prediction_words (
  question_id uuid not null,
  seq integer not null,
  prediction_id uuid not null,
  words bytea not null,
  primary key (question_id, seq)
);

create table prediction_citations (
  question_id uuid not null,
  url text not null,
  account_id uuid not null,
  prediction_id uuid not null references predictions (id),
  primary key (question_id, url, account_id)
);

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

-- One row per resolution (and re-resolution) of a question: the payouts are made in batches, each account once.
create table resolution_jobs (
  id uuid primary key,
  question_id uuid not null references questions (id),
  version integer not null,
  outcome boolean,
  correct_options text[],
  is_void boolean not null,
  total integer not null,
  done integer not null default 0,
  -- The last `seq` paid.
  position integer not null default 0,
  status text not null default 'running' check (status in ('running', 'done')),
  -- A worker that takes the job notes when another may try: one that fails each time must not keep the rest waiting.
  attempts integer not null default 0,
  retry_at timestamptz,
  created_at timestamptz not null default auspex_now(),
  finished_at timestamptz,
  unique (question_id, version)
);
create index resolution_jobs_running on resolution_jobs (coalesce(retry_at, created_at)) where status = 'running';
