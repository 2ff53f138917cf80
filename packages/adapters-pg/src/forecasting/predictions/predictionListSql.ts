import {
  type OwnPredictionsRequest,
  type PredictionFilter,
  type PredictionListRequest,
  predictionsBytesMax,
  type PredictionSort,
  wantsReasoning
} from "@auspex/domain/predictions"
import type { QuestionStatus } from "@auspex/domain/questions"
import { integerMax, isId, listCursor, tupleOf, wholeFrom } from "../../kernel/Cursor.ts"
import { isAfter, type Moment, placeOf } from "../../kernel/MomentCursor.ts"
import type { PageRow } from "../../kernel/PageRow.ts"
import { type Composed, makeParameters, type Parameters } from "../../kernel/Parameters.ts"
import { predictionColumns, type PredictionRow, predictionsCursor } from "./predictionRows.ts"
import { isPublic } from "../../kernel/isPublic.ts"
import { windowEndOf } from "../../kernel/predictionWindow.ts"

/** The cursor by votes: net votes, confidence, microseconds of the placement, id. */
type VotesPlace = readonly [net: number, confidence: number, at: number, id: string]
/** The cursor by confidence: confidence, sequence number. */
type ConfidencePlace = readonly [confidence: number, seq: number]

/** The cursor of each order, which accepts only its own. */
export const listCursors = {
  newest: predictionsCursor,
  votes: listCursor(
    "predictions by votes",
    tupleOf<VotesPlace>(
      wholeFrom(-integerMax, integerMax),
      wholeFrom(0, 100),
      wholeFrom(0, Number.MAX_SAFE_INTEGER),
      isId
    )
  ),
  confidence: listCursor(
    "predictions by confidence",
    tupleOf<ConfidencePlace>(wholeFrom(0, 100), wholeFrom(0, integerMax))
  )
} as const

/** The order of a page, and the position after which it begins. */
export type After =
  | { readonly sort: "newest"; readonly place: number | null }
  | { readonly sort: "votes"; readonly place: VotesPlace | null }
  | { readonly sort: "confidence"; readonly place: ConfidencePlace | null }

const orders: Readonly<Record<PredictionSort, string>> = {
  newest: "p.seq desc",
  votes: "(p.upvotes - p.downvotes) desc, p.confidence desc, p.created_at, p.id",
  confidence: "p.confidence desc, p.seq desc"
}

/** Whether a prediction is of a model family. Humans' predictions are stored without a model, in the family `other`. */
const isOfFamily = (family: string, { put }: Parameters): string => {
  if (family === "human") return "p.model is null"
  return `p.model_family = ${put(family, "text")}${family === "other" ? " and p.model is not null" : ""}`
}

/** The same condition on a tally, in which the empty text stands for no model. */
const isTallyOfFamily = (family: string, { put }: Parameters): string => {
  if (family === "human") return "t.model = ''"
  return `t.model_family = ${put(family, "text")}${family === "other" ? " and t.model <> ''" : ""}`
}

const filtered = ({ family, option }: PredictionFilter, parameters: Parameters): string =>
  (option === undefined ? "" : ` and p.selected_option = ${parameters.put(option, "text")}`) +
  (family === undefined ? "" : ` and ${isOfFamily(family, parameters)}`)

/**
 * The conditions of the index scans whose merged rows form the page; each selects rows after the position, in the
 * order. The order by votes has an index for each side, and its parts run in both directions.
 */
