-- Who has subscribed to a kind of event. Without it, every event read all webhooks: 10 ms with ten thousand of them, and 130 ms
-- with a hundred thousand. Written at once (no fastupdate), because webhooks rarely change and events are many.
create index webhooks_of_event on webhooks using gin (events) with (fastupdate = off) where active;
