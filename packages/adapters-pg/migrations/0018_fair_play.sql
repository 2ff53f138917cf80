-- Whether the accounts of one owner stood on different sides of the question, or on different options, when it was resolved:
-- then what is correct gets its stake back and no more. Null until the prediction is settled, and for what was settled before
-- this was looked at, which keeps what it was paid.
alter table predictions add column hedged boolean;

-- Of the points of a day, what forecasting, debating and validating earned: what boards of a week or a month count.
create function auspex_is_earned(reason text) returns boolean language sql immutable parallel safe
  return reason in ('stake_lock', 'stake_return', 'stake_refund', 'participation', 'engagement_reward', 'daily_stipend',
    'debate_bonus', 'validation_reward', 'validation_reversal', 'dispute_reversal');

alter table account_days add column earned bigint not null default 0
  constraint account_days_earned_max check (earned between -9007199254740991 and 9007199254740991);
update account_days d set earned = l.earned
from (
  select e.account_id, (e.created_at at time zone 'UTC')::date as day, coalesce(q.category, '') as category,
    sum(e.amount) as earned
  from ledger e left join questions q on q.id = e.question_id
  where auspex_is_earned(e.reason) group by 1, 2, 3
) l
where d.account_id = l.account_id and d.day = l.day and d.category = l.category;

create or replace function auspex_count_ledger() returns trigger language plpgsql as $$
begin
  insert into account_days as d (account_id, day, category, points, earned)
  select e.account_id, (e.created_at at time zone 'UTC')::date, coalesce(q.category, ''), sum(e.amount)::bigint,
    coalesce(sum(e.amount) filter (where auspex_is_earned(e.reason)), 0)::bigint
  from added e left join questions q on q.id = e.question_id
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (account_id, day, category) do update set points = d.points + excluded.points,
    earned = d.earned + excluded.earned;
  return null;
end
$$;

-- What became of the bonus for somebody who came with a code: it waits (an unlinked recruit beyond the sixth, or a person),
-- is paid, was taken back, or will not be paid, as recruit and recruiter have the same owner. `recruit_count` counts those
-- that are paid, so that the bonuses of a recruiter always add up to those of so many recruits.
alter table accounts add column referral_state text check (referral_state in ('waiting', 'paid', 'reversed', 'refused'));
update accounts a set referral_state = case
    when exists (select from ledger l where l.key = 'referral_reversal:' || a.id::text) then 'reversed'
    when exists (select from ledger l where l.key = 'referral:' || a.id::text) then 'paid'
    else 'waiting'
  end
where referred_by is not null;
update accounts a set recruit_count = coalesce(r.n, 0)
from accounts c left join (
  select referred_by, count(*) as n from accounts where referral_state = 'paid' group by 1
) r on r.referred_by = c.id
where a.id = c.id and a.recruit_count <> coalesce(r.n, 0);
alter table accounts add constraint accounts_referral_state_when_referred
  check ((referred_by is null) = (referral_state is null));
create index accounts_unlinked_recruits on accounts (referred_by)
  where referral_state = 'paid' and type = 'agent' and owner_id is null;
create index accounts_unlinked_recruits_by_time on accounts (created_at)
  where referral_state = 'paid' and type = 'agent' and owner_id is null;

-- Whether the validator's owner stood when it spoke: only then the word moves trust labels. What was said before counts.
alter table prediction_validations add column owner_stands boolean not null default true;

-- What guardians decided about drafts, each owner once for each text; superseded when the draft was changed since.
create table draft_reviews (
  question_id uuid not null references questions (id),
  owner_id uuid not null,
  account_id uuid not null references accounts (id),
  decision text not null check (decision in ('approve', 'reject')),
  reason text,
  created_at timestamptz not null default auspex_now(),
  superseded_at timestamptz
);
create unique index draft_reviews_standing on draft_reviews (question_id, owner_id) where superseded_at is null;
create index draft_reviews_by_question on draft_reviews (question_id);
create index draft_reviews_by_account on draft_reviews (account_id, created_at);
