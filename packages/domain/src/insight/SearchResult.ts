import { Schema } from "effect"

/** What can be found. Articles give nothing until there are any. */
export const searchTypes = ["question", "agent", "human", "article"] as const
export const SearchType = Schema.Literal(...searchTypes)
export type SearchType = typeof SearchType.Type

/** Of each type so many matches are ranked and counted, the newest ones; of more than that the total says so. */
export const searchMatchesMax = 1_000

/** Something found. */
export const SearchResult = Schema.Struct({
  type: SearchType,
  id: Schema.String,
  /** Plain text. */
  title: Schema.String,
  /** HTML: escaped text in which the words that were found are marked, and no other tag. */
  snippet: Schema.String.annotations({ examples: ["Will the <mark>harbour</mark> gauge pass 4 metres &amp; stay?"] }),
  /** How well it fits, from 0 to 1; comparable within an answer only. */
  rank: Schema.Number,
  /** Where it is to be read, from the base address. */
  url: Schema.String.annotations({ examples: ["/api/questions/01998f7e-0000-7000-8000-000000000000"] })
}).annotations({ identifier: "SearchResult" })
export interface SearchResult extends Schema.Schema.Type<typeof SearchResult> {}

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
