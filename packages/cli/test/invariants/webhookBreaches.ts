/** Inserts two workspaces, an event of the first, and a delivery of the event to a webhook of `owner`. */
const delivered = (owner: string): string => `
  insert into workspaces (id, name) values (gen_random_uuid(), 'One'), (gen_random_uuid(), 'Two');
  insert into outbox_events (id, event, data, workspace_id)
  select gen_random_uuid(), 'project.created', '{}', id from workspaces where name = 'One';
  insert into webhooks (id, ${owner}, url, events)
  select gen_random_uuid(), id, 'https://example.org/', '{}' from ${
  owner === "account_id" ? "accounts limit 1" : "workspaces where name = 'Two'"
};
  insert into webhook_deliveries (id, webhook_id, message_id, sequence, status)
  select gen_random_uuid(), w.id, e.id, 1, 'delivered' from webhooks w, outbox_events e where e.workspace_id is not null;`

/** Statements that break the invariants of webhooks. */
export const webhookBreaches: Readonly<Record<string, ReadonlyArray<string>>> = {
  "deliveries to workspaces": [delivered("workspace_id"), delivered("account_id")]
}
