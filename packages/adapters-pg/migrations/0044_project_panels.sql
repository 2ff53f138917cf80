-- Who answers in projects of the kinds audience (segments of respondents) and simulation (experts in rounds).
create table project_panels (
  project_id uuid primary key references projects (id),
  segments jsonb,
  experts integer,
  rounds_max integer,
  constraint project_panels_kind check ((segments is null) = (experts is not null)),
  constraint project_panels_rounds check ((experts is null) = (rounds_max is null))
);

-- Experts of a simulation answer a question once a round; everybody else has one round.
alter table panel_steps add column round integer not null default 1;
alter table panel_steps drop constraint panel_steps_differ;
alter table panel_steps add constraint panel_steps_differ unique (run_id, question_id, specialist, round, stage);
alter table reasonings add column round integer not null default 1;
alter table reasonings drop constraint reasonings_differ;
alter table reasonings add constraint reasonings_differ unique (run_id, question_id, specialist, round);
