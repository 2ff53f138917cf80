-- Events in the order of their transactions, and which resolutions have been told.

-- The transaction that wrote an event. What has a number below that of the oldest transaction still open is complete, so a
-- follower may be shown it at once. Events from before count as older than any: a constant, so no row is written anew.
alter table outbox_events add column xact xid8 not null default '0';
alter table outbox_events alter column xact set default pg_current_xact_id();
drop index outbox_events_of_question;
drop index outbox_events_of_actor;
create index outbox_events_of_question on outbox_events (question_id, xact desc, seq desc) include (actor_id, recorded_at)
  where event in ('prediction.placed', 'comment.created', 'question.closed', 'question.resolved', 'dispute.opened',
    'dispute.resolved');
create index outbox_events_of_actor on outbox_events (actor_id, xact desc, seq desc) include (recorded_at)
  where event in ('prediction.placed', 'comment.created', 'question.closed', 'question.resolved', 'dispute.opened',
    'dispute.resolved');

-- When everybody concerned had been told of a resolution, and the last account told before. Those of before are not told.
alter table resolution_jobs add column told_at timestamptz default now(), add column told_after uuid;
alter table resolution_jobs alter column told_at drop default;
create index resolution_jobs_untold on resolution_jobs (finished_at, id) where status = 'done' and told_at is null;
create index question_watches_in_order on question_watches (question_id, account_id);
drop index question_watches_of_question;
