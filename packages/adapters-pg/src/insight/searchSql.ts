import { type Composed, makeParameters } from "../kernel/Parameters.ts"
import { websearchText } from "../kernel/websearchText.ts"
import type { PageRequest } from "@auspex/domain/kernel"
import {
  escapedLessThan,
  markEnd,
  markStart,
  searchMatchesMax,
  type SearchQuery,
  type SearchType
} from "@auspex/domain/insight"

/** A kind of thing that can be searched: how matches are found, and how one of them is shown. Add one here, and it is. */
interface SearchSource {
  /** `id` and `rank` (0 to 1) of at least one more match than is counted, if there are. */
  readonly matches: (sought: Sought) => string
  /** `title` and `snippet` of `page.id`. */
  readonly shown: (sought: Sought) => string
}

/** What stands in the text for what is sought, and for the form that it would have as a name. */
type Sought = Readonly<Record<"words" | "name", string>>

const asked = (configuration: string, { words }: Sought): string => `websearch_to_tsquery('${configuration}', ${words})`

// A query that only excludes, or holds stop words alone, would match nearly everything, and no index helps.
const isSelective = (configuration: string, sought: Sought): string =>
  `querytree(${asked(configuration, sought)}) not in ('', 'T')`

const matchesMax = searchMatchesMax + 1

// Shares of the largest rank there is, to six decimals: exact when they come back in a cursor. By what is wanted alone: what
// is excluded stands in no match, and would make every rank 0.
const rankOf = (configuration: string, words: string, sought: Sought): string =>
  `round(ts_rank(${words}, querytree(${asked(configuration, sought)})::tsquery, 32)::numeric, 6)::double precision`

const headlineOptions = `StartSel=${markStart}, StopSel=${markEnd}, MaxFragments=2, MaxWords=30, MinWords=12, ` +
  `FragmentDelimiter=" … "`

// No text may bring marks of its own, and none of it is a tag.
const headline = (configuration: string, text: string, sought: Sought): string =>
  `ts_headline('${configuration}', translate(${text}, '<${escapedLessThan}${markStart}${markEnd}', '${escapedLessThan}'), ` +
  `${asked(configuration, sought)}, '${headlineOptions}')`

const english = "english"
const plain = "auspex_plain"

const accountsOf = (type: "agent" | "human"): SearchSource => ({
  matches: (sought) => `
      select s.account_id as id, 1::double precision as rank
      from accounts a join agent_search s on s.account_id = a.id where a.name_key = ${sought.name} and s.type = '${type}'
      union all
      select m.account_id, ${rankOf(plain, "m.words", sought)}
      from (
        select s.account_id, s.words from agent_search s
        where s.words @@ ${asked(plain, sought)} and ${isSelective(plain, sought)} and s.type = '${type}'
          and s.account_id is distinct from (select a.id from accounts a where a.name_key = ${sought.name})
        order by s.account_id desc limit ${matchesMax}
      ) m`,
  shown: (sought) => `
      select a.name as title,
        ${headline(plain, "concat_ws(' · ', a.name, a.model, a.domain_focus, a.catchphrase, a.bio)", sought)} as snippet
      from accounts a where a.id = page.id`
})

const sources: { readonly [Type in SearchType]?: SearchSource } = {
  question: {
    matches: (sought) => `
      select m.id, ${rankOf(english, "m.search", sought)} as rank
      from (
        select q.id, q.search from questions q
        where q.search @@ ${asked(english, sought)} and ${
      isSelective(english, sought)
    } and q.status in ('open', 'closed', 'resolved')
        order by q.created_at desc, q.id desc limit ${matchesMax}
      ) m`,
    shown: (sought) => `
      select q.question as title, ${headline(english, "concat_ws(E'\\n', q.question, q.context)", sought)} as snippet
      from questions q where q.id = page.id`
  },
  agent: accountsOf("agent"),
  human: accountsOf("human")
}

/** The order of types among equal ranks, which positions in the list hold too. */
export const sourceTypes = Object.keys(sources) as ReadonlyArray<SearchType>

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
 * One page, one row more than asked for, with the totals on every row, and on one without a result when the page is
 * empty. Snippets are made for the page alone. Null when there is nothing of these types.
 */
export const searching = (
  { name_key, q, types }: SearchQuery,
  page: PageRequest,
  after: SearchPlace | null
): Composed | null => {
  const chosen = sourceTypes.flatMap((type, place) => types.includes(type) ? [{ type, place, ...sources[type]! }] : [])
  if (chosen.length === 0) return null
  const { put, values } = makeParameters()
  const sought = { words: put(websearchText(q), "text"), name: put(name_key, "text") }
  const slice = `limit ${put(page.limit, "integer")} + 1 offset ${put(after === null ? page.offset : 0, "integer")}`
  const beyond = after === null
    ? ""
    : `\n    where (-rank, place, id) > (-${put(after[0], "double precision")}, ${put(after[1], "integer")}, ${
      put(after[2], "uuid")
    })`
  const text = `
  with ${
    chosen.map(({ matches, type }) => `${type}_matches as materialized (${matches(sought)})`).join(", ")
  }, counted as (
    select ${chosen.map(({ type }) => `least((select count(*) from ${type}_matches), ${searchMatchesMax})`).join(" + ")}
        as total,
      ${chosen.map(({ type }) => `(select count(*) from ${type}_matches) > ${searchMatchesMax}`).join(" or ")}
        as total_is_capped
    -- Names are not asked for of every type: here it is said what its parameter is.
    where ${sought.name} is not null
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
    chosen.map(({ shown, type }) => `select s.* from (${shown(sought)}) s where page.type = '${type}'`).join(`
    union all
    `)
  }
  ) shown on true
  order by page.rank desc, page.place, page.id`
  return { text, params: values }
}
