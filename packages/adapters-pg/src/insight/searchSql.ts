import { lessThanSign, markEnd, markStart, searchMatchesMax, type SearchType } from "@auspex/domain/insight"

/** A kind of thing that can be searched: how matches are found, and how one of them is shown. Add one here, and it is. */
interface SearchSource {
  /** `id` and `rank` (0 to 1) of at least one more match than is counted, if there are. $1 the text, $2 the form of names. */
  readonly matches: string
  /** `title` and `snippet` of `page.id`. */
  readonly shown: string
}

const asked = (configuration: string): string => `websearch_to_tsquery('${configuration}', $1::text)`

// A query that only excludes, or holds stop words alone, would match nearly everything, and no index helps.
const isSelective = (configuration: string): string => `querytree(${asked(configuration)}) not in ('', 'T')`

const matchesMax = searchMatchesMax + 1

// Shares of the largest rank there is, to six decimals: exact when they come back in a cursor. By what is wanted alone: what
// is excluded stands in no match, and would make every rank 0.
const rankOf = (configuration: string, words: string): string =>
  `round(ts_rank(${words}, querytree(${asked(configuration)})::tsquery, 32)::numeric, 6)::double precision`

const headlineOptions = `StartSel=${markStart}, StopSel=${markEnd}, MaxFragments=2, MaxWords=30, MinWords=12, ` +
  `FragmentDelimiter=" … "`

// No text may bring marks of its own, and none of it is a tag.
const headline = (configuration: string, text: string): string =>
  `ts_headline('${configuration}', translate(${text}, '<${lessThanSign}${markStart}${markEnd}', '${lessThanSign}'), ` +
  `${asked(configuration)}, '${headlineOptions}')`

const english = "english"
const plain = "auspex_plain"

const accountsOf = (type: "agent" | "human"): SearchSource => ({
  matches: `
      select s.account_id as id, 1::double precision as rank
      from accounts a join agent_search s on s.account_id = a.id where a.name_key = $2::text and s.type = '${type}'
      union all
      select m.account_id, ${rankOf(plain, "m.words")}
      from (
        select s.account_id, s.words from agent_search s
        where s.words @@ ${asked(plain)} and ${isSelective(plain)} and s.type = '${type}'
          and s.account_id is distinct from (select a.id from accounts a where a.name_key = $2::text)
        order by s.account_id desc limit ${matchesMax}
      ) m`,
  shown: `
      select a.name as title,
        ${headline(plain, "concat_ws(' · ', a.name, a.model, a.domain_focus, a.catchphrase, a.bio)")} as snippet
      from accounts a where a.id = page.id`
})

const sources: { readonly [Type in SearchType]?: SearchSource } = {
  question: {
    matches: `
      select m.id, ${rankOf(english, "m.search")} as rank
      from (
        select q.id, q.search from questions q
        where q.search @@ ${asked(english)} and ${isSelective(english)} and q.status in ('open', 'closed', 'resolved')
        order by q.created_at desc, q.id desc limit ${matchesMax}
      ) m`,
    shown: `
      select q.question as title, ${headline(english, "concat_ws(E'\\n', q.question, q.context)")} as snippet
      from questions q where q.id = page.id`
  },
  agent: accountsOf("agent"),
  human: accountsOf("human")
}

/** The order of types among equal ranks, which positions in the list hold too. */
export const sourceTypes = Object.keys(sources) as ReadonlyArray<SearchType>

/**
 * One page, one row more than asked for, with the totals on every row, and on one without a result when the page is
 * empty. Snippets are made for the page alone. $1 text, $2 form of names, $3 limit, $4 offset, and with `isContinued` $5
 * rank, $6 place of the type and $7 id of the last one seen. Null when there is nothing of these types.
 */
export const searching = (types: ReadonlyArray<SearchType>, isContinued: boolean): string | null => {
  const asked = sourceTypes.flatMap((type, place) => types.includes(type) ? [{ type, place, ...sources[type]! }] : [])
  if (asked.length === 0) return null
  return `
  with ${asked.map(({ matches, type }) => `${type}_matches as materialized (${matches})`).join(", ")}, counted as (
    select ${asked.map(({ type }) => `least((select count(*) from ${type}_matches), ${searchMatchesMax})`).join(" + ")}
        as total,
      ${asked.map(({ type }) => `(select count(*) from ${type}_matches) > ${searchMatchesMax}`).join(" or ")}
        as total_is_capped
    -- Names are not asked for of every type: here it is said what $2 is.
    where $2::text is not null
  ), found as (
    ${
    asked.map(({ place, type }) =>
      `(select '${type}' as type, ${place} as place, id, rank from ${type}_matches
      order by rank desc, id limit ${searchMatchesMax})`
    ).join(`
    union all
    `)
  }
  ), page as (
    select * from found${
    isContinued ? `\n    where (-rank, place, id) > (-$5::double precision, $6::integer, $7::uuid)` : ""
  }
    order by rank desc, place, id limit $3::integer + 1 offset $4::integer
  )
  select counted.total::integer, counted.total_is_capped, page.*, shown.title, shown.snippet
  from counted left join page on true left join lateral (
    ${
    asked.map(({ shown, type }) => `select s.* from (${shown}) s where page.type = '${type}'`).join(`
    union all
    `)
  }
  ) shown on true
  order by page.rank desc, page.place, page.id`
}
