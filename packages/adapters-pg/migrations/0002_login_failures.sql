-- Failed logins of the last minutes, by digest of the address, whether anybody has it or not. Unlogged: a database
-- crash forgets them, which lets a guesser try ten times more, no worse.
create unlogged table login_failures (
  email_digest bytea not null,
  at timestamptz not null default auspex_now()
);
create index login_failures_by_address on login_failures (email_digest, at);
create index login_failures_by_time on login_failures (at);
