/** Inserts a project with these columns set, and a question. */
const project = (columns: string, values: string): string => `
  insert into workspaces (id, name) values (gen_random_uuid(), 'One');
  insert into projects (id, workspace_id, kind, title, question_count${columns})
  select gen_random_uuid(), id, 'research', 'One', 1${values} from workspaces;
  insert into project_questions (id, project_id, text, fingerprint, framing)
  select gen_random_uuid(), id, 'Why?', 'one', '{}' from projects;`

const run = `
  insert into panel_runs (id, project_id, method, prompt_version, status, calls_max, tokens_max, seconds_max)
  select gen_random_uuid(), id, 'extractive', 1, 'queued', 1, 1, 1 from projects;`

const packet = `
  insert into packets (id, project_id, version, published_at, headline, json)
  select gen_random_uuid(), id, 1, auspex_now(), 'One', '{}' from projects;`

const link = (responses: number): string => `
  insert into survey_links (id, project_id, name, digest, responses_max, response_count)
  select gen_random_uuid(), id, 'One', '\\x00', 2, ${responses} from projects;`

/** Statements that break the invariants of research projects. */
export const researchBreaches: Readonly<Record<string, ReadonlyArray<string>>> = {
  "project counts": [
    `${project("", "")} update projects set question_count = 2`,
    project(", source_count", ", 1")
  ],
  "packets of projects": [project(", status", ", 'completed'"), `${project("", "")} ${packet}`],
  "reasoning counts": [project(", reasoning_count", ", 1")],
  "reasonings of steps": [
    `${project("", "")} ${run}
     insert into panel_steps (id, run_id, question_id, specialist, stage, input, outcome)
     select gen_random_uuid(), r.id, q.id, 'extractive', 'extract', '{}', 'reasoned'
     from panel_runs r join project_questions q using (project_id)`
  ],
  "responses of links": [`${project("", "")} ${link(1)}`],
  "answers to questions of links": [
    `${project("", "")} ${link(0)}
     insert into survey_question_counts (link_id, question_id, asked, answered)
     select l.id, q.id, 1, 1 from survey_links l join project_questions q using (project_id)`
  ],
  "chosen options of links": [
    `${project("", "")} ${link(0)}
     insert into survey_choice_counts (link_id, question_id, row, choice, count)
     select l.id, q.id, 0, 0, 1 from survey_links l join project_questions q using (project_id)`
  ]
}
