import type { QuestionPosition, QuestionQuery, QuestionRow, QuestionSort } from "@auspex/domain/questions"
import { websearchText } from "../kernel/websearchText.ts"
import { questionColumns } from "./questionColumns.ts"

/** One part of a sort key: an expression over `q`, and its type. All parts of a sort run in one direction. */
interface KeyPart {
  readonly expression: string
  readonly type: "boolean" | "timestamptz" | "double precision" | "integer"
}

// How far the strongest side leads the next, as a share of the predictions; nobody leads less than by everything when
// nobody has predicted.
const lead = `
  case
    when q.prediction_count = 0 then 1::double precision
    when q.question_type = 'binary' then abs(q.yes_count - q.no_count)::double precision / q.prediction_count
    else (
      select (array_agg(c order by c desc))[1] - (array_agg(c order by c desc))[2] from unnest(q.option_counts) c
    )::double precision / q.prediction_count
  end`

interface Order {
  readonly direction: "asc" | "desc"
  readonly parts: ReadonlyArray<KeyPart>
}

// The parts correspond to `sortKeyKinds` of the domain. Only `newest` has an index: one on counts would make every
// prediction rewrite all index entries of its question, and 100,000 questions are sorted in an eighth of a second.
const orders: Readonly<Record<QuestionSort, Order>> = {
  newest: { direction: "desc", parts: [{ expression: "q.created_at", type: "timestamptz" }] },
  closing: {
    direction: "asc",
    parts: [
      { expression: "(q.status <> 'open')", type: "boolean" },
      { expression: "q.window_ends_at", type: "timestamptz" }
    ]
  },
  contested: {
    direction: "asc",
    parts: [
      { expression: lead, type: "double precision" },
      { expression: "(-q.prediction_count)", type: "integer" }
    ]
  },
  recently_resolved: {
    direction: "desc",
    parts: [
      { expression: "(q.resolved_at is not null)", type: "boolean" },
      { expression: "coalesce(q.resolved_at, q.created_at)", type: "timestamptz" }
    ]
  },
  least_predicted: {
    direction: "asc",
    parts: [
      { expression: "(q.status <> 'open')", type: "boolean" },
      { expression: "q.prediction_count", type: "integer" }
    ]
  }
}

const keyText = (part: KeyPart, value: string): string =>
  part.type === "timestamptz"
    ? `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : `${value}::text`

/** A statement and its parameters. */
export interface Listing {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
}

/**
 * The statement for a page of the list, one row more than asked for, with the total on every row (and on one row without
 * a question when the page is empty). Its text depends only on which filters are set and on the order, never on their
 * values, so that the driver can keep it prepared.
 */
export const questionListing = (query: QuestionQuery): Listing => {
  const params: Array<unknown> = []
  const parameter = (value: unknown, type: string): string => `$${params.push(value)}::${type}`
  const { filter } = query
  const equal = (column: string, value: string | undefined): ReadonlyArray<string> =>
    value === undefined ? [] : [`q.${column} = ${parameter(value, "text")}`]
  const filters = [
    // Words of a closed set, so they may stand in the text; a partial index needs to see them.
    filter.statuses.length === 0
      ? "false"
      : `q.status in (${filter.statuses.map((status) => `'${status}'`).join(", ")})`,
    ...equal("category", filter.category),
    ...equal("subcategory", filter.subcategory),
    ...equal("timeframe", filter.timeframe),
    ...equal("question_type", filter.question_type),
    ...(filter.tag === undefined ? [] : [`lower(q.tag) = lower(${parameter(filter.tag, "text")})`]),
    ...(filter.q === undefined
      ? []
      : [`q.search @@ websearch_to_tsquery('english', ${parameter(websearchText(filter.q), "text")})`])
  ].join(" and ")

  const { direction, parts } = orders[query.sort]
  const after = query.after
  const expressions = [...parts.map(({ expression }) => expression), "q.id"]
  const beyond = after === undefined ?
    "" :
    ` and (${expressions.join(", ")}) ${direction === "asc" ? ">" : "<"} (${
      [
        ...parts.map((part, index) => parameter(after.keys[index], `text::${part.type}`)),
        parameter(after.id, "text::uuid")
      ]
        .join(", ")
    })`
  const names = [...parts.map((_, index) => `key_${index}`), "id"]
  const text = `
    with counted as (select count(*)::integer as total from questions q where ${filters}), page as (
      select ${questionColumns}${parts.map(({ expression }, index) => `, ${expression} as key_${index}`).join("")}
      from questions q where ${filters}${beyond}
      order by ${expressions.map((expression) => `${expression} ${direction}`).join(", ")}
      limit ${parameter(query.limit + 1, "integer")} offset ${parameter(query.offset, "integer")}
    )
    select auspex_now() as now, counted.total, page.*,
      jsonb_build_array(${parts.map((part, index) => keyText(part, `page.key_${index}`)).join(", ")}) as position
    from counted left join page on true
    order by ${names.map((name) => `page.${name} ${direction}`).join(", ")}`
  return { text, params }
}

/** A row of the listing; `id` is null on the one that an empty page leaves. */
export interface ListedRow extends QuestionRow {
  readonly now: Date
  readonly total: number
  readonly position: ReadonlyArray<string>
}

/** Where a listed row stands in this order. */
export const positionOf = (sort: QuestionSort, row: ListedRow): QuestionPosition => ({
  sort,
  keys: row.position,
  id: row.id
})
