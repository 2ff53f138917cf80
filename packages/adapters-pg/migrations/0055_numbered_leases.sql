-- Counts the leases of an endpoint. A lease may expire and be followed by another one of the same instance, when the database
-- was out of reach in between: only their numbers tell them apart.
alter table webhook_queues add column lease bigint not null default 0;
