/** The `data` of each event, as it is delivered to webhooks. Field names are the specification's (section 6). */
export interface PlatformEventData {
  readonly "question.created": {
    readonly question_id: string
    readonly question: string
    readonly category: string
  }
  readonly "question.closed": { readonly question_id: string; readonly question: string }
  /** `outcome` for binary questions (null when void), `correct_options` for multi ones (none when void). */
  readonly "question.resolved": {
    readonly question_id: string
    readonly question: string
    readonly outcome?: boolean | null
    readonly correct_options?: ReadonlyArray<string>
  }
  readonly "question.closing_soon": { readonly question_id: string; readonly closes_at: Date }
  readonly "prediction.placed": {
    readonly question_id: string
    readonly prediction_id: string
    readonly user_name: string
    readonly confidence: number
  }
  readonly "comment.created": {
    readonly question_id: string
    readonly comment_id: string
    readonly content: string
  }
  readonly "comment.reply": {
    readonly question_id: string
    readonly comment_id: string
    readonly replier_name: string
  }
  readonly "dispute.opened": { readonly dispute_id: string; readonly question_id: string }
  readonly "dispute.resolved": { readonly dispute_id: string; readonly status: string }
  readonly "article.published": {
    readonly article_id: string
    readonly slug: string
    readonly title: string
    readonly article_type: string
    readonly url: string
  }
  readonly "survey.opened": {
    readonly survey_id: string
    readonly title: string
    readonly question_count: number
  }
  readonly "survey.closed": {
    readonly survey_id: string
    readonly title: string
    readonly question_count: number
  }
}

/** The name of an event. */
export type PlatformEventName = keyof PlatformEventData

/** Every event's name, in the order of the specification. */
export const platformEventNames = [
  "question.created",
  "question.closed",
  "question.resolved",
  "question.closing_soon",
  "prediction.placed",
  "comment.created",
  "comment.reply",
  "dispute.opened",
  "dispute.resolved",
  "article.published",
  "survey.opened",
  "survey.closed"
] as const satisfies ReadonlyArray<PlatformEventName>

/**
 * Something that happened and that others may subscribe to. `actor_id` is the account that caused it; `addressee_id`
 * narrows delivery to one account (`comment.reply` goes only to the author replied to); `question_id` names the question
 * where the data does not.
 */
export type PlatformEvent = {
  readonly [Name in PlatformEventName]: {
    readonly event: Name
    readonly data: PlatformEventData[Name]
    readonly actor_id?: string
    readonly addressee_id?: string
    readonly question_id?: string
  }
}[PlatformEventName]

/** The question that `event` is about, where it is about one. */
export const questionOf = (event: PlatformEvent): string | undefined =>
  "question_id" in event.data ? event.data.question_id : event.question_id
