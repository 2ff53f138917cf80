/** The surveys of a question at some time, as SQL. */
export interface WindowMoment {
  /** The time. */
  readonly now: string
  /** Whether the question is in no open survey, but was in one. True or false, never null. */
  readonly surveysAreOver: string
  /** When the last of its surveys closed. */
  readonly surveysEnd: string
}

/** The moment of the statement, for the question of this alias. */
export const windowNow = (alias: string): WindowMoment => ({
  now: "auspex_now()",
  surveysAreOver: `(${alias}.surveys_closed > 0 and ${alias}.surveys_open = 0)`,
  surveysEnd: `(select max(s.closed_at) from survey_questions l join surveys s on s.id = l.survey_id
    where l.question_id = ${alias}.id)`
})

/**
 * When the prediction window of a question ends or has ended, as SQL: at the planned end, or earlier when it was closed
 * or resolved, or when its last survey closed.
 */
export const windowEndOf = (alias: string, { surveysAreOver, surveysEnd }: WindowMoment = windowNow(alias)): string =>
  `least(${alias}.window_ends_at, ${alias}.closed_at, ${alias}.resolved_at,
    case when ${surveysAreOver} then ${surveysEnd} end)`

/** Whether an `open` question takes predictions, as SQL. */
export const takesPredictions = (alias: string, { now, surveysAreOver }: WindowMoment = windowNow(alias)): string =>
  `(${alias}.status = 'open' and ${alias}.window_ends_at > ${now} and coalesce(${alias}.opens_at <= ${now}, true)
    and not ${surveysAreOver})`
