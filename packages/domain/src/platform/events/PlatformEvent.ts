import { Schema } from "effect"

/** The `data` of each event, as delivered to webhooks. */
export interface PlatformEventData {
  readonly "question.created": {
    readonly question_id: string
    readonly question: string
    readonly category: string
  }
  readonly "question.closed": { readonly question_id: string; readonly question: string }
  /** `outcome` for binary questions (null when void), `correct_options` for multi questions (empty when void). */
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

/** The names of all events, in the order in which they are listed. */
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
] as const satisfies ReadonlyArray<keyof PlatformEventData>

/** The name of an event. */
export const PlatformEventName = Schema.Literal(...platformEventNames)
export type PlatformEventName = typeof PlatformEventName.Type

/**
 * An event that can be subscribed to. `actor_id` is the account that caused it; `addressee_id` restricts delivery to
 * one account (`comment.reply` goes only to the author replied to); `question_id` is the related question when `data`
 * does not contain it.
 */
export type PlatformEvent = {
  readonly [Name in keyof PlatformEventData]: {
    readonly event: Name
    readonly data: PlatformEventData[Name]
    readonly actor_id?: string
    readonly addressee_id?: string
    readonly question_id?: string
  }
}[keyof PlatformEventData]

/** The question that an event is about, if any. */
export const questionOf = (event: PlatformEvent): string | undefined =>
  "question_id" in event.data ? event.data.question_id : event.question_id
