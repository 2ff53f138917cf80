import type { QuestionPosition, QuestionSort } from "@auspex/domain/questions"
import { takesPredictions, windowEndOf, type WindowMoment, windowNow } from "../../kernel/predictionWindow.ts"
import type { Parameters } from "../../kernel/Parameters.ts"

/** One part of a sort key: an expression over `q`, and its type. All parts of an order run in one direction. */
interface KeyPart {
  readonly expression: string
  readonly type: "boolean" | "timestamptz" | "double precision" | "integer"
}

// The lead of the strongest side over the next, as a share of the predictions; 1 without predictions.
const lead = `
  case
    when q.prediction_count = 0 then 1::double precision
    when q.question_type = 'binary' then abs(q.yes_count - q.no_count)::double precision / q.prediction_count
    else (
      select (array_agg(c order by c desc))[1] - (array_agg(c order by c desc))[2] from unnest(q.option_counts) c
    )::double precision / q.prediction_count
  end`

/** An order of a list of questions. The id of `q`, in the same direction, breaks ties. */
export interface QuestionOrder {
  readonly direction: "asc" | "desc"
  readonly parts: ReadonlyArray<KeyPart>
}

/**
 * The orders of the list at a moment. The parts correspond to `sortKeyKinds` of the domain. Only `newest` has an index: an index on counts would make every
 * prediction rewrite all index entries of its question, and sorting 100,000 questions takes an eighth of a second.
 */
export const questionOrders = (
  moment: WindowMoment = windowNow("q")
): Readonly<Record<QuestionSort, QuestionOrder>> => ({
  newest: { direction: "desc", parts: [{ expression: "q.created_at", type: "timestamptz" }] },
  closing: {
    direction: "asc",
    parts: [
      { expression: `(not ${takesPredictions("q", moment)})`, type: "boolean" },
      { expression: windowEndOf("q", moment), type: "timestamptz" }
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
      { expression: `(not ${takesPredictions("q", moment)})`, type: "boolean" },
      { expression: "q.prediction_count", type: "integer" }
    ]
  }
})

/** Selects the parts of the key from `q` as the columns `key_0`, `key_1` … */
export const keyColumns = ({ parts }: QuestionOrder): string =>
  parts.map(({ expression }, index) => `${expression} as key_${index}`).join(", ")

/** The names of these columns and of the id, each formatted by `named`. */
export const keyNames = ({ parts }: QuestionOrder, named: (name: string) => string): ReadonlyArray<string> =>
  [...parts.map((_, index) => `key_${index}`), "id"].map(named)

/** The `order by` list of these expressions. */
export const orderBy = ({ direction }: QuestionOrder, expressions: ReadonlyArray<string>): string =>
  expressions.map((expression) => `${expression} ${direction}`).join(", ")

/** The condition for rows after a position, given expressions for the parts of the key and the id. */
export const isBeyond = (
  { direction, parts }: QuestionOrder,
  expressions: ReadonlyArray<string>,
  after: QuestionPosition,
  { put }: Parameters
): string =>
  `(${expressions.join(", ")}) ${direction === "asc" ? ">" : "<"} (${
    [...parts.map(({ type }, index) => put(after.keys[index], `text::${type}`)), put(after.id, "text::uuid")].join(", ")
  })`

/** The column `position`: the key of a row `page` as a JSON array of texts. */
export const positionColumn = ({ parts }: QuestionOrder): string =>
  `jsonb_build_array(${
    parts.map(({ type }, index) =>
      type === "timestamptz"
        ? `to_char(page.key_${index} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
        : `page.key_${index}::text`
    ).join(", ")
  }) as position`
