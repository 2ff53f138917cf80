import { Array as Arr, Either } from "effect"
import type { Failures } from "../../kernel/Failure.ts"
import { judgeOptions } from "./QuestionOptions.ts"
import { resolutionEnd, type Timeframe } from "./PredictionWindow.ts"
import { draftFieldReader } from "./draftFieldReader.ts"
import { evidenceUrlsMax, type QuestionType } from "./Resolution.ts"
import { categories, type Category, isSubcategoryOf } from "./Taxonomy.ts"
import { judgeWeight, weightDefault } from "./Weight.ts"

/** The fields of a question that its author writes. */
export interface QuestionDraft {
  readonly question: string
  readonly category: Category
  readonly subcategory: string | null
  readonly tag: string | null
  readonly timeframe: Timeframe
  readonly resolution_source: string
  readonly resolution_url: string | null
  /** `YYYY-MM-DD`; stands for the end of that day in UTC. */
  readonly resolution_date: string
  readonly question_type: QuestionType
  readonly options: ReadonlyArray<string> | null
  readonly parent_question_id: string | null
  readonly parent_trigger: boolean | null
  readonly evidence_urls: ReadonlyArray<string> | null
  readonly context: string | null
  readonly weight: number
  readonly opens_at: Date | null
  readonly closes_at: Date | null
}

/** The fields of a draft before validation, of any type. Null means absent; unknown fields are ignored. */
export type QuestionInput = { readonly [Field in keyof QuestionDraft]?: unknown }

/** The fields of a draft, in order. */
export const draftFields: ReadonlyArray<keyof QuestionDraft> = [
  "question",
  "category",
  "subcategory",
  "tag",
  "timeframe",
  "resolution_source",
  "resolution_url",
  "resolution_date",
  "question_type",
  "options",
  "parent_question_id",
  "parent_trigger",
  "evidence_urls",
  "context",
  "weight",
  "opens_at",
  "closes_at"
]

/** The permitted lengths of the texts, in code points. */
export const questionTextRules = {
  question: { min: 10, max: 500, isLine: true },
  resolution_source: { min: 3, max: 500, isLine: true },
  context: { max: 5_000 },
  tag: { min: 2, max: 50, isLine: true }
} as const

/** The maximum number of children of a question. */
export const childQuestionsMax = 50

/** The fields of a draft's parent question that validation needs. */
export interface ParentFacts {
  readonly id: string
  readonly question_type: QuestionType
  readonly parent_question_id: string | null
  readonly child_count: number
}

/** The context in which a draft is validated. */
export interface DraftFacts {
  /** The database's time. */
  readonly now: Date
  /** The question that `parent_question_id` names; absent when it does not exist. */
  readonly parent?: ParentFacts | undefined
  /**
   * The stored draft, when this is a change; values that it already has are not checked against the clock or the parent
   * again.
   */
  readonly before?: QuestionDraft | undefined
}

/**
 * Validates a draft and returns it in its stored form (texts trimmed), or all failures, field by field
 * (`INVALID_REQUEST`). The rules are the same for suggestions, administrators and imports.
 *
 * - `question` has 10-500 characters, `resolution_source` 3-500, `context` up to 5,000; `tag` is a `#` and up to 49
 *   letters, digits, `_` or `-`.
 * - `resolution_date` is a calendar date that is not over (UTC). `closes_at` is in the future, after `opens_at` and not
 *   after the end of the resolution date. Past times that a stored draft already has are accepted.
 * - `question_type` defaults to `multi` when there are options, else to `binary`.
 * - A parent is an existing `binary` question without a parent. `parent_trigger` requires a parent and defaults to
 *   true.
 *
 * @example Either.mapLeft(judgeDraft({ question: "Will it rain in Oslo?", category: "society" }, { now: new Date("2026-06-01T00:00:00Z") }), (failures) => failures.map(({ field }) => field)) // left(["timeframe", "resolution_source", "resolution_date"])
 */
export const judgeDraft = (
  input: QuestionInput,
  facts: DraftFacts
): Either.Either<QuestionDraft, Failures> => {
  const read = draftFieldReader(input)
  const fields = readFields(read)
  const question_type = fields.question_type ?? (fields.options === null ? "binary" : "multi")
  const weight = fields.weight ?? weightDefault
  judgeTopic(read, fields)
  judgeTimes(read, fields, facts)
  read.add(judgeWeight(weight))
  const options = judgedOptions(read, question_type, fields.options)
  judgeParent(read, fields, facts)

  if (Arr.isNonEmptyReadonlyArray(read.failures)) return Either.left(read.failures)
  return Either.right({
    ...fields,
    question: fields.question!,
    category: fields.category!,
    timeframe: fields.timeframe!,
    resolution_source: fields.resolution_source!,
    resolution_date: fields.resolution_date!,
    question_type,
    options,
    parent_trigger: fields.parent_question_id === null ? null : fields.parent_trigger ?? true,
    weight
  })
}

type Reader = ReturnType<typeof draftFieldReader>

