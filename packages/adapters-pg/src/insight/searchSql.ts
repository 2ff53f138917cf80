import { type Composed, makeParameters } from "../kernel/Parameters.ts"
import { websearchText } from "../kernel/websearchText.ts"
import type { PageRequest } from "@auspex/domain/kernel"
import {
  escapedLessThan,
  markEnd,
  markStart,
  searchMatchesMax,
  type SearchQuery,
  type SearchType,
  searchTypes
} from "@auspex/domain/insight"
import { isPublic } from "../kernel/isPublic.ts"

/** A type of search result: how its matches are found and shown. A type that is added here becomes searchable. */
interface SearchSource {
  /** `id` and `rank` (0 to 1) of the matches: at least one more than is counted, if there are that many. */
  readonly matches: (terms: SearchTerms) => string
  /** `title` and `snippet` of the result `page.id`. */
  readonly shown: (terms: SearchTerms) => string
}

/** The SQL of the search text, and of the same text normalised as a name. */
type SearchTerms = Readonly<Record<"words" | "name", string>>

const tsquery = (configuration: string, { words }: SearchTerms): string =>
  `websearch_to_tsquery('${configuration}', ${words})`

// A query that only excludes words, or holds only stop words, would match nearly everything, and no index helps.
const isSelective = (configuration: string, terms: SearchTerms): string =>
  `querytree(${tsquery(configuration, terms)}) not in ('', 'T')`

const matchesMax = searchMatchesMax + 1

// Ranks are shares of the largest possible rank, rounded to six decimals so that a cursor returns them exactly.
// Only wanted words are ranked: an excluded word occurs in no match and would make every rank 0.
const rankOf = (configuration: string, words: string, terms: SearchTerms): string =>
  `round(ts_rank(${words}, querytree(${tsquery(configuration, terms)})::tsquery, 32)::numeric, 6)::double precision`

const headlineOptions = `StartSel=${markStart}, StopSel=${markEnd}, MaxFragments=2, MaxWords=30, MinWords=12, ` +
  `FragmentDelimiter=" … "`

// Removes marks from the text and escapes `<`, so that all marks in a snippet are ours and none of the text is a tag.
const headline = (configuration: string, text: string, terms: SearchTerms): string =>
  `ts_headline('${configuration}', translate(${text}, '<${escapedLessThan}${markStart}${markEnd}', '${escapedLessThan}'), ` +
  `${tsquery(configuration, terms)}, '${headlineOptions}')`

const english = "english"
const plain = "auspex_plain"

const accountsOf = (type: "agent" | "human"): SearchSource => ({
  matches: (terms) => `
      select s.account_id as id, 1::double precision as rank
      from accounts a join agent_search s on s.account_id = a.id where a.name_key = ${terms.name} and s.type = '${type}'
      union all
      select m.account_id, ${rankOf(plain, "m.words", terms)}
      from (
        select s.account_id, s.words from agent_search s
        where s.words @@ ${tsquery(plain, terms)} and ${isSelective(plain, terms)} and s.type = '${type}'
          and s.account_id is distinct from (select a.id from accounts a where a.name_key = ${terms.name})
        order by s.account_id desc limit ${matchesMax}
      ) m`,
  shown: (terms) => `
      select a.name as title,
        ${headline(plain, "concat_ws(' · ', a.name, a.model, a.domain_focus, a.catchphrase, a.bio)", terms)} as snippet
      from accounts a where a.id = page.id`
})

const sources: { readonly [Type in SearchType]?: SearchSource } = {
  question: {
    matches: (terms) => `
      select m.id, ${rankOf(english, "m.search", terms)} as rank
      from (
        select q.id, q.search from questions q
        where q.search @@ ${tsquery(english, terms)} and ${isSelective(english, terms)} and ${isPublic("q")}
        order by q.created_at desc, q.id desc limit ${matchesMax}
      ) m`,
    shown: (terms) => `
      select q.question as title, ${headline(english, "concat_ws(E'\\n', q.question, q.context)", terms)} as snippet
      from questions q where q.id = page.id`
  },
  agent: accountsOf("agent"),
  human: accountsOf("human")
}

/** The types in their order among equal ranks; cursors hold a type's index in this list. */
export const sourceTypes = searchTypes.filter((type) => sources[type] !== undefined)

/** The sort key of the last result seen. */
export type SearchPlace = readonly [rank: number, place: number, id: string]

export interface HitRow {
  readonly id: string
  readonly type: SearchType
  readonly place: number
  readonly rank: number
  readonly title: string
  readonly snippet: string
}

/**
 * Selects one row more than the page holds. Every row carries the totals; an empty page yields one row without a
 * result. Snippets are made only for the rows of the page. Null when none of the types is searchable.
 */
export const searching = (
  { name_key, q, types }: SearchQuery,
  page: PageRequest,
  after: SearchPlace | null
): Composed | null => {
  const chosen = sourceTypes.flatMap((type, place) => types.includes(type) ? [{ type, place, ...sources[type]! }] : [])
  if (chosen.length === 0) return null
  const { put, values } = makeParameters()
  const terms = { words: put(websearchText(q), "text"), name: put(name_key, "text") }
  const slice = `limit ${put(page.limit, "integer")} + 1 offset ${put(after === null ? page.offset : 0, "integer")}`
  const beyond = after === null
    ? ""
    : `\n    where (-rank, place, id) > (-${put(after[0], "double precision")}, ${put(after[1], "integer")}, ${
      put(after[2], "uuid")
    })`
  const text = `
  with ${
    chosen.map(({ matches, type }) => `${type}_matches as materialized (${matches(terms)})`).join(", ")
  }, counted as (
    select ${chosen.map(({ type }) => `least((select count(*) from ${type}_matches), ${searchMatchesMax})`).join(" + ")}
        as total,
      ${chosen.map(({ type }) => `(select count(*) from ${type}_matches) > ${searchMatchesMax}`).join(" or ")}
        as total_is_capped
    -- Not every type uses the name: this condition makes sure that the parameter's type is known.
    where ${terms.name} is not null
  ), found as (
    ${
    chosen.map(({ place, type }) =>
      `(select '${type}' as type, ${place} as place, id, rank from ${type}_matches
      order by rank desc, id limit ${searchMatchesMax})`
    ).join(`
    union all
    `)
  }
  ), page as (
    select * from found${beyond}
    order by rank desc, place, id ${slice}
  )
  select counted.total::integer, counted.total_is_capped, page.*, shown.title, shown.snippet
  from counted left join page on true left join lateral (
    ${
    chosen.map(({ shown, type }) => `select s.* from (${shown(terms)}) s where page.type = '${type}'`).join(`
    union all
    `)
  }
  ) shown on true
  order by page.rank desc, page.place, page.id`
  return { text, params: values }
}
