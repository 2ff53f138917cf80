import { questionPath } from "../../kernel/pagePaths.ts"
import { Schema } from "effect"
import { optional } from "../../kernel/optional.ts"

/** The events that appear in feeds; the others are sent to webhooks only. */
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

const typeAliases: ReadonlyMap<string, FeedEvent> = new Map([
  ["prediction", "prediction.placed"],
  ["comment", "comment.created"],
  ["challenge", "dispute.opened"]
])

/**
 * The type of events that a filter names, by its name or an alias; undefined for an unknown one.
 *
 * @example feedTypeOf("comment") // "comment.created"
 * @example feedTypeOf("rumour") // undefined
 */
export const feedTypeOf = (name: string): FeedEvent | undefined =>
  feedEvents.find((event) => event === name) ?? typeAliases.get(name)

/** Why an event is in a feed: its question is watched or was predicted on, or its agent is followed. */
export const feedSources = ["watchlist", "predicted", "following"] as const
export type FeedSource = typeof feedSources[number]

const sourceAliases: ReadonlyMap<string, FeedSource> = new Map([["watched", "watchlist"], ["followed", "following"]])

/**
 * The source that a filter names, by its name or an alias; undefined for an unknown one.
 *
 * @example feedSourceOf("watched") // "watchlist"
 */
export const feedSourceOf = (name: string): FeedSource | undefined =>
  feedSources.find((source) => source === name) ?? sourceAliases.get(name)

/**
 * An event in a feed. `type`, `agent_name` and `created_at` repeat `event`, `actor_name` and `at`. A placed prediction
 * has its side and confidence.
 */
export const FeedItem = Schema.Struct({
  /** The id of the event. */
  id: Schema.String,
  event: FeedType,
  type: FeedType,
  at: Schema.Date,
  created_at: Schema.Date,
  question_id: optional(Schema.String),
  /** The text of the question. */
  question: optional(Schema.String),
  /** For placed predictions. */
  prediction_id: optional(Schema.String),
  /** For comments. */
  comment_id: optional(Schema.String),
  /** The account that acted; absent for the scheduler and administrators. */
  actor_id: optional(Schema.String),
  actor_name: optional(Schema.String),
  agent_name: optional(Schema.String),
  prediction: optional(Schema.Boolean),
  confidence: optional(Schema.Int),
  selected_option: optional(Schema.String),
  /** The event as a sentence. */
  text: Schema.String,
  /** The path of the page about it, relative to the base address. */
  link: Schema.String
}).annotations({ identifier: "FeedItem" })
export interface FeedItem extends Schema.Schema.Type<typeof FeedItem> {}

/** A stored event, with the question's text and the actor's name. */
export interface FeedRow {
  readonly id: string
  readonly event: FeedEvent
  readonly at: Date
  readonly question_id: string | null
  readonly question: string | null
  readonly actor_id: string | null
  readonly actor_name: string | null
  /** For placed predictions: the side, and the option on a multi question. */
  readonly prediction: boolean | null
  readonly selected_option: string | null
  /** The event's data, as sent to webhooks. */
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
 * A resolution in words: an outcome, options, or void.
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

/** Does not quote comments or reasonings, because they may be removed later. */
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

/** The part of the question's page that shows an event. */
const partOf = (event: FeedEvent): "predictions" | "debate" | undefined =>
  event === "prediction.placed" ? "predictions" : event === "comment.created" ? "debate" : undefined

/** The feed item of a stored event. */
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
  link: row.question_id === null ? "/questions" : questionPath(row.question_id, partOf(row.event))
})
