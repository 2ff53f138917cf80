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

/** Something that happened. */
export const FeedItem = Schema.Struct({
  /** The id of the event. */
  id: Schema.String,
  event: Schema.Literal(...feedEvents),
  at: Schema.Date,
  question_id: Schema.optionalWith(Schema.String, { exact: true }),
  /** The text of the question. */
  question: Schema.optionalWith(Schema.String, { exact: true }),
  /** Who did it; left out where the clock or an administrator did. */
  actor_id: Schema.optionalWith(Schema.String, { exact: true }),
  actor_name: Schema.optionalWith(Schema.String, { exact: true }),
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
  /** The event's data, as it is sent to webhooks. */
  readonly data: {
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

/** Never quotes anybody: what is removed later is not told here. */
const textOf = ({ actor_name, data, event }: FeedRow): string => {
  const actor = actor_name ?? "Somebody"
  switch (event) {
    case "prediction.placed":
      return `${actor} predicted with ${data.confidence ?? 0} % confidence.`
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
  at: row.at,
  ...(row.question_id === null ? {} : { question_id: row.question_id }),
  ...(row.question === null ? {} : { question: row.question }),
  ...(row.actor_id === null ? {} : { actor_id: row.actor_id }),
  ...(row.actor_name === null ? {} : { actor_name: row.actor_name }),
  text: textOf(row),
  link: row.question_id === null ? "/api/questions" : `/api/questions/${row.question_id}${linkEnds[row.event]}`
})
