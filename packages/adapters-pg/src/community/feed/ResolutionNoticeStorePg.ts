import { ResolutionNoticeStore, type PendingResolutionNotice } from "@auspex/domain/feed"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storeStatements } from "../../database/statementsOf.ts"
import { statement } from "../../database/Statement.ts"
import { unreadNotificationKey } from "../social/NotificationStorePg.ts"

const lockNext = `
  select j.id as job_id, j.question_id, q.question, j.version, j.outcome,
    case when not j.is_void then j.correct_options end as correct_options, j.dispute_id
  from resolution_jobs j join questions q on q.id = j.question_id
  where j.status = 'done' and j.told_at is null and not exists (
    select from resolution_jobs e where e.question_id = j.question_id and e.version < j.version and e.told_at is null
  )
  order by j.finished_at, j.id limit 1 for update of j skip locked`

const nextOf = (table: string, max: string): string =>
  `(
  select t.account_id from job j join ${table} t on t.question_id = j.question_id
  where t.account_id > coalesce(j.told_after, '00000000-0000-0000-0000-000000000000')
  order by t.account_id limit ${max})`

/** Notifies at most `max` accounts, in the order of their ids, like every statement that writes notifications. */
const notifyBatch = statement<{ readonly done: boolean }>()(
  { job_id: "uuid", max: "integer", ids: "text::jsonb", subject_id: "text", title: "text", body: "text", link: "text" },
  (params) => `
  with job as materialized (
    select * from resolution_jobs where id = ${params.job_id}
  ), concerned as materialized (
    select account_id from (${nextOf("predictions", params.max)} union ${nextOf("question_watches", params.max)}) found
    order by account_id limit ${params.max}
  ), notified as (
    insert into notifications (id, account_id, type, subject_id, title, body, link, question_id, prediction_id)
    select i.id::uuid, c.account_id, 'question_resolved', ${params.subject_id}, ${params.title}, ${params.body}, ${params.link},
      (select question_id from job), (
        select p.id from predictions p where p.question_id = (select question_id from job) and p.account_id = c.account_id
      )
    from (select account_id, row_number() over (order by account_id) as place from concerned) c
    join jsonb_array_elements_text(${params.ids}) with ordinality as i (id, place) using (place)
    join accounts a on a.id = c.account_id and a.suspended_at is null
    order by c.account_id
    on conflict ${unreadNotificationKey} do nothing
  )
  update resolution_jobs j set
    told_after = coalesce((select account_id from concerned order by account_id desc limit 1), j.told_after),
    told_at = case when (select count(*) from concerned) < ${params.max} then auspex_now() end
  where j.id = ${params.job_id}
  returning j.told_at is not null as done`
)

const layer: Layer.Layer<ResolutionNoticeStore, never, SqlClient> = Layer.effect(
  ResolutionNoticeStore,
  Effect.map(storeStatements("resolutionNotices"), ({ first, only }) =>
    ResolutionNoticeStore.of({
      lockNext: first<PendingResolutionNotice>("lockNext", lockNext),
      notifyBatch: (jobId, { body, link, subject_id, title }, max) =>
        Effect.suspend(() => {
          const ids = Array.from({ length: max }, () => uuidv7())
          const parameters = { job_id: jobId, max, ids: JSON.stringify(ids), subject_id, title, body, link }
          return Effect.map(only("notifyBatch", notifyBatch, parameters), ({ done }) => done)
        })
    }))
)

/** Reads `resolution_jobs`, which record how far the notices of each job have been sent. */
export const ResolutionNoticeStorePg = { layer }
