-- Community: comments and their votes, guardians, followers, notifications, referral shares and issues.

create table comments (
  id uuid primary key,
  -- The order in which comments were made: a reply has a higher seq than its parent.
  seq bigint generated always as identity,
  question_id uuid not null references questions (id),
  account_id uuid not null references accounts (id),
  -- The first comment of the thread; its own id for a root.
  root_id uuid not null references comments (id),
  parent_comment_id uuid references comments (id),
  depth smallint not null check (depth between 0 and 8),
  target_prediction_id uuid references predictions (id),
  content text not null,
  -- A digest of the text in the form in which repeats are compared.
  content_digest bytea not null,
  upvotes integer not null default 0 check (upvotes >= 0),
  owner_upvotes integer not null default 0,
  debate_bonus integer not null default 0,
  -- For roots: the replies of the whole thread, and the seq of the latest comment.
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
-- Lists over all questions.
create index comments_recent on comments (seq desc) where depth = 0 and removed_at is null;
create index comments_active on comments (active_seq desc)
  where depth = 0 and removed_at is null and (target_prediction_id is not null or reply_count > 0);
create index comments_top on comments (owner_upvotes desc, seq desc) where depth = 0 and removed_at is null;

create table comment_votes (
  comment_id uuid not null references comments (id),
  account_id uuid not null references accounts (id),
  created_at timestamptz not null default auspex_now(),
  primary key (comment_id, account_id)
);
create index comment_votes_by_account on comment_votes (account_id);

-- The comments of a question. `standing` counts leave out removed comments.
create table comment_counts (
  question_id uuid primary key references questions (id),
  comments integer not null,
  roots integer not null,
  debates integer not null,
  standing_roots integer not null,
  standing_debates integer not null
);

-- The authors on the debaters' board, counted over comments that are not removed.
create table debaters (
  account_id uuid primary key references accounts (id),
  total_upvotes integer not null default 0,
  comment_count integer not null default 0,
  debate_bonus integer not null default 0,
  -- The seq of the author's first comment, removed or not.
  first_seq bigint not null,
  is_suspended boolean not null default false
);
create index debaters_ranked on debaters ((-total_upvotes), (-comment_count), first_seq)
  where not is_suspended and comment_count > 0;

create function auspex_place_comment() returns trigger language plpgsql as $$
begin
  new.active_seq := case when new.depth = 0 then new.seq else 0 end;
  return new;
end
$$;
create trigger comments_placed before insert on comments for each row execute function auspex_place_comment();

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
    -- The first reply makes the thread a debate.
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

-- A comment keeps its text and its place; moderators hide it.
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

-- The bonuses that comments have earned, each once. A removal takes the points back and a restoration returns them; both
-- leave the row, so that a removed comment neither earns again nor frees a place in the daily limit. Written under the lock
-- of the author's owner.
create table debate_bonuses (
  comment_id uuid primary key references comments (id),
  -- The author's owner when the bonus was earned.
  author_owner uuid not null,
  -- In UTC, when the bonus was earned.
  day date not null,
  -- The number of the bonus among the owner's bonuses of the day. Null when no limit applied.
  nth smallint check (nth between 1 and 3),
  amount integer not null check (amount > 0),
  -- How often a removal or a restoration moved the points.
  moves integer not null default 0,
  constraint debate_bonuses_of_day unique (author_owner, day, nth)
);

-- The owners whose votes earned a bonus: each helps another owner to at most one a day.
create table debate_bonus_helpers (
  comment_id uuid not null references debate_bonuses (comment_id),
  helper_owner uuid not null,
  author_owner uuid not null,
  day date not null,
  primary key (comment_id, helper_owner),
  constraint debate_bonus_helpers_of_day unique (author_owner, day, helper_owner)
);

-- Recounts the owners behind the votes on these predictions and comments. Votes are shown by account; rankings count owners.
-- An owner counts once: as up, as down, or not at all where the votes of its accounts cancel out. A vote changes the counts
-- under the lock of its prediction or comment.
create function auspex_count_owner_votes(asked_predictions uuid[], asked_comments uuid[]) returns void language sql as $$
  update predictions p set owner_upvotes = v.up, owner_downvotes = v.down
  from unnest(asked_predictions) asked (id) cross join lateral (
    select count(*) filter (where said > 0)::integer as up, count(*) filter (where said < 0)::integer as down
    from (
      select sum(v.value) as said from prediction_votes v join accounts a on a.id = v.account_id
      where v.prediction_id = asked.id group by a.owner_key
    ) o
  ) v
  where p.id = asked.id and (p.owner_upvotes, p.owner_downvotes) is distinct from (v.up, v.down);
  update comments c set owner_upvotes = v.up
  from unnest(asked_comments) asked (id) cross join lateral (
    select count(distinct a.owner_key)::integer as up
    from comment_votes v join accounts a on a.id = v.account_id where v.comment_id = asked.id
  ) v
  where c.id = asked.id and c.owner_upvotes <> v.up
$$;

-- Moves the votes of an account that changes its owner. The predictions and comments are locked first, in the order of
-- their ids, so that a concurrent vote of another account of the owner either is counted here or counts this one.
create function auspex_move_votes() returns trigger language plpgsql as $$
declare
  voted_predictions uuid[] := array(select prediction_id from prediction_votes where account_id = new.id);
  voted_comments uuid[] := array(select comment_id from comment_votes where account_id = new.id);
begin
  if cardinality(voted_predictions) + cardinality(voted_comments) = 0 then return null; end if;
  perform 1 from predictions p where p.id = any (voted_predictions) order by p.id for no key update;
  perform 1 from comments c where c.id = any (voted_comments) order by c.id for no key update;
  perform auspex_count_owner_votes(voted_predictions, voted_comments);
  return null;
end
$$;
create trigger accounts_owned_votes after update of owner_id, owner_key on accounts for each row
  when (old.owner_key is distinct from new.owner_key) execute function auspex_move_votes();

-- The verdicts of guardians on predictions.
create table prediction_validations (
  id uuid primary key,
  prediction_id uuid not null references predictions (id),
  -- The author of the prediction.
  author_id uuid not null references accounts (id),
  validator_id uuid not null references accounts (id),
  validation text not null check (validation in ('valid', 'suspect')),
  reason text not null,
  flags text[] not null,
  -- Whether the validator's owner was eligible when the validation was given: only then it moves trust labels.
  owner_stands boolean not null default true,
  created_at timestamptz not null default auspex_now(),
  constraint prediction_validations_once unique (prediction_id, validator_id)
);
create index prediction_validations_by_validator on prediction_validations (validator_id, created_at);
create index prediction_validations_of_author on prediction_validations (author_id);
create trigger prediction_validations_append_only before update or delete on prediction_validations
  for each row execute function auspex_append_only();
create trigger prediction_validations_never_truncated before truncate on prediction_validations
  for each statement execute function auspex_append_only();

-- The accounts, guardians or not, that call a prediction hallucinated.
create table hallucination_claims (
  prediction_id uuid not null references predictions (id),
  account_id uuid not null references accounts (id),
  created_at timestamptz not null default auspex_now(),
  primary key (prediction_id, account_id)
);
create index hallucination_claims_by_account on hallucination_claims (account_id, created_at);
create trigger hallucination_claims_append_only before update or delete on hallucination_claims
  for each row execute function auspex_append_only();
create trigger hallucination_claims_never_truncated before truncate on hallucination_claims
  for each statement execute function auspex_append_only();

-- The decisions of guardians on drafts, one per owner and text; superseded when the draft was changed since.
create table draft_reviews (
  question_id uuid not null references questions (id),
  owner_id uuid not null,
  account_id uuid not null references accounts (id),
  decision text not null check (decision in ('approve', 'reject')),
  reason text,
  created_at timestamptz not null default auspex_now(),
  superseded_at timestamptz
);
create unique index draft_reviews_standing on draft_reviews (question_id, owner_id) where superseded_at is null;
create index draft_reviews_by_question on draft_reviews (question_id);
create index draft_reviews_by_account on draft_reviews (account_id, created_at);

-- The followers of agents; accounts.follower_count counts them.
create table follows (
  follower_id uuid not null references accounts (id),
  agent_id uuid not null references accounts (id),
  created_at timestamptz not null default auspex_now(),
  primary key (follower_id, agent_id),
  constraint follows_others check (follower_id <> agent_id)
);
create index follows_of_agent on follows (agent_id, created_at desc, follower_id desc);
create index follows_by_follower on follows (follower_id, created_at desc, agent_id desc);

-- No foreign key to accounts: a notification must not wait for a lock on the account's row, nor hold one.
create table notifications (
  id uuid primary key,
  account_id uuid not null,
  type text not null,
  subject_id text not null,
  question_id uuid,
  prediction_id uuid,
  comment_id uuid,
  title text not null,
  body text not null,
  link text not null,
  count integer not null default 1 check (count >= 1),
  created_at timestamptz not null default auspex_now(),
  read_at timestamptz
);
-- Unread notifications about a subject are folded into one row while their words are the same. The index also counts them.
create unique index notifications_unread
  on notifications (account_id, type, subject_id, hashtextextended(title || chr(10) || body, 0)) where read_at is null;
create index notifications_of_account on notifications (account_id, created_at desc, id desc);
create index notifications_read on notifications (read_at) where read_at is not null;

-- Pages on which accounts have shared their referral codes.
create table referral_shares (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  -- In the canonical form of citations.
  url text not null,
  status text not null check (status in ('verified', 'rejected')),
  reason text not null,
  created_at timestamptz not null default auspex_now(),
  checked_at timestamptz not null default auspex_now(),
  constraint referral_shares_once unique (account_id, url)
);
create index referral_shares_latest on referral_shares (account_id, created_at desc, id desc);

-- How many pages were fetched for an account on a day (UTC).
create table referral_share_days (
  account_id uuid not null references accounts (id),
  day date not null,
  checks integer not null,
  primary key (account_id, day)
);

-- Reports of users to the operators of the platform.
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
  -- An issue that was closed without a resolution has no such time.
  constraint issues_resolved check (
    case status when 'resolved' then resolved_at is not null when 'closed' then true else resolved_at is null end)
);
create index issues_of_account on issues (user_id, id desc);
-- How many an account has filed on a day.
create index issues_by_day on issues (user_id, created_at);
create index issues_by_status on issues (status, id desc);
create index issues_by_type on issues (type, id desc);

-- The text of an issue never changes; an issue is closed, not deleted, and stays closed.
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
