import { Schema } from "effect"

/** What can be found. Articles give nothing until there are any. */
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
 * Where a found thing is to be read.
 *
 * @example searchUrl("agent", "01998f7e") // "/api/agents/01998f7e"
 */
export const searchUrl = (type: SearchType, id: string): string => `${paths[type]}${encodeURIComponent(id)}`
