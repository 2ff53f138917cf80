-- Links through which people answer surveys of workspaces, without accounts.
create table survey_links (
  id uuid primary key,
  project_id uuid not null references projects (id),
  name text not null,
  -- SHA-256 of the token, which is part of the link's address and is stored nowhere.
  digest bytea not null,
  created_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null default auspex_now(),
  closes_at timestamptz,
  closed_at timestamptz,
  responses_max integer not null check (responses_max >= 1),
  response_count integer not null default 0,
  constraint survey_links_digest unique (digest),
  constraint survey_links_count check (response_count between 0 and responses_max)
);
create index survey_links_of_project on survey_links (project_id, id);

-- What people answered. Nothing here says who they were: neither addresses nor anything that their browsers sent.
create table survey_responses (
  id uuid primary key,
  project_id uuid not null references projects (id),
  link_id uuid not null references survey_links (id),
  -- Made with the form, so that a form that is sent again counts once.
  form_id uuid not null,
  -- For each answered question its id, and the places of the chosen options or a text.
  answers jsonb not null check (jsonb_typeof(answers) = 'array'),
  created_at timestamptz not null default auspex_clock(),
  constraint survey_responses_differ unique (link_id, form_id)
);
create index survey_responses_of_project on survey_responses (project_id, id);
create index survey_responses_of_link on survey_responses (link_id, id);

-- What responses say together, counted with each of them: results must not read every response.
create table survey_question_counts (
  link_id uuid not null references survey_links (id),
  question_id uuid not null references project_questions (id),
  -- The responses that were given when the survey had the question, and those that answer it.
  asked integer not null,
  answered integer not null,
  primary key (link_id, question_id),
  constraint survey_question_counts_order check (answered between 0 and asked)
);
create table survey_choice_counts (
  link_id uuid not null references survey_links (id),
  question_id uuid not null references project_questions (id),
  -- The places of the row and of the option.
  row integer not null,
  choice integer not null,
  count integer not null,
  primary key (link_id, question_id, row, choice)
);
