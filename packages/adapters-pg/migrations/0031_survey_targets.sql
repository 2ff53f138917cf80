-- The precision that a survey aims at, and surveys that close by themselves once they have it.

alter table surveys
  -- The width of a 95 % interval, in percentage points, at which a question counts as settled.
  add column target_width double precision check (target_width between 1 and 99),
  add column auto_close boolean not null default false,
  -- The number of predictions on its questions when it was last judged; null before, and when its fields have changed since.
  add column predictions_judged bigint,
  add constraint surveys_auto_close check (not auto_close or target_width is not null);
create index surveys_closing_by_themselves on surveys (id) where status = 'open' and auto_close;

-- A survey only goes forward: draft, open, closed, archived. What it aimed at is kept from its close on.
drop trigger surveys_forward on surveys;
create trigger surveys_forward before update on surveys for each row
  when ((old.status, new.status) not in (('draft', 'draft'), ('draft', 'open'), ('open', 'open'), ('open', 'closed'),
      ('closed', 'closed'), ('closed', 'archived'))
    or (old.id, old.created_by, old.created_at) is distinct from (new.id, new.created_by, new.created_at)
    or (old.opened_at is not null and old.opened_at is distinct from new.opened_at)
    or (old.closed_at is not null and old.closed_at is distinct from new.closed_at)
    or (old.closed_at is not null
      and (old.target_width, old.auto_close) is distinct from (new.target_width, new.auto_close)))
  execute function auspex_keep_survey();
