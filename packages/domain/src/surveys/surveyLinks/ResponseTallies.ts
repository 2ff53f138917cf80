/** The counts of a project's responses, from which its results follow. */
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

/** How many responses of a link were given when the survey had a question, and how many answer it. */
export interface QuestionCount {
  readonly link_id: string
  readonly question_id: string
  readonly asked: number
  readonly answered: number
}

/** How many responses of a link chose an option, by its place, in a row of a question, by its place. */
export interface ChoiceCount {
  readonly link_id: string
  readonly question_id: string
  readonly row: number
  readonly choice: number
  readonly count: number
}
