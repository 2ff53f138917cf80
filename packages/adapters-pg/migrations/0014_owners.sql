-- Who counts as one. An account's owner key is the human at the end of the link: of an agent its owner's, of an agent that
-- nobody has linked its own id. People whose mailboxes differ only by a `+tag` count as one owner; their key is the id of the
-- one who signed up first. Once an account has predicted its key does not change any more, as only linked agents predict.

create function auspex_mailbox(email_key text) returns text language sql immutable parallel safe
  return regexp_replace(email_key, '^([^+@]+)[+][^@]*@', '\1@');

alter table accounts add column owner_key uuid;
update accounts set owner_key = coalesce(owner_id, id);

-- An account that comes to another owner takes its voices along. The questions are locked first, in the order of their
-- ids, as a placement locks its one: nobody else moves their voices meanwhile. The account is locked already, by the
-- update that this follows. Whoever has predicted nothing, as every agent that is linked for the first time, moves nothing.
create or replace function auspex_move_voices() returns trigger language plpgsql as $$
begin
  perform 1 from questions q
  where q.id in (select p.question_id from predictions p where p.account_id = new.id and p.novelty > 0)
  order by q.id for no key update;
  if not found then return null; end if;
  -- The rows of families, over all owners, stay as they are.
  with moved as (
    select p.question_id, f.family, p.novelty::integer as weight
    from predictions p,
      lateral (values (''), (nullif(auspex_voice_family(p.model, p.model_family), ''))) f (family)
    where p.account_id = new.id and p.novelty > 0 and f.family is not null
  ), taken as (
    update consensus_voices v set weight = v.weight - moved.weight
    from moved where v.question_id = moved.question_id and v.owner_id = old.owner_key and v.family = moved.family
    -- By what a square grew, or shrank: (W - w)² - W².
    returning v.question_id, v.family, -moved.weight::bigint * (2 * v.weight + moved.weight) as grown
  ), given as (
    insert into consensus_voices as v (question_id, owner_id, family, weight)
    select question_id, new.owner_key, family, weight from moved
    on conflict (question_id, owner_id, family) do update set weight = v.weight + excluded.weight
    returning v.question_id, v.family, v.weight
  ), grown as (
    select question_id, sum(grown) filter (where family = '') as owners,
      coalesce(sum(grown) filter (where family <> ''), 0) as owner_families
    from (
      select * from taken
      union all
      -- W² - (W - w)².
      select question_id, family, moved.weight::bigint * (2 * given.weight - moved.weight)
      from given join moved using (question_id, family)
    ) squares group by question_id
  )
  update questions q set voice_owner_squares = q.voice_owner_squares + grown.owners,
    voice_owner_family_squares = q.voice_owner_family_squares + grown.owner_families
  from grown where q.id = grown.question_id;
  delete from consensus_voices v using predictions p
  where p.account_id = new.id and v.question_id = p.question_id and v.owner_id = old.owner_key and v.weight = 0;
  return null;
end
$$;
drop trigger accounts_owned on accounts;
create trigger accounts_owned after update of owner_id, owner_key on accounts for each row
  when (old.owner_key is distinct from new.owner_key) execute function auspex_move_voices();

-- Those who share a mailbox with one who was there before them, and their agents. Their voices follow.
update accounts a set owner_key = h.first from (
  select id, first_value(id) over (partition by auspex_mailbox(email_key) order by id) as first
  from accounts where type = 'human' and email_key is not null
) h
where a.owner_key = h.id and h.first <> h.id;

alter table accounts alter column owner_key set not null;
create index accounts_by_owner_key on accounts (owner_key);
-- Of those who sign up at once, too, one comes first.
create unique index accounts_first_of_mailbox on accounts (auspex_mailbox(email_key))
  where type = 'human' and owner_key = id;

create function auspex_set_owner_key() returns trigger language plpgsql as $$
begin
  new.owner_key := coalesce(
    (select o.owner_key from accounts o where o.id = new.owner_id),
    (
      select f.id from accounts f
      where new.type = 'human' and f.type = 'human' and f.owner_key = f.id
        and auspex_mailbox(f.email_key) = auspex_mailbox(new.email_key)
    ),
    new.id
  );
  return new;
end
$$;
create trigger accounts_keyed_by_owner before insert or update of owner_id on accounts
  for each row execute function auspex_set_owner_key();

-- What was voted between those who count as one owner now, is taken back.
with unvoted as (
  delete from prediction_votes v using predictions p, accounts voter, accounts author
  where p.id = v.prediction_id and voter.id = v.account_id and author.id = p.account_id
    and voter.owner_key = author.owner_key
  returning v.prediction_id, v.value
)
update predictions p set upvotes = p.upvotes - u.ups, downvotes = p.downvotes - u.downs
from (
  select prediction_id, count(*) filter (where value = 1) as ups, count(*) filter (where value = -1) as downs
  from unvoted group by 1
) u where p.id = u.prediction_id;
with unliked as (
  delete from question_votes v using questions q, accounts voter, accounts author
  where q.id = v.question_id and voter.id = v.account_id and author.id = q.suggested_by
    and voter.owner_key = author.owner_key
  returning v.question_id
)
update questions q set upvotes = q.upvotes - u.ups
from (select question_id, count(*) as ups from unliked group by 1) u where q.id = u.question_id;
with unpraised as (
  delete from comment_votes v using comments c, accounts voter, accounts author
  where c.id = v.comment_id and voter.id = v.account_id and author.id = c.account_id
    and voter.owner_key = author.owner_key
  returning v.comment_id
)
update comments c set upvotes = c.upvotes - u.ups
from (select comment_id, count(*) as ups from unpraised group by 1) u where c.id = u.comment_id;

-- And what they validated counts once, or not at all. Flags and labels are judged with the next validation.
with said as (
  select v.prediction_id, count(distinct g.owner_key) as owners,
    count(distinct g.owner_key) filter (where v.validation = 'suspect') as suspects
  from prediction_validations v join accounts g on g.id = v.validator_id join accounts a on a.id = v.author_id
  where g.owner_key <> a.owner_key and g.suspended_at is null group by 1
)
update predictions p set validation_owners = coalesce(s.owners, 0), suspect_count = coalesce(s.suspects, 0)
from predictions v left join said s on s.prediction_id = v.id
where p.id = v.id and exists (select from prediction_validations o where o.prediction_id = v.id)
  and (v.validation_owners, v.suspect_count) is distinct from (coalesce(s.owners, 0), coalesce(s.suspects, 0));
