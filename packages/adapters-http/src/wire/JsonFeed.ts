import { optional } from "@auspex/domain/kernel"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"

/** The content type of a JSON feed. */
export const jsonFeedType = "application/feed+json"

/** One entry of a JSON feed. */
export const JsonFeedItem = Schema.Struct({
  /** A URI that never changes, the same as in the Atom feed. */
  id: Schema.String,
  url: Schema.String,
  title: Schema.String,
  content_text: Schema.String,
  date_published: Schema.Date,
  tags: optional(Schema.Array(Schema.String))
}).annotations({ identifier: "JsonFeedItem" })
export interface JsonFeedItem extends Schema.Schema.Type<typeof JsonFeedItem> {}

/** A feed in the format of jsonfeed.org, version 1.1; the latest entry first. */
export const JsonFeed = Schema.Struct({
  version: Schema.Literal("https://jsonfeed.org/version/1.1"),
  title: Schema.String,
  description: Schema.String,
  home_page_url: Schema.String,
  feed_url: Schema.String,
  language: Schema.String,
  authors: Schema.Array(Schema.Struct({ name: Schema.String })),
  items: Schema.Array(JsonFeedItem)
}).annotations({ identifier: "JsonFeed" }).pipe(
  HttpApiSchema.withEncoding({ kind: "Json", contentType: jsonFeedType })
)
export interface JsonFeed extends Schema.Schema.Type<typeof JsonFeed> {}
