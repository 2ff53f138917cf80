import { SearchType } from "@auspex/domain/insight"
import { Schema } from "effect"

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
