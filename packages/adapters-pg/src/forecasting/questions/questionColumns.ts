import { windowEndOf } from "../../kernel/predictionWindow.ts"

/** The columns of a `QuestionRow`, from the questions table with the alias `q`. */
export const questionColumns = `
  q.id, q.question, q.category, q.subcategory, q.tag, q.timeframe, q.resolution_source, q.resolution_url,
  q.resolution_date, q.status, q.question_type, q.options, q.parent_question_id, q.parent_trigger, q.outcome,
  q.correct_options, q.resolution_note, q.evidence_urls, q.context, q.weight, q.upvotes, q.prediction_count,
  q.yes_count, q.no_count, q.confidence_sum, q.option_counts, q.suggested_by, q.submitter_name, q.rejected_at,
  q.reject_reason, q.waits_for_parent, q.opens_at, q.closes_at,
  ${windowEndOf("q")} as window_ends_at, q.created_at, q.published_at,
  q.closed_at, q.resolved_at, q.surveys_open, q.surveys_closed,
  (select count(distinct t.model)::integer from consensus_tallies t where t.question_id = q.id and t.model <> '')
    as model_count`

/** The `ViewerState` of an account on a question, both given as SQL; the planner can only look it up by indexes. */
export const viewerStateColumn = (question: string, account: string): string =>
  `jsonb_build_object(
    'my_prediction', (
      select jsonb_build_object('id', m.id, 'prediction', m.prediction, 'confidence', m.confidence,
        'selected_option', m.selected_option, 'option', m.selected_option)
      from predictions m where m.id = (
        select o.prediction_ids[array_position(o.account_ids, ${account})] from question_owners o
        where o.question_id = ${question} and o.owner_key = (select a.owner_key from accounts a where a.id = ${account}))),
    'watching', exists (
      select from question_watches m where m.account_id = ${account} and m.question_id = ${question}),
    'has_upvoted', exists (
      select from question_votes m where m.question_id = ${question} and m.account_id = ${account})) as viewer_state`

/** A JSON list of ids as a set of uuids; `json` is SQL for the list. */
export const idsIn = (json: string): string => `(select value::uuid from jsonb_array_elements_text(${json}))`
