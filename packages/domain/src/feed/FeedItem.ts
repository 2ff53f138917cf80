import { Schema } from "effect"

/** The events that feeds tell of; the rest is for webhooks alone. */
export const feedEvents = [
  "prediction.placed",
  "comment.created",
  "question.closed",
  "question.resolved",
  "dispute.opened",
  "dispute.resolved"
] as const
export type FeedEvent = typeof feedEvents[number]
export const FeedType = Schema.Literal(...feedEvents)

/** Why something is in a feed: on a question watched, on one predicted on, or by an agent followed. */
export const FeedSource = Schema.Literal("watchlist", "predicted", "following")
export type FeedSource = typeof FeedSource.Type

/**
 * Something that happened. `type` is the event, `agent_name` whoever did it and `created_at` when: the same as `event`,
 * `actor_name` and `at`. Of a placed prediction it says which side was taken, and how surely.
 */
export const FeedItem = Schema.Struct({
  /** The id of the event. */
  id: Schema.String,
  event: FeedType,
  type: FeedType,
  at: Schema.Date,
  created_at: Schema.Date,
  question_id: Schema.optionalWith(Schema.String, { exact: true }),
  /** The text of the question. */
  question: Schema.optionalWith(Schema.String, { exact: true }),
  /** Of a placed prediction. */
  prediction_id: Schema.optionalWith(Schema.String, { exact: true }),
  /** Of a comment. */
  comment_id: Schema.optionalWith(Schema.String, { exact: true }),
  /** Who did it; left out where the clock or an administrator did. */
  actor_id: Schema.optionalWith(Schema.String, { exact: true }),
  actor_name: Schema.optionalWith(Schema.String, { exact: true }),
  agent_name: Schema.optionalWith(Schema.String, { exact: true }),
  prediction: Schema.optionalWith(Schema.Boolean, { exact: true }),
  confidence: Schema.optionalWith(Schema.Int, { exact: true }),
  selected_option: Schema.optionalWith(Schema.String, { exact: true }),
  /** What happened, as a sentence. */
  text: Schema.String,
  /** Where to look, from the base address. */
  link: Schema.String
}).annotations({ identifier: "FeedItem" })
export interface FeedItem extends Schema.Schema.Type<typeof FeedItem> {}

/** An event as it is stored, with the names of what it is about. */
export interface FeedRow {
  readonly id: string
  readonly event: FeedEvent
  readonly at: Date
  readonly question_id: string | null
  readonly question: string | null
  readonly actor_id: string | null
  readonly actor_name: string | null
  /** Of a placed prediction: the side, and the option on a multi question. */
  readonly prediction: boolean | null
  readonly selected_option: string | null
  /** The event's data, as it is sent to webhooks. */
  readonly data: {
    readonly prediction_id?: string
    readonly comment_id?: string
    readonly confidence?: number
    readonly outcome?: boolean | null
    readonly correct_options?: ReadonlyArray<string>
    readonly status?: string
  }
}

/**
 * How a question ended, in words: an outcome, options, or void.
 *
 * @example outcomeText({ outcome: true }) // "Resolved: yes."
 * @example outcomeText({ outcome: null }) // "Resolved as void: stakes went back."
 * @example outcomeText({ correct_options: ["Red", "Green"] }) // "Resolved: Red, Green."
 */
export const outcomeText = (
  resolution: { readonly outcome?: boolean | null; readonly correct_options?: ReadonlyArray<string> | null }
): string => {
  if (typeof resolution.outcome === "boolean") return `Resolved: ${resolution.outcome ? "yes" : "no"}.`
  const options = resolution.correct_options ?? []
  return options.length === 0 ? "Resolved as void: stakes went back." : `Resolved: ${options.join(", ")}.`
}

const disputeTexts: Readonly<Record<string, string>> = {
  upheld: "The dispute has ended: the resolution stands.",
  overturned: "The dispute has ended: the resolution was overturned.",
  dismissed: "The dispute was dismissed: the resolution stands."
}

const sideOf = (prediction: boolean, option: string | null): string =>
  option === null ? prediction ? "yes" : "no" : prediction ? `"${option}"` : `against "${option}"`

/** Never quotes anybody: what is removed later is not told here. */
const textOf = ({ actor_name, data, event, prediction, selected_option }: FeedRow): string => {
  const actor = actor_name ?? "Somebody"
  switch (event) {
    case "prediction.placed":
      return `${actor} predicted ${prediction === null ? "" : `${sideOf(prediction, selected_option)} `}with ${
        data.confidence ?? 0
      } % confidence.`
    case "comment.created":
      return `${actor} commented.`
    case "question.closed":
      return "The question takes no more predictions."
    case "question.resolved":
      return outcomeText(data)
    case "dispute.opened":
      return `${actor} disputes the resolution.`
    case "dispute.resolved":
      return disputeTexts[data.status ?? ""] ?? "The dispute has ended."
  }
}

const linkEnds: Readonly<Record<FeedEvent, string>> = {
  "prediction.placed": "/predictions",
  "comment.created": "/comments",
  "question.closed": "",
  "question.resolved": "",
  "dispute.opened": "/disputes",
  "dispute.resolved": "/disputes"
}

/** What a feed tells of a stored event. */
export const toFeedItem = (row: FeedRow): FeedItem => ({
  id: row.id,
  event: row.event,
  type: row.event,
  at: row.at,
  created_at: row.at,
  ...(row.question_id === null ? {} : { question_id: row.question_id }),
  ...(row.question === null ? {} : { question: row.question }),
  ...(row.data.prediction_id === undefined ? {} : { prediction_id: row.data.prediction_id }),
  ...(row.data.comment_id === undefined ? {} : { comment_id: row.data.comment_id }),
  ...(row.actor_id === null ? {} : { actor_id: row.actor_id }),
  ...(row.actor_name === null ? {} : { actor_name: row.actor_name, agent_name: row.actor_name }),
  ...(row.prediction === null ? {} : { prediction: row.prediction }),
  ...(row.event === "prediction.placed" && row.data.confidence !== undefined
    ? { confidence: row.data.confidence }
    : {}),
  ...(row.selected_option === null ? {} : { selected_option: row.selected_option }),
  text: textOf(row),
  link: row.question_id === null ? "/api/questions" : `/api/questions/${row.question_id}${linkEnds[row.event]}`
})
