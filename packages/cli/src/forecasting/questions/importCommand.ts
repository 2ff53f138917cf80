import type { Failure } from "@auspex/domain/kernel"
import { questionKey, type QuestionStatus } from "@auspex/domain/questions"
import { Effect, Either } from "effect"
import * as path from "node:path"
import type { ApiClient, ApiFailure } from "../../kit/connection/ApiClient.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import type { Connection } from "../../kit/connection/Connection.ts"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import { targetText } from "../../kit/connection/Target.ts"
import { csvRows } from "./csvRows.ts"
import type { ImportRow } from "./ImportRow.ts"
import { type JudgedRow, judgeRows } from "./judgeRows.ts"
import { jsonRows, ndjsonRows } from "./jsonRows.ts"
import { printNote, printRecord, printText } from "../../kit/output/print.ts"
import { progressLine } from "../../kit/output/ProgressLine.ts"
import { type Column, tableText } from "../../kit/output/table.ts"
import type { CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { createDraft, publishDraft } from "./storeDraft.ts"
import { everyPage } from "../../kit/connection/pages.ts"
import { readInput } from "../../kit/connection/readInput.ts"

type Format = "csv" | "json" | "ndjson"

interface ImportFlags extends TargetFlags {
  readonly format?: Format
  readonly publish?: boolean
  readonly allOrNothing?: boolean
  readonly allowDuplicates?: boolean
  readonly dryRun?: boolean
}

/** The result of one row: a question, or the failures. */
interface RowReport {
  readonly line: number
  readonly id?: string
  readonly status?: QuestionStatus
  readonly failures?: ReadonlyArray<Failure>
  readonly duplicate_of?: string
}

const readers: Readonly<Record<Format, (text: string) => ReadonlyArray<ImportRow>>> = {
  csv: csvRows,
  json: jsonRows,
  ndjson: ndjsonRows
}

const extensions: Readonly<Record<string, Format>> = {
  ".csv": "csv",
  ".tsv": "csv",
  ".json": "json",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson"
}

const rowsOf = (call: Invocation<ImportFlags>, file: string): Effect.Effect<ReadonlyArray<ImportRow>, WrongUsage> => {
  const format = call.flags.format ?? extensions[path.extname(file).toLowerCase()]
  if (format === undefined) {
    return Effect.fail(
      new WrongUsage({ message: `the format of ${file} is unknown; add --format csv, json or ndjson` })
    )
  }
  return Effect.flatMap(readInput(call.io, file), (text) =>
    Effect.try({
      try: () => readers[format](text),
      catch: (error) => error
    }).pipe(Effect.catchAll((error) => error instanceof WrongUsage ? Effect.fail(error) : Effect.die(error))))
}

/** The ids of all existing questions, by their key. */
const existingKeys = ({ questionsAdmin }: ApiClient): Effect.Effect<ReadonlyMap<string, string>, ApiFailure> =>
  Effect.map(
    everyPage("questions", (page) => questionsAdmin.adminListQuestions({ urlParams: { status: "all", ...page } })),
    ({ items }) => new Map(items.map(({ id, question }) => [questionKey(question), id]))
  )

const importOne = (
  { api, atomically }: Connection,
  { input, line }: JudgedRow,
  publish: boolean
): Effect.Effect<RowReport, ApiFailure> =>
  atomically(Effect.gen(function*() {
    const { question: { id, status } } = yield* createDraft(api, input)
    return { line, id, status: publish ? (yield* publishDraft(api, id)).status : status }
  }))

const refusedRow = ({ duplicate_of, failures, line }: JudgedRow): RowReport => ({
  line,
  failures,
  ...(duplicate_of === undefined ? {} : { duplicate_of })
})

/** Imports the valid rows in order, and reports the rows that the platform refuses. */
const importEach = (
  connection: Connection,
  rows: ReadonlyArray<JudgedRow>,
  publish: boolean,
  done: (count: number) => Effect.Effect<void>,
  reports: Array<RowReport>
) =>
  Effect.forEach(rows, (row, at) =>
    Effect.gen(function*() {
      const report: Either.Either<RowReport, ApiFailure> = row.failures.length > 0
        ? Either.right(refusedRow(row))
        : yield* Effect.either(importOne(connection, row, publish))
      if (Either.isRight(report)) reports.push(report.right)
      else if (report.left._tag === "Refusal") reports.push({ line: row.line, failures: report.left.failures })
      else return yield* Effect.fail(report.left)
      yield* done(at + 1)
    }), { discard: true })

interface FailureRow extends Failure {
  readonly line: number
}

const columns: ReadonlyArray<Column<FailureRow>> = [
  { header: "LINE", value: (row) => row.line, right: true },
  { header: "FIELD", value: (row) => row.field, colour: () => "bold" },
  { header: "CODE", value: (row) => row.code, colour: () => "red" },
  { header: "MESSAGE", value: (row) => row.message, shrinks: true }
]

const printReport = (call: Invocation<ImportFlags>, total: number, reports: ReadonlyArray<RowReport>) => {
  const failures: ReadonlyArray<FailureRow> = reports.flatMap((row) =>
    (row.failures ?? []).map((found) => ({ line: row.line, ...found }))
  )
  if (call.flags.output === "ndjson") {
    return printText(call, reports.map((report) => JSON.stringify(report)).join("\n"))
  }
  if (call.flags.output === "json") {
    const questions = reports.flatMap(({ id, line, status }) => id === undefined ? [] : [{ line, id, status }])
    const refused = reports.filter((report) => report.failures !== undefined).length
    const imported = questions.length
    return printRecord(
      call,
      { rows: total, imported, refused, dry_run: call.flags.dryRun === true, questions, failures },
      {}
    )
  }
  return failures.length === 0 ? Effect.void : printText(call, tableText(call.io, call.flags, columns, failures))
}

const rowsText = (count: number): string => count === 1 ? "1 row" : `${count} rows`

/** `auspex questions import`. */
export const importQuestions = ((call: Invocation<ImportFlags>) =>
  Effect.flatMap(
    rowsOf(call, call.args[0]!),
    (rows) =>
      withConnection(call, (connection) =>
        Effect.gen(function*() {
          const { allOrNothing, allowDuplicates, dryRun, publish } = call.flags
          const existing = allowDuplicates === true ? undefined : yield* existingKeys(connection.api)
          const judged = yield* judgeRows(rows, connection, existing)
          const bad = judged.filter((row) => row.failures.length > 0)
          const where = targetText(connection.target)
          if (dryRun === true || (allOrNothing === true && bad.length > 0)) {
            yield* printReport(call, rows.length, bad.map(refusedRow))
            const prefix = dryRun === true ? "dry run: would import" : "imported nothing: only"
            yield* printNote(
              call,
              `${prefix} ${rows.length - bad.length} of ${rowsText(rows.length)} into ${where}; ${bad.length} refused`
            )
            return bad.length > 0 ? "refused" as const : "ok" as const
          }
          const bar = yield* progressLine(call.io, "importing")
          const reports: Array<RowReport> = []
          const importing = importEach(connection, judged, publish === true, (count) =>
            bar.to(count, rows.length), reports)
          const ended = yield* Effect.either(
            allOrNothing === true
              ? connection.atomically(
                Effect.forEach(judged, (row, at) =>
                  Effect.tap(importOne(connection, row, publish === true), () =>
                    bar.to(at + 1, rows.length))).pipe(Effect.tap((all) =>
                      Effect.sync(() =>
                        reports.push(...all)
                      )
                    ))
              )
              : importing
          )
          yield* printReport(call, rows.length, reports)
          const imported = reports.filter(({ id }) =>
            id !== undefined
          ).length
          const refused = reports.length - imported
          yield* printNote(call, `imported ${imported} of ${rowsText(rows.length)} into ${where}; ${refused} refused`)
          if (Either.isLeft(ended)) return yield* Effect.fail(ended.left)
          return refused > 0 ? "refused" as const : "ok" as const
        }))
  )) satisfies CommandHandler
