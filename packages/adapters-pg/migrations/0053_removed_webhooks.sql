-- Deleting a webhook deleted its deliveries with it: a second for a million of them, in which no instance could create
-- deliveries, and beyond some millions more than a statement may take. They are now deleted afterwards, in parts. The foreign
-- key is not needed for what is created meanwhile: that locks the queue, as the deletion does.
alter table webhook_deliveries drop constraint webhook_deliveries_webhook_id_fkey;

-- Webhooks that are gone, until their deliveries are, too.
create table removed_webhooks (webhook_id uuid primary key);

create function auspex_note_removed_webhook() returns trigger language plpgsql as $$
begin
  insert into removed_webhooks (webhook_id) values (old.id) on conflict do nothing;
  return null;
end
$$;
create trigger webhooks_removed after delete on webhooks for each row execute function auspex_note_removed_webhook();
