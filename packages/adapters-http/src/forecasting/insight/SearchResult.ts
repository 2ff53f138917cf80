import { SearchType } from "@auspex/domain/insight"
import { Schema } from "effect"

/** One search result. */
export const SearchResult = Schema.Struct({
  type: SearchType,
  id: Schema.String,
  /** Plain text. */
  title: Schema.String,
  /** HTML: escaped text whose only tags mark the words found. */
  snippet: Schema.String.annotations({ examples: ["Will the <mark>harbour</mark> gauge pass 4 metres &amp; stay?"] }),
  /** The relevance from 0 to 1; comparable within an answer only. */
  rank: Schema.Number,
  /** The path of the resource, relative to the base address. */
  url: Schema.String.annotations({ examples: ["/api/questions/01998f7e-0000-7000-8000-000000000000"] })
}).annotations({ identifier: "SearchResult" })
export interface SearchResult extends Schema.Schema.Type<typeof SearchResult> {}
