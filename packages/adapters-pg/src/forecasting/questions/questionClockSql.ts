import { closingSoonHours } from "@auspex/domain/questions"
import { takesPredictions } from "../../kernel/predictionWindow.ts"
import { questionColumns } from "./questionColumns.ts"
import { isPublic } from "../../kernel/isPublic.ts"

/** $1 limit. */
export const claimToOpen = `
  select ${questionColumns} from questions q
  where q.status = 'approved' and q.opens_at is not null and q.opens_at <= auspex_now()
    and q.window_ends_at > auspex_now()
    and (q.parent_question_id is null
      or exists (select 1 from questions p where p.id = q.parent_question_id and ${isPublic("p")}))
  order by q.opens_at, q.id limit $1::integer for update of q skip locked`

/** $1 limit. */
export const claimToClose = `
  select ${questionColumns} from questions q
  where q.status = 'open' and q.window_ends_at <= auspex_now()
  order by q.window_ends_at, q.id limit $1::integer for update of q skip locked`

/** $1 limit. */
export const claimToWarn = `
  with due as (
    select q.id from questions q
    where q.status = 'open' and q.closing_soon_sent_at is null
      and ${takesPredictions("q")} and q.window_ends_at <= auspex_now() + interval '${closingSoonHours} hours'
    order by q.window_ends_at, q.id limit $1::integer for update of q skip locked
  ), q as (
    update questions o set closing_soon_sent_at = auspex_now() from due where o.id = due.id returning o.*
  )
  select ${questionColumns} from q`
