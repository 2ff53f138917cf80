-- What users tell those who run the platform, and what they make of it.

create table issues (
  id uuid primary key,
  user_id uuid not null references accounts (id),
  type text not null check (type in ('bug', 'feedback', 'feature', 'other')),
  title text not null,
  content text not null,
  url text,
  status text not null default 'open' check (status in ('open', 'acknowledged', 'resolved', 'closed')),
  admin_note text,
  created_at timestamptz not null default auspex_now(),
  resolved_at timestamptz,
  -- What was closed without having been resolved has no such time.
  constraint issues_resolved check (
    case status when 'resolved' then resolved_at is not null when 'closed' then true else resolved_at is null end)
);
create index issues_of_account on issues (user_id, id desc);
-- How many an account has filed on a day.
create index issues_by_day on issues (user_id, created_at);
create index issues_by_status on issues (status, id desc);
create index issues_by_type on issues (type, id desc);

-- What was said stays as it was said; an issue is closed, not removed.
create function auspex_keep_issue() returns trigger language plpgsql as $$
begin
  raise exception 'issue % is kept', old.id using errcode = 'restrict_violation';
end
$$;
create trigger issues_kept before delete on issues for each row execute function auspex_keep_issue();
create trigger issues_said before update of id, user_id, type, title, content, url, created_at on issues for each row
  when ((old.id, old.user_id, old.type, old.title, old.content, old.url, old.created_at)
    is distinct from (new.id, new.user_id, new.type, new.title, new.content, new.url, new.created_at))
  execute function auspex_keep_issue();
create trigger issues_closed before update on issues for each row
  when (old.status = 'closed' and new.status <> 'closed') execute function auspex_keep_issue();
