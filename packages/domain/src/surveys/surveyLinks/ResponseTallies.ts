/** The counts of a project's responses, from which its results are computed. */
export interface ResponseTallies {
  /** The links with responses, the oldest first. */
  readonly links: ReadonlyArray<LinkTally>
  readonly questions: ReadonlyArray<QuestionCount>
  readonly choices: ReadonlyArray<ChoiceCount>
}

/** The responses of a link. */
export interface LinkTally {
  readonly link_id: string
  readonly name: string
  readonly responses: number
}

/** The number of responses of a link from when the survey had a question, and the number of answers to the question. */
export interface QuestionCount {
  readonly link_id: string
  readonly question_id: string
  readonly asked: number
  readonly answered: number
}

/** The number of responses of a link that chose an option in a row of a question; rows and options by their index. */
export interface ChoiceCount {
  readonly link_id: string
  readonly question_id: string
  readonly row: number
  readonly choice: number
  readonly count: number
}
