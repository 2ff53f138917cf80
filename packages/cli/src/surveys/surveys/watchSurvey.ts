import { counted } from "@auspex/domain/kernel"
import type { Survey, SurveyPrecision } from "@auspex/domain/surveys"
import { Effect } from "effect"
import type { Connection } from "../../kit/connection/Connection.ts"
import type { CommandIo } from "../../kit/invocation/CommandIo.ts"
import type { CommonFlags, Invocation } from "../../kit/invocation/Invocation.ts"
import { barText } from "../../kit/output/BarText.ts"
import { cutTo, printable } from "../../kit/output/printable.ts"
import { tableText } from "../../kit/output/table.ts"
import { precisionColumns, settledText } from "./precisionColumns.ts"

/** What a watcher sees of a survey at one moment. */
export interface SurveyMoment {
  readonly survey: Survey
  readonly precision: SurveyPrecision
}

/** The size of a terminal that does not tell. */
const columnsDefault = 80
const rowsDefault = 24
/** The length of the bar, in columns. */
const barColumns = 30

const predictionsOn = ({ questions }: SurveyPrecision): number =>
  questions.reduce((sum, { prediction_count }) => sum + prediction_count, 0)

const widestOf = ({ questions }: SurveyPrecision): number => Math.max(0, ...questions.map(({ width }) => width))

const answersText = ({ precision, survey }: SurveyMoment): string =>
  `${counted(predictionsOn(precision), "prediction")} by ${counted(survey.response_count, "account")}`

/** What the lines of a watcher say; equal ones mean that nothing has changed. */
const momentFields = ({ precision, survey }: SurveyMoment) => ({
  status: survey.status,
  prediction_count: predictionsOn(precision),
  response_count: survey.response_count,
  target_width: precision.target_width,
  settled_count: precision.settled_count,
  question_count: precision.question_count,
  widest_width: widestOf(precision)
})

/** A moment as a line of text, or as JSON. */
export const momentLine = (moment: SurveyMoment, at: Date, output: CommonFlags["output"]): string => {
  const fields = momentFields(moment)
  return output === "json" || output === "ndjson"
    ? JSON.stringify({ at, ...fields })
    : [
      at.toISOString(),
      fields.status,
      answersText(moment),
      settledText(moment.precision),
      `widest ${fields.widest_width.toFixed(1)}`
    ].join("  ")
}

/** A moment as lines that fit on a terminal: the questions with the widest intervals first, as many as there is room for. */
export const momentFrame = (moment: SurveyMoment, io: CommandIo, flags: CommonFlags): ReadonlyArray<string> => {
  const { precision, survey } = moment
  const { questions, target_width } = precision
  const widestFirst = [...questions].sort((a, b) => b.width - a.width)
  const head = [
    `${printable(survey.title)}  ${survey.status}`,
    `${answersText(moment)}, ${settledText(precision)}`,
    ...(target_width === null || questions.length === 0
      ? []
      : [barText(precision.settled_count / questions.length, barColumns)])
  ]
  // The header of the table, the line on what is left out, and the line of the cursor.
  const room = Math.max(1, (io.stdout.rows ?? rowsDefault) - head.length - 3)
  const shown = widestFirst.slice(0, room)
  const table = shown.length === 0 ? [] : tableText(io, { ...flags, color: false }, precisionColumns, shown).split("\n")
  const left = questions.length - shown.length
  const lines = [...head, ...table, ...(left === 0 ? [] : [`and ${left} with narrower intervals`])]
  // A line that wraps would take two rows, and the cursor would not go back far enough.
  return lines.map((line) => cutTo(line, (io.stdout.columns ?? columnsDefault) - 1))
}

/** Writes a frame over the one before, which had so many lines. */
export const redrawn = (frame: ReadonlyArray<string>, before: number): string =>
  `${before === 0 ? "" : `\u001b[${before}A\u001b[0J`}${frame.join("\n")}\n`

const isRedrawn = ({ flags, io }: Invocation<CommonFlags>): boolean =>
  io.stdout.isTTY === true && io.env["TERM"] !== "dumb" && (flags.output ?? "table") === "table"

/** Shows moments as they come: each change as a line or, on a terminal, by drawing over what was shown before. */
const screenOf = (call: Invocation<CommonFlags>, now: Connection["now"]) => {
  const { flags, io } = call
  const drawing = isRedrawn(call)
  let last = ""
  let lines = 0
  return (moment: SurveyMoment) =>
    Effect.gen(function*() {
      const frame = drawing ? momentFrame(moment, io, flags) : [JSON.stringify(momentFields(moment))]
      const said = frame.join("\n")
      if (said === last) return
      io.stdout.write(drawing ? redrawn(frame, lines) : `${momentLine(moment, yield* now, flags.output)}\n`)
      last = said
      lines = frame.length
    })
}

/**
 * Shows how precise the answers to a survey are until it is closed, and looks again after so many seconds: redraws on a
 * terminal, and writes a line for each change elsewhere.
 */
export const watchSurvey = (call: Invocation<CommonFlags>, { api, now }: Connection, id: string, seconds: number) =>
  Effect.gen(function*() {
    const show = screenOf(call, now)
    const look = api.surveys.adminSurveyProgress({ path: { id }, urlParams: { limit: 1, offset: 0 } })
    const isOver = ({ survey }: SurveyMoment) => survey.status === "closed" || survey.status === "archived"
    let moment = yield* look
    yield* show(moment)
    while (!isOver(moment)) {
      yield* Effect.sleep(seconds * 1_000)
      moment = yield* look
      yield* show(moment)
    }
  })
