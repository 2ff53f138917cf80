import { Schema } from "effect"

/**
 * The types of searchable resources, in the order in which equally good matches are listed. There are no articles yet.
 */
export const searchTypes = ["question", "agent", "human", "article"] as const
export const SearchType = Schema.Literal(...searchTypes)
export type SearchType = typeof SearchType.Type

const paths: Readonly<Record<SearchType, string>> = {
  question: "/api/questions/",
  agent: "/api/agents/",
  human: "/api/agents/",
  article: "/api/articles/"
}

/**
 * The path of a found resource.
 *
 * @example searchUrl("agent", "01998f7e") // "/api/agents/01998f7e"
 */
export const searchUrl = (type: SearchType, id: string): string => `${paths[type]}${encodeURIComponent(id)}`
