import { Either, Encoding, Schema } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import type { Timeframe } from "./PredictionWindow.ts"
import type { QuestionStatus } from "./QuestionStatus.ts"
import type { Category } from "./Taxonomy.ts"

/** The default and the maximum page size of the list of questions. */
export const questionsPageDefault = 50
export const questionsPageMax = 100

/**
 * The sort orders of the list of questions; the id breaks ties.
 *
 * - `newest`: latest created first.
 * - `closing`: questions that take predictions by the end of their window, soonest first; then the others, likewise.
 * - `contested`: by the lead of the strongest side over the next as a share of the predictions, smallest first; then by
 *   the number of predictions, most first. Questions without predictions come last.
 * - `recently_resolved`: resolved questions, latest first; then the others, newest first.
 * - `least_predicted`: questions that take predictions by their number, fewest first; then the others, likewise.
 */
export const QuestionSort = Schema.Literal("newest", "closing", "contested", "recently_resolved", "least_predicted")
export type QuestionSort = typeof QuestionSort.Type

/** The filters of the list of questions; absent ones do not filter. */
export interface QuestionFilter {
  readonly statuses: ReadonlyArray<QuestionStatus>
  readonly category?: Category
  readonly subcategory?: string
  readonly timeframe?: Timeframe
  /** In lower case; a value that no question has selects nothing. */
  readonly question_type?: string
  /** With its `#`; compared without regard to case. */
  readonly tag?: string
  /**
   * Only questions on which this account has predicted (`is` true) or has not (false). The latter leaves out `open`
   * questions that take no predictions any more.
   */
  readonly predicted?: { readonly by: string; readonly is: boolean }
  /** Full-text search in question, context and tag, in web-search syntax. */
  readonly q?: string
}

/** The position of keyset pagination: the sort key of the last question seen, as exact text, and its id. */
export interface QuestionPosition {
  readonly sort: QuestionSort
  readonly keys: ReadonlyArray<string>
  readonly id: string
}

type KeyKind = "flag" | "time" | "share" | "count"

/** The types of the parts of each sort key, before the id. */
export const sortKeyKinds: Readonly<Record<QuestionSort, ReadonlyArray<KeyKind>>> = {
  newest: ["time"],
  closing: ["flag", "time"],
  contested: ["share", "count"],
  recently_resolved: ["flag", "time"],
  least_predicted: ["flag", "count"]
}

/**
 * Times have microseconds, the database's precision, so that a position between two rows of one millisecond is exact.
 */
const isTime = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text)) return false
  const instant = new Date(`${text.slice(0, 23)}Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 23) === text.slice(0, 23)
}

const fits: Readonly<Record<KeyKind, (text: string) => boolean>> = {
  flag: (text) => text === "true" || text === "false",
  time: isTime,
  share: (text) => /^(?:0|1|0\.\d{1,20}|\d(?:\.\d{1,20})?e-\d{1,2})$/.test(text),
  count: (text) => /^-?\d{1,9}$/.test(text)
}

const isUuid = Schema.is(Schema.UUID)

const version = "q1"

/** Encodes a position as an opaque cursor. */
export const encodePosition = (position: QuestionPosition): string =>
  Encoding.encodeBase64Url([version, position.sort, ...position.keys, position.id].join("|"))

/**
 * Decodes a cursor of the list in this sort order. Fails with `INVALID_REQUEST` on `cursor` for anything else: a cursor
 * of another list or order, or a damaged one.
 */
export const decodePosition = (cursor: string, sort: QuestionSort): Either.Either<QuestionPosition, Failure> => {
  const invalid = Either.left(
    failure("INVALID_REQUEST", `cursor was not issued for the order "${sort}".`, {
      field: "cursor"
    })
  )
  const text = Either.getOrElse(Encoding.decodeBase64UrlString(cursor), () => "")
  const [made, order, ...rest] = text.split("|")
  const id = rest.pop()
  const kinds = sortKeyKinds[sort]
  if (made !== version || order !== sort || id === undefined || !isUuid(id) || rest.length !== kinds.length)
    return invalid
  return rest.every((key, index) => fits[kinds[index]!](key)) ? Either.right({ sort, keys: rest, id }) : invalid
}
