import type {
  QuestionFilter,
  QuestionPosition,
  QuestionQuery,
  QuestionRow,
  QuestionSort
} from "@auspex/domain/questions"
import { type Composed, makeParameters, type Parameters } from "../../kernel/Parameters.ts"
import { takesPredictions } from "../../kernel/predictionWindow.ts"
import { websearchText } from "../../kernel/websearchText.ts"
import { questionColumns, viewerStateColumn } from "./questionColumns.ts"
import { isBeyond, keyColumns, keyNames, orderBy, positionColumn, questionOrders } from "./questionOrderSql.ts"

/** The condition of a filter on questions `q`; `words` is the SQL of the search vector. */
export const isListed = (filter: QuestionFilter, words: string, { put }: Parameters): string => {
  const equal = (column: string, value: string | undefined): ReadonlyArray<string> =>
    value === undefined ? [] : [`q.${column} = ${put(value, "text")}`]
  return [
    // The statuses are a closed set and may be written into the text, as the partial index requires.
    filter.statuses.length === 0
      ? "false"
      : `q.status in (${filter.statuses.map((status) => `'${status}'`).join(", ")})`,
    ...equal("category", filter.category),
    ...equal("subcategory", filter.subcategory),
    ...equal("timeframe", filter.timeframe),
    ...equal("question_type", filter.question_type),
    ...(filter.predicted === undefined
      ? []
      : [
        // A set that is hashed once, so that the planner cannot look up the account's predictions for each question.
        `q.id ${filter.predicted.is ? "" : "not "}in (
        select o.question_id from predictions o where o.account_id = ${put(filter.predicted.by, "uuid")})`,
        ...(filter.predicted.is ? [] : [`(q.status <> 'open' or ${takesPredictions("q")})`])
      ]),
    ...(filter.tag === undefined ? [] : [`lower(q.tag) = lower(${put(filter.tag, "text")})`]),
    ...(filter.q === undefined
      ? []
      : [`${words} @@ websearch_to_tsquery('english', ${put(websearchText(filter.q), "text")})`])
  ].join(" and ")
}

/**
 * Selects a page of the list, one row more than it holds. Every row carries the total; an empty page yields one row
 * without a question. The text depends only on the order and on which filters are set, never on their values, so that
 * the driver can keep it prepared.
 */
export const questionListing = (query: QuestionQuery): Composed => {
  const parameters = makeParameters()
  const filters = isListed(query.filter, "q.search", parameters)
  const order = questionOrders()[query.sort]
  const expressions = [...order.parts.map(({ expression }) => expression), "q.id"]
  const beyond = query.after === undefined ? "" : ` and ${isBeyond(order, expressions, query.after, parameters)}`
  const viewerState = query.viewer === undefined
    ? ""
    : `, ${viewerStateColumn("page.id", parameters.put(query.viewer, "uuid"))}`
  const text = `
    with counted as (select count(*)::integer as total from questions q where ${filters}), page as (
      select ${questionColumns}, ${keyColumns(order)}
      from questions q where ${filters}${beyond}
      order by ${orderBy(order, expressions)}
      limit ${parameters.put(query.limit + 1, "integer")} offset ${parameters.put(query.offset, "integer")}
    )
    select auspex_now() as now, counted.total, page.*,
      ${positionColumn(order)}${viewerState}
    from counted left join page on true
    order by ${orderBy(order, keyNames(order, (name) => `page.${name}`))}`
  return { text, params: parameters.values }
}

/** A row of the listing; `id` is null on the row of an empty page. */
export interface ListedRow extends QuestionRow {
  readonly now: Date
  readonly total: number
  readonly position: ReadonlyArray<string>
}

/** The position of a listed row in this order. */
export const positionOf = (sort: QuestionSort, row: ListedRow): QuestionPosition => ({
  sort,
  keys: row.position,
  id: row.id
})
