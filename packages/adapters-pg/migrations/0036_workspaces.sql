-- Workspaces of the research API: closed to everybody but their members.
create table workspaces (
  id uuid primary key,
  name text not null,
  tier text not null default 'standard' check (tier in ('standard', 'enterprise')),
  created_at timestamptz not null default auspex_now()
);

create table workspace_members (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  role text not null check (role in ('admin', 'member', 'viewer')),
  added_at timestamptz not null default auspex_now(),
  primary key (workspace_id, account_id)
);
create index workspace_members_of_account on workspace_members (account_id, workspace_id);

-- A key opens a workspace only while its account is a member.
create table workspace_keys (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  digest bytea not null unique,
  last4 text not null,
  created_at timestamptz not null default auspex_now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index workspace_keys_of_workspace on workspace_keys (workspace_id, account_id);
create index workspace_keys_of_account on workspace_keys (account_id);

-- What was done in a workspace. The actor's name is kept, since an account can be renamed or deleted.
create table workspace_audit (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  at timestamptz not null default auspex_now(),
  account_id uuid,
  actor text not null,
  key_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  detail jsonb
);
create index workspace_audit_of_workspace on workspace_audit (workspace_id, id);
create trigger workspace_audit_append_only before update or delete on workspace_audit
  for each row execute function auspex_append_only();
