-- The bonuses that comments have earned, each once. A removal takes the points back and a restoration returns them; both
-- leave the row, so that neither earns or frees anything. Written under the lock of the author's owner.
create table debate_bonuses (
  comment_id uuid primary key references comments (id),
  -- Of the author, when the bonus was earned.
  author_owner uuid not null,
  -- In UTC, when the bonus was earned.
  day date not null,
  -- Which of the bonuses of the owner on this day. Null for bonuses from before there was a limit.
  nth smallint check (nth between 1 and 3),
  amount integer not null check (amount > 0),
  -- How often a removal or a restoration moved the points.
  moves integer not null default 0,
  constraint debate_bonuses_of_day unique (author_owner, day, nth)
);

-- The owners whose votes earned a bonus: each helps another owner to at most one a day.
create table debate_bonus_helpers (
  comment_id uuid not null references debate_bonuses (comment_id),
  helper_owner uuid not null,
  author_owner uuid not null,
  day date not null,
  primary key (comment_id, helper_owner),
  constraint debate_bonus_helpers_of_day unique (author_owner, day, helper_owner)
);

insert into debate_bonuses (comment_id, author_owner, day, amount)
select c.id, a.owner_key, (l.created_at at time zone 'UTC')::date, l.amount
from comments c join accounts a on a.id = c.account_id join ledger l on l.key = 'debate_bonus:' || c.id::text
where c.debate_bonus > 0;

create or replace function auspex_is_earned(reason text) returns boolean language sql immutable parallel safe
  return reason in ('stake_lock', 'stake_return', 'stake_refund', 'participation', 'engagement_reward', 'daily_stipend',
    'debate_bonus', 'debate_reversal', 'validation_reward', 'validation_reversal', 'dispute_reversal');
