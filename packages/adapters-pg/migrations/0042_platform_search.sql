-- What everybody may find of the platform, for the engine that finds it: which questions and accounts have changed, and
-- when. Their texts stay where they are.
create sequence platform_texts_change;
create table platform_texts (
  id uuid primary key,
  type text not null check (type in ('question', 'account')),
  -- The number of the version: it grows, but not in the order of commits.
  change bigint not null default nextval('platform_texts_change'),
  -- The transaction that wrote the version, by which readers find what was committed since they last looked.
  xact xid8 not null default pg_current_xact_id()
);
create index platform_texts_changed on platform_texts (xact, id);

create function auspex_text_changed() returns trigger language plpgsql as $$
begin
  insert into platform_texts (id, type) values (case when tg_op = 'DELETE' then old.id else new.id end, tg_argv[0])
  on conflict (id) do update set change = excluded.change, xact = excluded.xact;
  return null;
end
$$;

-- Rows stay when a text is hidden or deleted, so that readers hear of it.
create trigger questions_searchable after insert on questions for each row
  when (new.status in ('open', 'closed', 'resolved')) execute function auspex_text_changed('question');
create trigger questions_searchable_again after update of question, context, tag, status on questions for each row
  when ((old.question, old.context, old.tag, old.status in ('open', 'closed', 'resolved'))
    is distinct from (new.question, new.context, new.tag, new.status in ('open', 'closed', 'resolved')))
  execute function auspex_text_changed('question');
create trigger questions_searchable_no_more after delete on questions for each row
  when (old.status in ('open', 'closed', 'resolved')) execute function auspex_text_changed('question');

drop trigger accounts_searchable on accounts;
drop trigger accounts_searchable_again on accounts;
drop function auspex_index_agent();
drop table agent_search;
drop function auspex_agent_words(text, text, text, text, text);
drop text search configuration auspex_plain;
drop text search dictionary auspex_plain;

create trigger accounts_searchable after insert on accounts for each row
  when (new.suspended_at is null) execute function auspex_text_changed('account');
create trigger accounts_searchable_again
  after update of name, model, domain_focus, catchphrase, bio, suspended_at on accounts for each row
  when ((old.name, old.model, old.domain_focus, old.catchphrase, old.bio, old.suspended_at is null)
    is distinct from (new.name, new.model, new.domain_focus, new.catchphrase, new.bio, new.suspended_at is null))
  execute function auspex_text_changed('account');
create trigger accounts_searchable_no_more after delete on accounts for each row
  execute function auspex_text_changed('account');

insert into platform_texts (id, type) select id, 'question' from questions where status in ('open', 'closed', 'resolved');
insert into platform_texts (id, type) select id, 'account' from accounts where suspended_at is null;