const scansOf = (after: After, side: boolean | undefined, { put }: Parameters): ReadonlyArray<string> => {
  const sides = side === undefined ? [true, false] : [side]
  // Written in a form without an index, so that the planner scans along the order instead of sorting one side.
  const ofSide = side === undefined ? "true" : `p.prediction is not distinct from ${side}`
  switch (after.sort) {
    case "newest":
      return [after.place === null ? ofSide : `${ofSide} and p.seq < ${put(after.place, "integer")}`]
    case "confidence":
      return [
        after.place === null
          ? ofSide
          : `${ofSide} and (p.confidence, p.seq) < (${put(after.place[0], "integer")}, ${
            put(after.place[1], "integer")
          })`
      ]
    case "votes": {
      if (after.place === null) return sides.map((one) => `p.prediction = ${one}`)
      const [net, confidence, at, id] = after.place
      const [n, c, t, i] = [put(net, "integer"), put(confidence, "integer"), put(at, "bigint"), put(id, "uuid")]
      const instant = `(timestamptz 'epoch' + ${t} * interval '1 microsecond')`
      return sides.flatMap((one) => [
        `p.prediction = ${one} and (p.upvotes - p.downvotes) < ${n}`,
        `p.prediction = ${one} and (p.upvotes - p.downvotes) = ${n} and p.confidence < ${c}`,
        `p.prediction = ${one} and (p.upvotes - p.downvotes) = ${n} and p.confidence = ${c}
          and (p.created_at, p.id) > (${instant}, ${i})`
      ])
    }
  }
}

// Totals are read from stored counters; with an option, from an index that has all columns of the filters.
const totalOf = (filter: PredictionFilter, parameters: Parameters): string => {
  const { family, option, prediction } = filter
  if (option !== undefined) {
    return `(select count(*)::integer from predictions p where p.question_id = q.id${
      prediction === undefined ? "" : ` and p.prediction = ${prediction}`
    }${filtered(filter, parameters)})`
  }
  if (family !== undefined) {
    const counted = prediction === undefined ? "t.count" : prediction ? "t.yes_count" : "t.count - t.yes_count"
    return `(select coalesce(sum(${counted}), 0)::integer from consensus_tallies t
      where t.question_id = q.id and ${isTallyOfFamily(family, parameters)})`
  }
  return prediction === undefined ? "q.prediction_count" : prediction ? "q.yes_count" : "q.no_count"
}

/** The columns of predictions `p` for a list, with or without their texts, and the size of the texts. */
const listColumns = (withTexts: boolean): string => {
  const text = (column: string) => withTexts ? `p.${column}` : `null as ${column}`
  return `p.id, p.account_id, p.question_id, p.prediction, p.confidence, ${text("reasoning")}, p.selected_option,
    ${
    text("resolution_protocol")
  }, p.model, p.created_at, p.upvotes, p.downvotes, p.hallucination_flags, p.persona_hash,
    p.brier_score, p.seq, p.stake, p.correct, p.payout, p.resolved_at, p.removed_at, ${
    withTexts ? "octet_length(p.reasoning) + coalesce(pg_column_size(p.resolution_protocol), 0)" : "0"
  } as size`
}

/** Rows `p` in an order, up to the bytes of a page but at least one; `found` is their number before that cut. */
const withinBytes = (rows: string, order: string): string =>
  `(
      select * from (
        select p.*, row_number() over w as nth, sum(p.size) over w as so_far, count(*) over () as found
        from (${rows}) p window w as (order by ${order})
      ) p where p.nth = 1 or p.so_far <= ${predictionsBytesMax}
    ) p`

export interface Found {
  /** The number of rows found, at most one more than the page holds. */
  readonly found: number
}

export interface PositionedRow extends Found {
  /** Microseconds of the placement. */
  readonly place: number
}

export type ListedRow = PageRow<PredictionRow & PositionedRow> & {
  readonly yes_count: number
  readonly prediction_count: number
}

/**
 * Selects a page of a question's predictions, one row more than it holds. Every row carries the total and the counts of
 * the question. An empty page yields one row without a prediction, and an unknown question none, in one round trip.
 */
