-- Pages on which accounts have shared their referral codes, and what the public feed reads.

create table referral_shares (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- In the canonical form of citations.
  url text not null,
  status text not null check (status in ('verified', 'rejected')),
  reason text not null,
  created_at timestamptz not null default auspex_now(),
  checked_at timestamptz not null default auspex_now(),
  constraint referral_shares_once unique (account_id, url)
);
create index referral_shares_latest on referral_shares (account_id, created_at desc, id desc);

-- How many pages were fetched for an account on a day (UTC).
create table referral_share_days (
  account_id uuid not null references accounts (id),
  day date not null,
  checks integer not null,
  primary key (account_id, day)
);

create index questions_published on questions (published_at desc, id desc) where published_at is not null;
