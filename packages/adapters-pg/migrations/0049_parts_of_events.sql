-- The deliveries of an event with many subscribers are created in parts, in the order of the webhooks' ids: up to which webhook
-- those of the event at the position exist. Null when it has all of them.
alter table webhook_position add column webhook_id uuid;

-- How often the position was moved: who has read what comes next creates its deliveries only if nobody else has.
alter table webhook_position add column moves bigint not null default 0;