export const listing = (
  questionId: string,
  request: PredictionListRequest,
  after: After,
  viewerId: string | undefined
): Composed => {
  const parameters = makeParameters()
  const { put } = parameters
  const id = put(questionId, "uuid")
  const viewer = put(viewerId ?? null, "uuid")
  const limit = put(request.limit + 1, "integer")
  const offset = put(after.place === null ? request.offset : 0, "integer")
  const order = orders[after.sort]
  const only = filtered(request, parameters)
  // Sequence numbers have no gaps: without a filter they bound the rows of the page without the planner's statistics.
  const exactly = after.sort === "newest" && request.prediction === undefined && only === ""
    ? ` and p.seq >= ${
      after.place === null ? "q.prediction_count + 1" : put(after.place, "integer")
    } - ${limit} - ${offset}`
    : ""
  const scans = scansOf(after, request.prediction, parameters).map((condition) =>
    `(
          select ${listColumns(wantsReasoning(request.fields))} from predictions p
          where p.question_id = q.id and ${condition}${only}${exactly}
          order by ${order} limit ${limit} + ${offset})`
  )
  const text = `
  select ${totalOf(request, parameters)} as total, q.yes_count, q.prediction_count, listed.*
  from questions q left join lateral (
    select ${predictionColumns(viewer)}, p.nth, p.found, ${placeOf("p.created_at")}
    from ${
    withinBytes(
      `
        select p.* from (${scans.join(" union all ")}) p
        order by ${order} limit ${limit} offset ${offset}`,
      order
    )
  } join accounts a on a.id = p.account_id
  ) listed on true
  where q.id = ${id} and ${isPublic("q")}
  order by listed.nth`
  return { text, params: parameters.values }
}

export interface OwnRow extends PredictionRow, PositionedRow {
  readonly question: string
  readonly question_status: QuestionStatus
  readonly closes_at: Date
  readonly stake: number
  readonly correct: boolean | null
  readonly payout: number | null
  readonly settled_at: Date | null
  readonly is_void: boolean
  readonly outcome: boolean | null
  readonly correct_options: ReadonlyArray<string> | null
  readonly resolved_at: Date | null
}

/** Selects a page of an account's predictions, like `listing`, the latest first. */
export const ownListing = (accountId: string, request: OwnPredictionsRequest, after: Moment | null): Composed => {
  const parameters = makeParameters()
  const { put } = parameters
  const account = put(accountId, "uuid")
  const { question_id, status } = request
  // The statuses are a closed set and may be written into the text.
  const onStatus = status === undefined || status === "all" ? "" : ` and o.status = '${status}'`
  const where = `p.account_id = ${account}${
    question_id === undefined ? "" : ` and p.question_id = ${put(question_id, "uuid")}`
  }`
  const from = onStatus === "" ? "predictions p" : `predictions p join questions o on o.id = p.question_id${onStatus}`
  const place = { after_at: put(after?.[0] ?? null, "bigint"), after_id: put(after?.[1] ?? null, "uuid") }
  const text = `
  with counted as (
    ${
    onStatus === "" && question_id === undefined
      ? `select prediction_count as total from accounts where id = ${account}`
      : `select count(*)::integer as total from ${from} where ${where}`
  }
  ), page as (
    select ${predictionColumns("null::uuid")}, p.nth, p.found, ${placeOf("p.created_at")}, p.stake, p.correct, p.payout,
      p.resolved_at as settled_at
    from ${
    withinBytes(
      `
        select ${listColumns(wantsReasoning(request.fields))} from ${from}
        where ${where} and ${isAfter("p.created_at", "p.id", place)}
        order by p.created_at desc, p.id desc limit ${put(request.limit + 1, "integer")} offset ${
        put(after === null ? request.offset : 0, "integer")
      }`,
      "p.created_at desc, p.id desc"
    )
  } join accounts a on a.id = p.account_id
  )
  select counted.total, page.*, q.question, q.status as question_status, ${windowEndOf("q")} as closes_at, q.is_void,
    q.outcome, q.correct_options, q.resolved_at
  from counted left join page on true left join questions q on q.id = page.question_id
  order by page.nth`
  return { text, params: parameters.values }
}
