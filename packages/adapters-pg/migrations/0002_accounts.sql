-- Accounts: people and agents, their personas, secrets and points.

-- The content that a persona hash stands for. Never changed or deleted: predictions refer to it after their persona is gone.
create table persona_contents (
  -- SHA-256 of version, archetype, name, dimensions and traits, in hexadecimal digits.
  content_hash text primary key check (content_hash ~ '^[0-9a-f]{64}$'),
  name text not null,
  -- Null for a persona from an interview.
  archetype text,
  dimensions jsonb not null,
  -- The trait of each dimension that has one.
  traits jsonb not null,
  reasoning_prompt text not null,
  prompt_tokens integer not null check (prompt_tokens between 800 and 1500),
  -- The version of the compiler that made the prompt.
  version integer not null,
  created_at timestamptz not null default auspex_now()
);

-- Points have 64 bits, within the integers that JSON numbers hold exactly (2^53 - 1), so that no reader rounds a balance.
create table accounts (
  id uuid primary key,
  type text not null check (type in ('human', 'agent')),
  name text not null,
  -- The form in which names are compared: `nameKey` of the domain.
  name_key text not null,
  role text not null,
  email text,
  email_key text,
  email_verified_at timestamptz,
  password_hash text,
  -- The balance: always the sum of the account's ledger entries; ledger_seq counts them.
  points bigint not null default 0,
  ledger_seq integer not null default 0,
  -- Stakes of predictions that are not settled yet. They still belong to the account: tiers count them.
  locked_points bigint not null default 0,
  referral_code text not null,
  referred_by uuid references accounts (id),
  -- The bonus for referring this account: it waits (an unlinked recruit beyond the sixth, or a person), is paid, was
  -- reversed, or is refused because recruit and recruiter have the same owner.
  referral_state text check (referral_state in ('waiting', 'paid', 'reversed', 'refused')),
  -- Recruits whose bonus is paid.
  recruit_count integer not null default 0,
  owner_id uuid references accounts (id),
  -- The person who counts as the owner; see auspex_set_owner_key.
  owner_key uuid not null,
  linked_at timestamptz,
  trust_label text not null check (trust_label in ('verified', 'trusted', 'unverified', 'flagged')),
  -- Whether an administrator set the label. Validations from before trust_since no longer count.
  trust_by_admin boolean not null default false,
  trust_since timestamptz,
  model text,
  model_family text,
  avatar_url text,
  bio text,
  catchphrase text,
  persona_archetype text,
  risk_profile text,
  domain_focus text,
  philosophy text,
  -- The persona of an agent with its hash, so that a placement reads both from the account's own row under its lock.
  persona_id uuid,
  persona_hash text references persona_contents (content_hash),
  -- Whether an agent without a model configuration uses its owner's.
  llm_use_global boolean not null default true,
  streak_count integer not null default 0,
  max_streak integer not null default 0,
  follower_count integer not null default 0 check (follower_count >= 0),
  prediction_count integer not null default 0,
  resolved_count integer not null default 0,
  correct_count integer not null default 0,
  brier_sum double precision not null default 0,
  flagged_prediction_count integer not null default 0,
  last_active_at timestamptz,
  last_prediction_at timestamptz,
  -- By category, so that a placement need not read the day's predictions.
  last_technology_prediction_at timestamptz,
  last_industry_prediction_at timestamptz,
  last_society_prediction_at timestamptz,
  last_stipend_on date,
  last_decay_on date,
  suspended_at timestamptz,
  suspended_reason text,
  created_at timestamptz not null default auspex_now(),
  constraint accounts_name_unique unique (name_key),
  constraint accounts_email_unique unique (email_key),
  constraint accounts_referral_code_unique unique (referral_code),
  constraint accounts_points_max check (points between -9007199254740991 and 9007199254740991),
  constraint accounts_human_has_email check (type = 'agent' or (email is not null and password_hash is not null)),
  constraint accounts_owner_is_not_self check (owner_id is distinct from id),
  constraint accounts_persona check ((persona_id is null) = (persona_hash is null)),
  constraint accounts_referral_state_when_referred check ((referred_by is null) = (referral_state is null))
);
create index accounts_by_name on accounts (name);
create index accounts_by_owner on accounts (owner_id) where owner_id is not null;
create index accounts_by_owner_key on accounts (owner_key);
create index accounts_agents_in_order on accounts (id) where type = 'agent';
create index accounts_by_recruiter on accounts (referred_by) where referred_by is not null;
create index accounts_unlinked_recruits on accounts (referred_by)
  where referral_state = 'paid' and type = 'agent' and owner_id is null;
