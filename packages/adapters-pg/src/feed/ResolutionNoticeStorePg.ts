import { ResolutionNoticeStore, type UntoldResolution } from "@auspex/domain/feed"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storage } from "../database/DatabaseError.ts"
import { unreadNotificationKey } from "../social/NotificationStorePg.ts"

const lockNext = `
  select j.id as job_id, j.question_id, q.question, j.version, j.outcome,
    case when not j.is_void then j.correct_options end as correct_options, j.dispute_id
  from resolution_jobs j join questions q on q.id = j.question_id
  where j.status = 'done' and j.told_at is null and not exists (
    select from resolution_jobs e where e.question_id = j.question_id and e.version < j.version and e.told_at is null
  )
  order by j.finished_at, j.id limit 1 for update of j skip locked`

const nextOf = (table: string): string =>
  `(
  select t.account_id from job j join ${table} t on t.question_id = j.question_id
  where t.account_id > coalesce(j.told_after, '00000000-0000-0000-0000-000000000000')
  order by t.account_id limit $2::integer)`

/**
 * $1 job, $2 the most accounts, $3 as many ids as JSON, $4 subject, $5 title, $6 body, $7 link. In the order of accounts,
 * as all notifications are written.
 */
const tell = `
  with job as materialized (
    select * from resolution_jobs where id = $1::uuid
  ), concerned as materialized (
    select account_id from (${nextOf("predictions")} union ${nextOf("question_watches")}) found
    order by account_id limit $2::integer
  ), told as (
    insert into notifications (id, account_id, type, subject_id, title, body, link, question_id, prediction_id)
    select i.id::uuid, c.account_id, 'question_resolved', $4::text, $5::text, $6::text, $7::text,
      (select question_id from job), (
        select p.id from predictions p where p.question_id = (select question_id from job) and p.account_id = c.account_id
      )
    from (select account_id, row_number() over (order by account_id) as place from concerned) c
    join jsonb_array_elements_text($3::text::jsonb) with ordinality as i (id, place) using (place)
    join accounts a on a.id = c.account_id and a.suspended_at is null
    order by c.account_id
    on conflict ${unreadNotificationKey} do nothing
  )
  update resolution_jobs j set
    told_after = coalesce((select account_id from concerned order by account_id desc limit 1), j.told_after),
    told_at = case when (select count(*) from concerned) < $2::integer then auspex_now() end
  where j.id = $1::uuid
  returning j.told_at is not null as done`

const layer: Layer.Layer<ResolutionNoticeStore, never, SqlClient> = Layer.effect(
  ResolutionNoticeStore,
  Effect.map(SqlClient, (sql) =>
    ResolutionNoticeStore.of({
      lockNext: sql.unsafe<UntoldResolution>(lockNext, []).pipe(
        Effect.map(([row]) => row),
        storage("resolutionNotices.lockNext")
      ),
      tell: (jobId, { body, link, subject_id, title }, max) =>
        Effect.suspend(() => {
          const ids = Array.from({ length: max }, () => uuidv7())
          return sql.unsafe<{ readonly done: boolean }>(tell, [
            jobId,
            max,
            JSON.stringify(ids),
            subject_id,
            title,
            body,
            link
          ])
        }).pipe(Effect.map(([row]) => row!.done), storage("resolutionNotices.tell"))
    }))
)

/** `resolution_jobs`, which keep how far each has been told. */
export const ResolutionNoticeStorePg = { layer }
