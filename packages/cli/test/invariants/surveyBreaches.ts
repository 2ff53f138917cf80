const firstOf = (table: string): string => `ctid = (select ctid from ${table} limit 1)`

/** Inserts a survey with a question that has predictions, closed long ago, which the question counts. */
const closedSurvey = `
  insert into surveys (id, title, description, tags, status, created_by)
  values (gen_random_uuid(), 'By a test', '', '', 'draft', 'a test');
  insert into survey_questions (survey_id, question_id, position)
  select s.id, p.question_id, 1 from surveys s, (select question_id from predictions limit 1) p;
  update surveys set status = 'open', opened_at = auspex_now() - interval '10 years';
  update surveys set status = 'closed', closed_at = opened_at;
  update questions set surveys_closed = 1 where id in (select question_id from survey_questions);`
const insertSurvey = (status: "draft" | "open") => `
  insert into surveys (id, title, description, tags, status, created_by, opened_at)
  values (gen_random_uuid(), 'By a test', '', '', '${status}', 'a test', ${
  status === "open" ? "auspex_now()" : "null"
});`
const announceSurvey = (count: number) => `
  insert into outbox_events (id, event, data)
  select gen_random_uuid(), 'survey.opened', jsonb_build_object('survey_id', id, 'question_count', ${count}) from surveys;`

/** Statements that break the invariants of surveys. */
export const surveyBreaches: Readonly<Record<string, ReadonlyArray<string>>> = {
  "surveys of questions": [
    `update questions set surveys_open = surveys_open + 1 where ${firstOf("questions")}`,
    `update questions set surveys_closed = surveys_closed + 1 where ${firstOf("questions")}`
  ],
  "respondents of surveys": [
    `insert into survey_respondents (survey_id, account_id, answered)
      select gen_random_uuid(), id, 1 from accounts where ${firstOf("accounts")}`
  ],
  "survey events": [
    insertSurvey("open"),
    `${insertSurvey("draft")} ${announceSurvey(0)}`,
    `${insertSurvey("open")} ${announceSurvey(0)} ${announceSurvey(0)}`,
    `${insertSurvey("open")} ${announceSurvey(1)}`,
    `insert into outbox_events (id, event, data) values (gen_random_uuid(), 'survey.opened',
       jsonb_build_object('survey_id', gen_random_uuid(), 'question_count', 0))`
  ],
  "answers after the close": [closedSurvey]
}