/** Reads each field by itself. Their failures come in this order. */
const readFields = (read: Reader) => ({
  question: read.text("question", questionTextRules.question, { required: true }),
  category: read.oneOf("category", categories, { required: true }),
  subcategory: read.text("subcategory", { max: 100 }),
  tag: read.text("tag", questionTextRules.tag),
  timeframe: read.oneOf("timeframe", ["short", "mid", "long"], { required: true }),
  resolution_source: read.text("resolution_source", questionTextRules.resolution_source, { required: true }),
  resolution_url: read.uri("resolution_url"),
  resolution_date: read.date("resolution_date", { required: true }),
  options: read.texts("options", 1_000),
  question_type: read.oneOf("question_type", ["binary", "multi"]),
  parent_question_id: read.text("parent_question_id", { max: 100 }),
  parent_trigger: read.flag("parent_trigger"),
  evidence_urls: read.uris("evidence_urls", evidenceUrlsMax),
  context: read.text("context", questionTextRules.context),
  weight: read.number("weight"),
  opens_at: read.instant("opens_at"),
  closes_at: read.instant("closes_at")
})

type DraftFields = ReturnType<typeof readFields>

const judgeTopic = (read: Reader, { category, subcategory, tag }: DraftFields): void => {
  if (category !== null && subcategory !== null && !isSubcategoryOf(category, subcategory)) {
    read.wrong("subcategory", `"${subcategory}" is not a subcategory of ${category}; GET /api/taxonomy lists them.`)
  }
  if (tag !== null && !/^#[\p{L}\p{M}\p{N}_-]+$/u.test(tag)) {
    read.wrong("tag", "tag is a # followed by letters, digits, _ or -, without blanks.")
  }
}

const judgeTimes = (
  read: Reader,
  { closes_at, opens_at, resolution_date }: DraftFields,
  { before, now }: DraftFacts
): void => {
  const end = resolution_date === null ? null : resolutionEnd(resolution_date)
  const wrongTime = (field: string, message: string, measured: Date, limit: Date): void =>
    read.wrong(field, message, { measured: measured.toISOString(), limit: limit.toISOString() })

  if (resolution_date !== null && end !== null && resolution_date !== before?.resolution_date && end <= now) {
    const limit = now.toISOString().slice(0, 10)
    read.wrong("resolution_date", "resolution_date must not be in the past.", { measured: resolution_date, limit })
  }
  if (closes_at !== null && closes_at.getTime() !== before?.closes_at?.getTime() && closes_at <= now) {
    read.wrong("closes_at", "closes_at must not be in the past.", { measured: closes_at.toISOString() })
  }
  if (closes_at !== null && end !== null && closes_at > end) {
    wrongTime("closes_at", "closes_at must not be later than the end of the resolution date.", closes_at, end)
  }
  if (opens_at !== null && closes_at !== null && opens_at >= closes_at) {
    wrongTime("opens_at", "opens_at must be earlier than closes_at.", opens_at, closes_at)
  }
  if (opens_at !== null && end !== null && opens_at >= end) {
    wrongTime("opens_at", "opens_at must not be later than the end of the resolution date.", opens_at, end)
  }
}

const judgedOptions = (
  read: Reader,
  questionType: QuestionType,
  given: ReadonlyArray<string> | null
): ReadonlyArray<string> | null => {
  if (questionType === "binary") {
    if (given !== null) read.wrong("options", "Only multi questions take options.")
    return null
  }
  if (given !== null) return read.take(judgeOptions(given))
  if (!read.failures.some(({ field }) => field?.startsWith("options"))) {
    read.wrong("options", "A multi question needs options.")
  }
  return null
}

const judgeParent = (
  read: Reader,
  { parent_question_id, parent_trigger }: DraftFields,
  { before, parent }: DraftFacts
): void => {
  const field = "parent_question_id"
  if (parent_question_id === null) {
    if (parent_trigger !== null) read.wrong("parent_trigger", "parent_trigger requires a parent_question_id.")
    return
  }
  if (parent_question_id === before?.parent_question_id) return
  if (parent === undefined) return read.wrong(field, `There is no question ${parent_question_id}.`)
  if (parent.question_type !== "binary") {
    return read.wrong(field, "A parent must be a binary question: its outcome decides whether the child opens.")
  }
  if (parent.parent_question_id !== null) return read.wrong(field, "A child question cannot be a parent itself.")
  if (parent.child_count >= childQuestionsMax) {
    const message = `A question takes at most ${childQuestionsMax} children.`
    read.wrong(field, message, { measured: parent.child_count, limit: childQuestionsMax })
  }
}

/** Picks the draft fields of a draft or a stored question. */
export const draftOf = (source: QuestionDraft): QuestionDraft =>
  Object.fromEntries(draftFields.map((field) => [field, source[field]])) as unknown as QuestionDraft

/** Picks the draft fields that `input` has. */
export const writableOf = (input: object): QuestionInput =>
  Object.fromEntries(
    draftFields.flatMap((field) => {
      const value: unknown = Object.hasOwn(input, field) ? (input as QuestionInput)[field] : undefined
      return value === undefined ? [] : [[field, value]]
    })
  )
