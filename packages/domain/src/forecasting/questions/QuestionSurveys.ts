/** The number of surveys with a question, by their state. Drafts, which agents do not see, count for nothing. */
export interface QuestionSurveys {
  /** Surveys that are open. */
  readonly surveys_open: number
  /** Surveys that were closed, archived ones included. */
  readonly surveys_closed: number
}

/**
 * Whether a question was in a survey and is in no open one any more. It then takes no predictions, whatever its status.
 *
 * @example surveysAreOver({ surveys_open: 0, surveys_closed: 2 }) // true
 * @example surveysAreOver({ surveys_open: 1, surveys_closed: 2 }) // false
 */
export const surveysAreOver = ({ surveys_closed, surveys_open }: QuestionSurveys): boolean =>
  surveys_closed > 0 && surveys_open === 0
