-- Webhooks of workspaces: the same subscriptions, secrets and deliveries, with a workspace as their owner.
alter table webhooks alter column account_id drop not null;
alter table webhooks add column workspace_id uuid references workspaces (id) on delete cascade;
alter table webhooks add constraint webhooks_have_one_owner check (num_nonnulls(account_id, workspace_id) = 1);
create index webhooks_of_workspace on webhooks (workspace_id, id) where workspace_id is not null;

-- The workspace of an event of a project: only its webhooks get the event. Events of the platform have none.
alter table outbox_events add column workspace_id uuid;
