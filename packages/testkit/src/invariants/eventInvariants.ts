import type { Invariant } from "./Invariant.ts"

/** Every event has its cause, and every cause its events. */
export const eventInvariants: ReadonlyArray<Invariant> = [
  {
    name: "prediction.placed",
    violations: `
      with fired as (
        select (data ->> 'prediction_id')::uuid as prediction_id, count(*) as n
        from outbox_events where event = 'prediction.placed' group by 1
      )
      select format('Prediction %s fired prediction.placed %s times.', coalesce(p.id, t.prediction_id),
        coalesce(t.n, 0))
        || case when p.id is null then ' It does not exist.' else '' end
      from predictions p full join fired t on t.prediction_id = p.id
      where t.n is distinct from 1 or p.id is null`
  },
  {
    name: "question events",
    violations: `
      with fired as (
        select question_id,
          count(*) filter (where event = 'question.created') as created,
          count(*) filter (where event = 'question.closing_soon') as warned,
          count(*) filter (where event = 'question.closed') as closed,
          count(*) filter (where event = 'question.resolved') as resolved
        from outbox_events where event like 'question.%' group by question_id
      )
      select format('Question %s (%s) fired created %s, closing_soon %s, closed %s, resolved %s times; '
        || 'expected are %s, %s, %s and %s.',
        coalesce(q.id, t.question_id), coalesce(q.status, 'which does not exist'), coalesce(t.created, 0),
        coalesce(t.warned, 0), coalesce(t.closed, 0), coalesce(t.resolved, 0),
        (q.published_at is not null)::integer, (q.closing_soon_sent_at is not null)::integer,
        case when q.status = 'closed' and not q.waits_for_parent then '1 or more' else '0 or more' end,
        q.resolution_version)
      from questions q full join fired t on t.question_id = q.id
      where q.id is null
        or coalesce(t.created, 0) <> (q.published_at is not null)::integer
        or coalesce(t.warned, 0) <> (q.closing_soon_sent_at is not null)::integer
        or coalesce(t.resolved, 0) <> q.resolution_version
        or (q.status = 'closed' and not q.waits_for_parent and coalesce(t.closed, 0) = 0)`
  },
  {
    name: "comment events",
    violations: `
      with fired as (
        select (data ->> 'comment_id')::uuid as comment_id, count(*) filter (where event = 'comment.created') as created,
          count(*) filter (where event = 'comment.reply') as replied,
          count(*) filter (where addressee_id = actor_id) as to_themselves
        from outbox_events where event like 'comment.%' group by 1
      )
      select format('Comment %s fired created %s and reply %s times, %s of them to its own author.',
        coalesce(c.id, t.comment_id), coalesce(t.created, 0), coalesce(t.replied, 0), coalesce(t.to_themselves, 0))
      from comments c full join fired t on t.comment_id = c.id
      where c.id is null or t.created is distinct from 1 or t.replied > 1 or t.to_themselves > 0`
  },
  {
    name: "dispute events",
    violations: `
      with fired as (
        select (data ->> 'dispute_id')::uuid as dispute_id, count(*) filter (where event = 'dispute.opened') as opened,
          count(*) filter (where event = 'dispute.resolved') as ended, max(data ->> 'status') as status
        from outbox_events where event like 'dispute.%' group by 1
      )
      select format('Dispute %s (%s) fired opened %s and resolved %s times, the latter as %s.',
        coalesce(d.id, t.dispute_id), coalesce(d.status, 'which does not exist'), coalesce(t.opened, 0),
        coalesce(t.ended, 0), coalesce(t.status, 'nothing'))
      from disputes d full join fired t on t.dispute_id = d.id
      where d.id is null or t.opened is distinct from 1 or t.ended <> (d.status <> 'open')::integer
        or t.status is distinct from nullif(d.status, 'open')`
  },
  {
    name: "article events",
    violations: `
      with fired as (
        select (data ->> 'article_id')::uuid as article_id, count(*) as n, max(data ->> 'slug') as slug
        from outbox_events where event = 'article.published' group by 1
      )
      select format('Article %s (%s) fired article.published %s times, as %s.', coalesce(a.id, f.article_id),
        coalesce(a.status, 'which does not exist'), coalesce(f.n, 0), coalesce(f.slug, 'nothing'))
      from articles a full join fired f on f.article_id = a.id
      where a.id is null or coalesce(f.n, 0) <> (a.published_at is not null)::integer or f.slug <> a.slug`
  },
  {
    name: "survey events",
    violations: `
      with fired as (
        select (data ->> 'survey_id')::uuid as survey_id, count(*) filter (where event = 'survey.opened') as opened,
          count(*) filter (where event = 'survey.closed') as closed, max((data ->> 'question_count')::integer) as questions
        from outbox_events where event like 'survey.%' group by 1
      )
      select format('Survey %s (%s) fired opened %s and closed %s times, with %s questions.',
        coalesce(s.id, f.survey_id), coalesce(s.status, 'which does not exist'), coalesce(f.opened, 0),
        coalesce(f.closed, 0), coalesce(f.questions, 0))
      from surveys s full join fired f on f.survey_id = s.id
      where s.id is null or coalesce(f.opened, 0) <> (s.opened_at is not null)::integer
        or coalesce(f.closed, 0) <> (s.closed_at is not null)::integer
        or f.questions <> (select count(*) from survey_questions l where l.survey_id = s.id)`
  },
  {
    name: "deliveries to workspaces",
    violations: `
      select format('Delivery %s of event %s of workspace %s went to a webhook of workspace %s.', d.id, e.event,
        coalesce(e.workspace_id::text, 'none'), coalesce(w.workspace_id::text, 'none'))
      from webhook_deliveries d join webhooks w on w.id = d.webhook_id join outbox_events e on e.id = d.message_id
      where w.workspace_id is distinct from e.workspace_id`
  },
  {
    name: "answers after the close",
    violations: `
      select format('Prediction %s on question %s was placed after the last of its surveys had closed.', p.id, q.id)
      from questions q join predictions p on p.question_id = q.id
      where q.surveys_closed > 0 and q.surveys_open = 0 and p.created_at > (
        select max(s.closed_at) from survey_questions l join surveys s on s.id = l.survey_id where l.question_id = q.id
      )`
  }
]
