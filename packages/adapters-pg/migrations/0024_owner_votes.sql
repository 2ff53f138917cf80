-- Votes are shown as they are counted; rankings count owners. An owner counts once for what it votes on: as up, as down, or
-- not at all where the votes of its accounts cancel out. An act that votes moves these counters by what its owner's say has
-- changed, under the lock of what it votes on.
alter table predictions add column owner_upvotes integer not null default 0,
  add column owner_downvotes integer not null default 0;
alter table comments add column owner_upvotes integer not null default 0;

-- The owners behind the votes on these predictions and comments, counted afresh.
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

select auspex_count_owner_votes(array(select distinct prediction_id from prediction_votes),
  array(select distinct comment_id from comment_votes));

-- An account that comes to another owner takes its votes along. What it voted on is locked first, in the order of the ids:
-- a vote of a new sibling that is on its way is seen, or sees this.
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

-- Predictions by votes are shown in the order of what is shown; the strongest arguments are those that owners vote for.
alter index predictions_strongest rename to predictions_by_votes;
alter index predictions_strongest_of_option rename to predictions_of_option_by_votes;
create index predictions_strongest on predictions
  (question_id, prediction, (owner_upvotes - owner_downvotes) desc, confidence desc, created_at, id);
create index predictions_strongest_of_option on predictions
  (question_id, selected_option, (owner_upvotes - owner_downvotes) desc, confidence desc, created_at, id)
  where selected_option is not null;
drop index comments_top;
create index comments_top on comments (owner_upvotes desc, seq desc) where depth = 0 and removed_at is null;
