import type { Survey, SurveyAgentProgress, SurveyPrecision } from "@auspex/domain/surveys"
import { Effect } from "effect"
import { withConnection } from "../../kit/connection/connect.ts"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import type { CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { printNote, printPage, printRows } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"
import { type PageFlags, pagesOf } from "../../kit/connection/pages.ts"
import { precisionColumns, settledText } from "./precisionColumns.ts"
import { watchSurvey } from "./watchSurvey.ts"

interface ProgressFlags extends TargetFlags, PageFlags {
  readonly watch?: boolean
  readonly interval?: string
}

/** The limits and the default of `--interval`, in seconds. */
const intervalMin = 0.2
const intervalMax = 3_600
const intervalDefault = 5

const agentColumns: ReadonlyArray<Column<SurveyAgentProgress>> = [
  { header: "AGENT ID", value: (row) => row.user_id },
  { header: "ASSIGNED", value: (row) => row.assigned ? "yes" : "no" },
  {
    header: "ANSWERED",
    value: (row) => `${row.answered}/${row.total}`,
    right: true,
    colour: (row) => row.answered === row.total ? "green" : row.answered === 0 ? "yellow" : undefined
  },
  { header: "LATEST", value: (row) => row.updated_at ?? undefined },
  { header: "NAME", value: (row) => row.user_name, shrinks: true }
]

const secondsOf = (text: string): Effect.Effect<number, WrongUsage> =>
  /^\d{1,4}(\.\d{1,3})?$/.test(text) && Number(text) >= intervalMin && Number(text) <= intervalMax
    ? Effect.succeed(Number(text))
    : Effect.fail(
      new WrongUsage({
        message: `--interval "${text}" is not a number of seconds from ${intervalMin} to ${intervalMax}`
      })
    )

/** `auspex surveys progress`. */
export const surveyProgress = ((call: Invocation<ProgressFlags>) => {
  const { all, cursor, interval, offset, watch } = call.flags
  if (watch !== true) {
    return interval === undefined
      ? printProgress(call)
      : Effect.fail(new WrongUsage({ message: "--interval is for --watch" }))
  }
  if (all === true || cursor !== undefined || offset !== undefined) {
    return Effect.fail(
      new WrongUsage({ message: "--watch shows questions; --all, --cursor and --offset are for agents" })
    )
  }
  return Effect.flatMap(
    interval === undefined ? Effect.succeed(intervalDefault) : secondsOf(interval),
    (seconds) => withConnection(call, (connection) => watchSurvey(call, connection, call.args[0]!, seconds))
  )
}) satisfies CommandHandler

/** Prints the agents of the panel, and then the questions. */
const printProgress = (call: Invocation<ProgressFlags>) =>
  withConnection(call, ({ api }) =>
    Effect.gen(function*() {
      const path = { id: call.args[0]! }
      let found: { readonly survey: Survey; readonly precision: SurveyPrecision } | undefined
      const page = yield* pagesOf(
        call.flags,
        "progress",
        (request) =>
          Effect.tap(api.surveys.adminSurveyProgress({ path, urlParams: request }), ({ precision, survey }) =>
            Effect.sync(() => {
              found = { survey, precision }
            }))
      )
      yield* printPage(call, "progress", page, agentColumns, { noun: "agents", more: { ...found } })
      if (found === undefined || call.flags.output === "json" || call.flags.output === "ndjson") return
      yield* printRows(call, found.precision.questions, precisionColumns, undefined)
      yield* printNote(call, settledText(found.precision))
    }))
