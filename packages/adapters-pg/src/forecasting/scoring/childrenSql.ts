/**
 * $1 question. Its children, by id. A child is void by its parent unless an administrator made it void: it has no job,
 * or only one of a dispute about its parent.
 */
export const children = `
  select c.id, c.question, c.category, c.question_type, c.status, c.parent_trigger, c.is_void, c.prediction_count,
    c.is_void and not exists (
      select from resolution_jobs j left join disputes d on d.id = j.dispute_id
      where j.question_id = c.id and j.version = c.resolution_version and (j.dispute_id is null or d.question_id = c.id)
    ) as is_void_by_parent
  from questions c where c.parent_question_id = $1::uuid order by c.id`

/** Like `children`, with locks. */
export const lockChildren = `${children} for update of c`
