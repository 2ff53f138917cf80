-- Comments on questions, votes for them, and what is counted of both as it happens.

create table comments (
  id uuid primary key,
  -- In the order in which they were made: a reply's is above its parent's.
  seq bigint generated always as identity,
  question_id uuid not null references questions (id),
  account_id uuid not null references accounts (id),
  -- Of the thread; its own id for a root.
  root_id uuid not null references comments (id),
  parent_comment_id uuid references comments (id),
  depth smallint not null check (depth between 0 and 8),
  target_prediction_id uuid references predictions (id),
  content text not null,
  -- Of the text as repeats are known by.
  content_digest bytea not null,
  upvotes integer not null default 0 check (upvotes >= 0),
  debate_bonus integer not null default 0,
  -- Of roots: the replies of the whole thread, and the seq of what was said last.
  reply_count integer not null default 0,
  active_seq bigint not null default 0,
  removed_at timestamptz,
  removed_by text,
  removed_reason text,
  created_at timestamptz not null default auspex_now(),
  constraint comments_in_order unique (seq),
  constraint comments_roots_are_roots check ((depth = 0) = (parent_comment_id is null) and (depth = 0) = (root_id = id)),
  constraint comments_roots_have_targets check (target_prediction_id is null or depth = 0),
  constraint comments_removed_by_somebody
    check (num_nulls(removed_at, removed_by, removed_reason) in (0, 3))
);
create index comments_threads on comments (root_id, seq) where depth > 0;
create index comments_by_author on comments (account_id, question_id);
create index comments_said on comments (account_id, content_digest);
create index comments_removed on comments (seq desc) where removed_at is not null;
create index comments_roots on comments (question_id, seq desc) where depth = 0;
create index comments_of_prediction on comments (target_prediction_id, seq desc) where target_prediction_id is not null;
create index comments_debates on comments (question_id, active_seq desc)
  where depth = 0 and (target_prediction_id is not null or reply_count > 0);
-- Over all questions.
create index comments_recent on comments (seq desc) where depth = 0 and removed_at is null;
create index comments_active on comments (active_seq desc)
  where depth = 0 and removed_at is null and (target_prediction_id is not null or reply_count > 0);
create index comments_top on comments (upvotes desc, seq desc) where depth = 0 and removed_at is null;

create table comment_votes (
  comment_id uuid not null references comments (id),
  account_id uuid not null references accounts (id),
  created_at timestamptz not null default auspex_now(),
  primary key (comment_id, account_id)
);
create index comment_votes_by_account on comment_votes (account_id);

-- How many there are on a question. `standing` ones are not removed.
create table comment_counts (
  question_id uuid primary key references questions (id),
  comments integer not null,
  roots integer not null,
  debates integer not null,
  standing_roots integer not null,
  standing_debates integer not null
);

-- What the debaters' board shows of an author, over comments that are not removed.
create table debaters (
  account_id uuid primary key references accounts (id),
  total_upvotes integer not null default 0,
  comment_count integer not null default 0,
  debate_bonus integer not null default 0,
  -- Of the first comment, whatever became of it.
  first_seq bigint not null,
  is_suspended boolean not null default false
);
create index debaters_ranked on debaters ((-total_upvotes), (-comment_count), first_seq)
  where not is_suspended and comment_count > 0;

create function auspex_count_comment() returns trigger language plpgsql as $$
declare
  root comments;
begin
  if new.depth = 0 then
    insert into comment_counts as c (question_id, comments, roots, debates, standing_roots, standing_debates)
    values (new.question_id, 1, 1, (new.target_prediction_id is not null)::integer, 1,
      (new.target_prediction_id is not null)::integer)
    on conflict (question_id) do update set comments = c.comments + 1, roots = c.roots + 1,
      debates = c.debates + excluded.debates, standing_roots = c.standing_roots + 1,
      standing_debates = c.standing_debates + excluded.debates;
  else
    update comments r set reply_count = r.reply_count + 1, active_seq = greatest(r.active_seq, new.seq)
    where r.id = new.root_id returning r.* into root;
    -- The first reply makes a debate of it.
    update comment_counts c set comments = c.comments + 1,
      debates = c.debates + (root.reply_count = 1 and root.target_prediction_id is null)::integer,
      standing_debates = c.standing_debates
        + (root.reply_count = 1 and root.target_prediction_id is null and root.removed_at is null)::integer
    where c.question_id = new.question_id;
  end if;
  insert into debaters as d (account_id, comment_count, first_seq, is_suspended)
  select new.account_id, 1, new.seq, a.suspended_at is not null from accounts a where a.id = new.account_id
  on conflict (account_id) do update set comment_count = d.comment_count + 1;
  return null;
end
$$;
create trigger comments_counted after insert on comments for each row execute function auspex_count_comment();

create function auspex_place_comment() returns trigger language plpgsql as $$
begin
  new.active_seq := case when new.depth = 0 then new.seq else 0 end;
  return new;
end
$$;
create trigger comments_placed before insert on comments for each row execute function auspex_place_comment();

create function auspex_recount_comment() returns trigger language plpgsql as $$
declare
  stood constant integer := (old.removed_at is null)::integer;
  stands constant integer := (new.removed_at is null)::integer;
begin
  update debaters d set
    total_upvotes = d.total_upvotes + stands * new.upvotes - stood * old.upvotes,
    comment_count = d.comment_count + stands - stood,
    debate_bonus = d.debate_bonus + new.debate_bonus - old.debate_bonus
  where d.account_id = new.account_id;
  if new.depth = 0 and stands <> stood then
    update comment_counts c set standing_roots = c.standing_roots + stands - stood,
      standing_debates = c.standing_debates
        + case when new.target_prediction_id is not null or new.reply_count > 0 then stands - stood else 0 end
    where c.question_id = new.question_id;
  end if;
  return null;
end
$$;
create trigger comments_recounted after update on comments for each row
  when (old.upvotes <> new.upvotes or old.debate_bonus <> new.debate_bonus
    or old.removed_at is distinct from new.removed_at)
  execute function auspex_recount_comment();

-- What was said stays, and where; a moderator hides it.
create function auspex_keep_comment() returns trigger language plpgsql as $$
begin
  raise exception 'comment % is kept', old.id using errcode = 'restrict_violation';
end
$$;
create trigger comments_kept before delete on comments for each row execute function auspex_keep_comment();
create trigger comments_unchanged before update on comments for each row
  when ((old.id, old.seq, old.question_id, old.account_id, old.root_id, old.parent_comment_id, old.depth,
      old.target_prediction_id, old.content, old.created_at)
    is distinct from (new.id, new.seq, new.question_id, new.account_id, new.root_id, new.parent_comment_id, new.depth,
      new.target_prediction_id, new.content, new.created_at))
  execute function auspex_keep_comment();

create function auspex_suspend_debater() returns trigger language plpgsql as $$
begin
  update debaters set is_suspended = new.suspended_at is not null where account_id = new.id;
  return null;
end
$$;
create trigger accounts_debater_suspended after update of suspended_at on accounts for each row
  when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function auspex_suspend_debater();
