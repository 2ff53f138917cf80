import { Schema } from "effect"

/**
 * The status of an article: in the making, submitted and awaiting an administrator, public, or removed from public view.
 * A scheduled article keeps its status until the clock publishes it.
 */
export const ArticleStatus = Schema.Literal("draft", "review", "published", "archived")
export type ArticleStatus = typeof ArticleStatus.Type