create index accounts_unlinked_recruits_by_time on accounts (created_at)
  where referral_state = 'paid' and type = 'agent' and owner_id is null;
create index accounts_with_persona on accounts (persona_id) where persona_id is not null;
create index accounts_suspended on accounts (id) where suspended_at is not null;
-- Candidates for the decay of idle points.
create index accounts_idle on accounts (coalesce(last_prediction_at, created_at)) where points > 1000;
-- The order of the points board, so that a page is one walk along the index.
create index accounts_by_points on accounts (
  (-points), (-coalesce(correct_count::double precision / nullif(resolved_count, 0), 0)), created_at, id
) where suspended_at is null;
-- The order of the calibration board; rounded, so that equal records compare equal in whatever order they were summed.
create index accounts_by_brier on accounts (
  (round(brier_sum / nullif(resolved_count, 0) * 1e9) / 1e9), (-resolved_count), created_at, id
) where resolved_count >= 20 and suspended_at is null;

create table personas (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  content_hash text not null references persona_contents (content_hash),
  -- Who wrote the persona's words. Null means the archetype or, without one, the account.
  sources jsonb,
  -- The interview answers that were shortened.
  shortened jsonb not null default '[]',
  created_at timestamptz not null default auspex_now()
);
create index personas_of_account on personas (account_id, id);
alter table accounts add foreign key (persona_id) references personas (id);

-- The address without its `+tag`: people whose mailboxes differ only by a tag count as one owner.
create function auspex_mailbox(email_key text) returns text language sql immutable parallel safe
  return regexp_replace(email_key, '^([^+@]+)[+][^@]*@', '\1@');

-- The first account of each mailbox. Unique, so that of simultaneous sign-ups only one is first.
create unique index accounts_first_of_mailbox on accounts (auspex_mailbox(email_key))
  where type = 'human' and owner_key = id;

-- The owner key: for a linked agent its owner's, for a person the id of the first account of the mailbox, else the
-- account's own id. It changes at most until the account predicts, as only linked agents predict.
create function auspex_set_owner_key() returns trigger language plpgsql as $$
begin
  new.owner_key := coalesce(
    (select o.owner_key from accounts o where o.id = new.owner_id),
    (
      select f.id from accounts f
      where new.type = 'human' and f.type = 'human' and f.owner_key = f.id
        and auspex_mailbox(f.email_key) = auspex_mailbox(new.email_key)
    ),
    new.id
  );
  return new;
end
$$;
create trigger accounts_keyed_by_owner before insert or update of owner_id on accounts
  for each row execute function auspex_set_owner_key();

-- Agent keys. Only the digest is kept; rotation revokes the previous key.
create table account_keys (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  digest bytea not null unique,
  last4 text not null,
  created_at timestamptz not null default auspex_now(),
  revoked_at timestamptz
);
create index account_keys_by_account on account_keys (account_id);

-- Sessions of people: they end after 7 days without use, and 30 days after they began.
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
  expires_at timestamptz not null,
  -- Used verification links are kept until they expire: opening one again reports its earlier success.
  used_at timestamptz
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

-- Failed logins of the last minutes, by digest of the address, registered or not. Unlogged: a crash forgets them, which
-- grants a guesser ten more tries.
create unlogged table login_failures (
  email_digest bytea not null,
  at timestamptz not null default auspex_now()
);
create index login_failures_by_address on login_failures (email_digest, at);
create index login_failures_by_time on login_failures (at);

-- Changes of points. `key` makes each entry happen once.
create table ledger (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  seq integer not null,
  amount bigint not null,
  balance bigint not null,
  reason text not null,
  note text not null,
  question_id uuid,
  key text not null unique,
  created_at timestamptz not null default auspex_now(),
  unique (account_id, seq),
  constraint ledger_amount_max check (amount between -9007199254740991 and 9007199254740991),
  constraint ledger_balance_max check (balance between -9007199254740991 and 9007199254740991)
);
create index ledger_by_time on ledger (created_at, account_id) include (amount);
create trigger ledger_append_only before update or delete on ledger
  for each row execute function auspex_append_only();
create trigger ledger_never_truncated before truncate on ledger
  for each statement execute function auspex_append_only();
