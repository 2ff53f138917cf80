import { Either, Encoding, Schema } from "effect"
import { type Failure, failure } from "../kernel/Failure.ts"
import type { Timeframe } from "./PredictionWindow.ts"
import type { QuestionStatus } from "./QuestionStatus.ts"
import type { QuestionType } from "./Resolution.ts"
import type { Category } from "./Taxonomy.ts"

/** How many questions a page holds, unsaid and at most. */
export const questionsPageDefault = 50
export const questionsPageMax = 100

/**
 * The orders of the list of questions. The id breaks all ties.
 *
 * - `newest`: latest made first.
 * - `closing`: open ones by the end of their window, soonest first; then the others, likewise.
 * - `contested`: smallest lead of the strongest side over the next, as a share of the predictions, first; then the one
 *   with more predictions. Questions without predictions come last.
 * - `recently_resolved`: resolved ones, latest first; then the others, newest first.
 * - `least_predicted`: open ones by the number of predictions, fewest first; then the others, likewise.
 */
export const QuestionSort = Schema.Literal("newest", "closing", "contested", "recently_resolved", "least_predicted")
export type QuestionSort = typeof QuestionSort.Type

/** Which questions are wanted. Fields that are absent do not filter. */
export interface QuestionFilter {
  readonly statuses: ReadonlyArray<QuestionStatus>
  readonly category?: Category
  readonly subcategory?: string
  readonly timeframe?: Timeframe
  readonly question_type?: QuestionType
  /** With its `#`; compared without case. */
  readonly tag?: string
  /** Only those on which this account has predicted, or has not. */
  readonly predicted?: { readonly by: string; readonly is: boolean }
  /** Words that the question, its context or its tag holds, in the syntax of web searches. */
  readonly q?: string
}

/** Where a walk through the list stands: the sort key of the last question seen, as exact text, and its id. */
export interface QuestionPosition {
  readonly sort: QuestionSort
  readonly keys: ReadonlyArray<string>
  readonly id: string
}

type KeyKind = "flag" | "time" | "share" | "count"

/** The parts of each sort's key, before the id. */
export const sortKeyKinds: Readonly<Record<QuestionSort, ReadonlyArray<KeyKind>>> = {
  newest: ["time"],
  closing: ["flag", "time"],
  contested: ["share", "count"],
  recently_resolved: ["flag", "time"],
  least_predicted: ["flag", "count"]
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Times carry microseconds, the database's own grain: a position between two rows of one millisecond stays exact. */
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

const version = "q1"

/** Packs a position into an opaque cursor. */
export const encodePosition = (position: QuestionPosition): string =>
  Encoding.encodeBase64Url([version, position.sort, ...position.keys, position.id].join("|"))

/**
 * The position that a cursor of the list in this order stands for; anything else (another list's or another order's
 * cursor, a mangled one) is an `INVALID_REQUEST` on `cursor`.
 */
export const decodePosition = (cursor: string, sort: QuestionSort): Either.Either<QuestionPosition, Failure> => {
  const invalid = Either.left(
    failure("INVALID_REQUEST", `cursor is not one that the list in the order "${sort}" handed out.`, {
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
