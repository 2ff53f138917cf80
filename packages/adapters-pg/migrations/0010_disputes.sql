-- Disputes, and what undoing a resolution needs to know.

create table disputes (
  id uuid primary key,
  question_id uuid not null references questions (id),
  -- The resolution that is disputed.
  resolution_version integer not null,
  disputed_by uuid not null references accounts (id),
  reason text not null,
  evidence_urls text[] not null,
  status text not null default 'open' check (status in ('open', 'upheld', 'overturned', 'dismissed')),
  resolution_note text,
  -- The name of the administrator who ended it.
  resolved_by text,
  created_at timestamptz not null default auspex_now(),
  resolved_at timestamptz,
  constraint disputes_end_once check ((status = 'open') = (resolved_at is null))
);
create unique index disputes_one_open on disputes (question_id) where status = 'open';
create index disputes_by_question on disputes (question_id, id desc);
create index disputes_by_status on disputes (status, id desc);

-- An end is an end.
create function auspex_keep_dispute() returns trigger language plpgsql as $$
begin
  raise exception 'dispute % is %', old.id, old.status using errcode = 'restrict_violation';
end
$$;
create trigger disputes_ended before update or delete on disputes for each row
  when (old.status <> 'open') execute function auspex_keep_dispute();

-- A job that undoes what an earlier one paid, and pays anew.
alter table resolution_jobs add column dispute_id uuid references disputes (id);

-- The number, in the account's ledger, of the entry that settled the prediction: the order in which the predictions of an
-- account were settled, whatever the clock said.
alter table predictions add column settled_seq integer;
update predictions p set settled_seq = l.seq
from ledger l
where p.resolved_at is not null and l.account_id = p.account_id and l.question_id = p.question_id
  and l.reason in ('stake_return', 'participation', 'stake_refund');
