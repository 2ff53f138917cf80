import { topicWords } from "../publishing/briefs/Passage.ts"
import { caseFold } from "../text/CaseFold.ts"
import type { QuestionFilter, QuestionSort } from "../forecasting/questions/QuestionList.ts"
import { windowState } from "../forecasting/questions/PredictionWindow.ts"
import type { QuestionRow } from "../forecasting/questions/QuestionRow.ts"
import type { QuestionQuery, QuestionSlice } from "../forecasting/questions/QuestionStore.ts"
import type { MemoryQuestion } from "./MemoryRows.ts"
import { questionRow } from "./memoryQuestion.ts"
import type { MemoryTables } from "./MemoryState.ts"

type SortKey = ReadonlyArray<boolean | Date | number>

const leadOf = ({ no_count, option_counts, prediction_count, yes_count }: QuestionRow): number => {
  if (prediction_count === 0) return 1
  const [first = 0, second = 0] = [...option_counts ?? [yes_count, no_count]].sort((a, b) => b - a)
  return (first - second) / prediction_count
}

const takesPredictions = (row: QuestionRow, now: Date): boolean =>
  row.status === "open" && windowState({ ...row, now }).prediction_window_open

// The parts correspond to `sortKeyKinds`.
const orders: Readonly<
  Record<QuestionSort, { readonly descending: boolean; readonly keyOf: (row: QuestionRow, now: Date) => SortKey }>
> = {
  newest: { descending: true, keyOf: ({ created_at }) => [created_at] },
  closing: { descending: false, keyOf: (row, now) => [!takesPredictions(row, now), row.window_ends_at] },
  contested: { descending: false, keyOf: (row) => [leadOf(row), 0 - row.prediction_count] },
  recently_resolved: {
    descending: true,
    keyOf: ({ created_at, resolved_at }) => [resolved_at !== null, resolved_at ?? created_at]
  },
  least_predicted: { descending: false, keyOf: (row, now) => [!takesPredictions(row, now), row.prediction_count] }
}

const textOf = (part: SortKey[number]): string =>
  part instanceof Date ? part.toISOString().replace("Z", "000Z") : String(part)

const numberOf = (part: SortKey[number] | string): number =>
  typeof part !== "string"
    ? Number(part)
    : part === "true" || part === "false"
    ? Number(part === "true")
    : part.includes("T")
    ? Date.parse(`${part.slice(0, 23)}Z`)
    : Number(part)

interface Position {
  readonly key: ReadonlyArray<SortKey[number] | string>
  readonly id: string
}

const compare = (a: Position, b: Position): number => {
  for (const [index, part] of a.key.entries()) {
    const difference = numberOf(part) - numberOf(b.key[index]!)
    if (difference !== 0) return difference
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Whether every word of the search, stop words aside, occurs in the question, its context or its tag. */
const contains = (question: MemoryQuestion, search: string): boolean => {
  const words = new Set(topicWords([question.question, question.context, question.tag].join(" ")))
  return topicWords(search).every((word) => words.has(word))
}

const isListed = (tables: MemoryTables, question: MemoryQuestion, filter: QuestionFilter, now: Date): boolean => {
  const { category, predicted, q, question_type, statuses, subcategory, tag, timeframe } = filter
  return statuses.includes(question.status)
    && (category === undefined || question.category === category)
    && (subcategory === undefined || question.subcategory === subcategory)
    && (timeframe === undefined || question.timeframe === timeframe)
    && (question_type === undefined || question.question_type === question_type)
    && (tag === undefined || (question.tag !== null && caseFold(question.tag) === caseFold(tag)))
    && (predicted === undefined
      || predicted.is === tables.predictions.where("question", question.id)
              .some(({ account_id }) => account_id === predicted.by)
        && (predicted.is || question.status !== "open" || takesPredictions(questionRow(tables, question), now)))
    && (q === undefined || contains(question, q))
}

/** A page of the list of questions. Unlike on Postgres, a search compares whole words and knows no operators. */
export const memoryQuestionList = (
  tables: MemoryTables,
  { after, filter, limit, offset, sort, viewer }: QuestionQuery,
  now: Date
): QuestionSlice => {
  const { descending, keyOf } = orders[sort]
  const inOrder = (a: Position, b: Position): number => descending ? compare(b, a) : compare(a, b)
  const listed = tables.questions.all().filter((question) => isListed(tables, question, filter, now))
    .map((question) => questionRow(tables, question, viewer))
    .map((row) => ({ row, key: keyOf(row, now), id: row.id }))
    .sort(inOrder)
  const beyond = after === undefined
    ? listed.slice(offset)
    : listed.filter((position) => inOrder(position, { key: after.keys, id: after.id }) > 0)
  const shown = beyond.slice(0, limit)
  const last = shown.at(-1)
  return {
    now,
    rows: shown.map(({ row }) => row),
    total: listed.length,
    next: last === undefined || beyond.length <= limit ? null : { sort, keys: last.key.map(textOf), id: last.id }
  }
}
