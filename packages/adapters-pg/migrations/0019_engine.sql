-- A request that waits for another machine or for a password's hash claims its key before the work, in a transaction of
-- its own. The claim ends with the work; one whose process died runs out. `done` commits with the work: from then on the
-- request is never done again, even if its answer was lost before it was saved.
alter table idempotency_keys
  add column claim uuid,
  add column claimed_until timestamptz,
  add column done boolean not null default false;
