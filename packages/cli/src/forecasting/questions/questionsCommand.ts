import { orRefuse, refuse } from "@auspex/domain/kernel"
import {
  type AdminQuestion,
  categories,
  draftFields,
  isSubcategoryOf,
  judgeDraft,
  questionMove,
  type QuestionInput,
  questionInputFromTexts,
  type QuestionListRequest,
  writableOf
} from "@auspex/domain/questions"
import { Effect } from "effect"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import { confirm } from "../../kit/connection/confirm.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import type { Connection } from "../../kit/connection/Connection.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { targetText } from "../../kit/connection/Target.ts"
import { printNote, printRecord, printText } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"
import type { ChangeFlags, CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { timelineText } from "./timelineText.ts"
import { createDraft, publishDraft } from "./storeDraft.ts"
import { printList, type PageFlags } from "../../kit/connection/pages.ts"
import { readInput } from "../../kit/connection/readInput.ts"

type Filter = Pick<
  QuestionListRequest,
  "status" | "category" | "subcategory" | "timeframe" | "question_type" | "tag" | "q" | "sort"
>

interface ListFlags
  extends TargetFlags, PageFlags, Pick<Filter, "status" | "category" | "subcategory" | "timeframe" | "tag" | "sort"> {
  readonly questionType?: NonNullable<Filter["question_type"]>
  readonly search?: string
}

const columns: ReadonlyArray<Column<AdminQuestion>> = [
  { header: "ID", value: (row) => row.id },
  { header: "STATUS", value: (row) => row.status, colour: (row) => row.status === "open" ? "green" : undefined },
  { header: "PREDICTIONS", value: (row) => row.prediction_count, right: true },
  { header: "WINDOW ENDS", value: (row) => row.window_ends_at },
  { header: "CATEGORY", value: (row) => row.category },
  { header: "QUESTION", value: (row) => row.question, shrinks: true }
]

export const listQuestions = ((call: Invocation<ListFlags>) => {
  const { category, questionType, search, sort, status, subcategory, tag, timeframe } = call.flags
  const filter: Filter = {
    ...(status === undefined ? {} : { status }),
    ...(category === undefined ? {} : { category }),
    ...(subcategory === undefined ? {} : { subcategory }),
    ...(timeframe === undefined ? {} : { timeframe }),
    ...(questionType === undefined ? {} : { question_type: questionType }),
    ...(tag === undefined ? {} : { tag }),
    ...(search === undefined ? {} : { q: search }),
    ...(sort === undefined ? {} : { sort })
  }
  if (subcategory !== undefined && !categories.some((one) => isSubcategoryOf(one, subcategory))) {
    return refuse("INVALID_REQUEST", `"${subcategory}" is no subcategory; see GET /api/taxonomy.`, {
      field: "subcategory"
    })
  }
  return withConnection(
    call,
    ({ api }) =>
      printList(
        call,
        "questions",
        columns,
        (page) => api.questionsAdmin.adminListQuestions({ urlParams: { ...filter, ...page } })
      )
  )
}) satisfies CommandHandler

/** One question in its envelope. */
export const printQuestion = (call: Invocation<TargetFlags>, question: AdminQuestion) =>
  printRecord(call, { question }, question)

export const showQuestion = ((call: Invocation<TargetFlags>) =>
  withConnection(
    call,
    ({ api }) =>
      Effect.gen(function*() {
        const { question } = yield* api.questionsAdmin.adminQuestion({ path: { id: call.args[0]! } })
        yield* printQuestion(call, question)
        if (call.flags.output !== "table" || question.prediction_count === 0) return
        const chart = yield* api.consensus.chart({ path: { id: question.id }, urlParams: {} })
        yield* printText(call, timelineText(call, question, chart))
      })
  )) satisfies CommandHandler

interface CreateFlags extends ChangeFlags, Readonly<Record<string, unknown>> {
  readonly from?: string
  readonly publish?: boolean
}

const camelCase = (field: string): string => field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The fields given by flags, parsed like the cells of an import table. */
const fieldsOfFlags = (flags: CreateFlags): QuestionInput => {
  const texts = draftFields.flatMap((field) => {
    const value = flags[camelCase(field)]
    return typeof value === "string" ? [[field, value] as const] : []
  })
  return questionInputFromTexts(Object.fromEntries(texts))
}

const fieldsOfFile = (call: Invocation<CreateFlags>): Effect.Effect<QuestionInput, WrongUsage> =>
  call.flags.from === undefined ?
    Effect.succeed({}) :
    Effect.flatMap(readInput(call.io, call.flags.from), (text) =>
      Effect.try({
        try: () => writableOf(JSON.parse(text) as object),
        catch: () => new WrongUsage({ message: `${call.flags.from} does not hold a JSON object` })
      }))

export const createQuestion =
  ((call: Invocation<CreateFlags>) =>
    Effect.flatMap(fieldsOfFile(call), (fields) =>
      withConnection(call, (connection) =>
        Effect.gen(function*() {
          const { api, target } = connection
          const input = { ...fields, ...fieldsOfFlags(call.flags) }
          if (call.flags.dryRun === true) {
            const draft = yield* judgeDryRun(connection, input)
            yield* printNote(call, `dry run: would create a question, on ${targetText(target)}`)
            return yield* printRecord(call, { question: draft }, draft)
          }
          const { question } = yield* createDraft(api, input)
          yield* printQuestion(call, call.flags.publish === true ? yield* publishDraft(api, question.id) : question)
        })))) satisfies CommandHandler

/** Judges a draft without storing it. */
const judgeDryRun = ({ api, now }: Connection, input: QuestionInput) =>
  Effect.gen(function*() {
    const id = input.parent_question_id
    const found = typeof id === "string" && id.trim() !== ""
      ? yield* Effect.option(api.questionsAdmin.adminQuestion({ path: { id: id.trim() } }))
      : undefined
    const parent = found?._tag === "Some"
      ? { parent_question_id: null, ...found.value.question, child_count: 0 }
      : undefined
    return yield* orRefuse(judgeDraft(input, { now: yield* now, parent }))
  })

/** Transitions of a question that need only its id. */
type QuestionMoveName = "approve" | "publish" | "close" | "reopen"

/** Performs one transition of a question. Reads it first, so that a dry run and the confirmation can name it. */
const move = (call: Invocation<ChangeFlags>, name: QuestionMoveName, asks: boolean) =>
  withConnection(call, ({ api: { questionsAdmin }, target }) =>
    Effect.gen(function*() {
      const { question: before } = yield* questionsAdmin.adminQuestion({ path: { id: call.args[0]! } })
      yield* orRefuse(questionMove(before.status, name, "admin"))
      if (yield* isDryRun(call, target, `${name} question ${before.id}`)) return yield* printQuestion(call, before)
      if (asks) {
        yield* confirm(
          call,
          target,
          `${name} "${before.question.slice(0, 80)}" with ${before.prediction_count} predictions`
        )
      }
      yield* printQuestion(call, (yield* questionsAdmin[`${name}Question`]({ path: { id: before.id } })).question)
    }))

export const approveQuestion =
  ((call: Invocation<ChangeFlags>) => move(call, "approve", false)) satisfies CommandHandler
export const publishQuestion =
  ((call: Invocation<ChangeFlags>) => move(call, "publish", false)) satisfies CommandHandler
export const closeQuestion = ((call: Invocation<ChangeFlags>) => move(call, "close", true)) satisfies CommandHandler
export const reopenQuestion = ((call: Invocation<ChangeFlags>) => move(call, "reopen", false)) satisfies CommandHandler
