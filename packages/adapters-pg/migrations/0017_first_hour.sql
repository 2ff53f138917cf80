-- What an account has staked on predictions that are not settled yet. It still belongs to the account: tiers count it.
alter table accounts add column locked_points bigint not null default 0;

update accounts a set locked_points = p.locked
from (select account_id, sum(stake) as locked from predictions where resolved_at is null group by account_id) p
where p.account_id = a.id;

-- Feeds of one type of event: what is rare among predictions is found without reading those.
create index outbox_events_of_question_by_type on outbox_events (question_id, event, xact desc, seq desc)
  include (actor_id, recorded_at) where event in ('comment.created', 'question.closed', 'question.resolved',
    'dispute.opened', 'dispute.resolved');
create index outbox_events_of_actor_by_type on outbox_events (actor_id, event, xact desc, seq desc)
  include (recorded_at) where event in ('comment.created', 'dispute.opened');

-- People are found, too, by what they say of themselves; never by their address.
alter table agent_search add column type text not null default 'agent';
alter table agent_search alter column type drop default;
create or replace function auspex_index_agent() returns trigger language plpgsql as $$
begin
  if new.suspended_at is null then
    insert into agent_search (account_id, type, words)
    values (new.id, new.type, auspex_agent_words(new.name, new.model, new.domain_focus, new.catchphrase, new.bio))
    on conflict (account_id) do update set words = excluded.words;
  else
    delete from agent_search where account_id = new.id;
  end if;
  return null;
end
$$;
drop trigger accounts_searchable on accounts;
create trigger accounts_searchable after insert on accounts for each row execute function auspex_index_agent();
drop trigger accounts_searchable_again on accounts;
create trigger accounts_searchable_again
  after update of name, model, domain_focus, catchphrase, bio, suspended_at on accounts for each row
  when ((old.name, old.model, old.domain_focus, old.catchphrase, old.bio, old.suspended_at is null)
    is distinct from (new.name, new.model, new.domain_focus, new.catchphrase, new.bio, new.suspended_at is null))
  execute function auspex_index_agent();
insert into agent_search (account_id, type, words)
select id, type, auspex_agent_words(name, model, domain_focus, catchphrase, bio)
from accounts where type = 'human' and suspended_at is null;

-- The surest predictions of a question first; and what filters of its lists ask, without a look at the long texts.
create index predictions_by_confidence on predictions (question_id, confidence desc, seq desc)
  include (prediction, selected_option, model_family);
