import {
  type FramingFinding,
  type FramingPurpose,
  type FramingVerdict,
  frameQuestions,
  framingRulesVersion
} from "@auspex/domain/framing"
import { counted, excerpt, isCalendarDate } from "@auspex/domain/kernel"
import { Clock, Effect, Either } from "effect"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import type { CommandHandler, CommonFlags, Invocation } from "../../kit/invocation/Invocation.ts"
import { printNote, printRows, printText } from "../../kit/output/print.ts"
import { styleFor } from "../../kit/output/Style.ts"
import { type Column, tableText } from "../../kit/output/table.ts"
import { type QuestionFile, readQuestionFile } from "./QuestionFile.ts"
import { readInput } from "../../kit/connection/readInput.ts"

interface FrameFlags extends CommonFlags {
  readonly purpose?: FramingPurpose
  readonly today?: string
}

/** A question of the file with what was found. */
interface JudgedQuestion {
  readonly line: number
  readonly text: string | null
  readonly passed: boolean
  readonly failures: ReadonlyArray<FramingFinding>
  readonly warnings: ReadonlyArray<FramingFinding>
}

/** Judges the questions that are ones, together; what is none fails as the API would refuse it. */
const judge = (
  { questions }: QuestionFile,
  facts: { readonly today: string; readonly purpose: FramingPurpose }
): ReadonlyArray<JudgedQuestion> => {
  const drafts = questions.flatMap(({ draft }) => Either.isRight(draft) ? [draft.right] : [])
  const verdicts: Iterator<FramingVerdict, undefined> = frameQuestions(drafts, facts)[Symbol.iterator]()
  return questions.map(({ draft, line }) => {
    if (Either.isRight(draft)) {
      const { failures, passed, warnings } = verdicts.next().value!
      return { line, text: draft.right.text, passed, failures, warnings }
    }
    const failures = draft.left.map(({ field = "question", message }) => ({ code: "validation_error", message, field }))
    return { line, text: null, passed: false, failures, warnings: [] }
  })
}

interface FindingRow extends FramingFinding {
  readonly line: number
  readonly question: string
  readonly blocks: boolean
}

const questionShownMax = 40

const columns: ReadonlyArray<Column<FindingRow>> = [
  { header: "LINE", value: (row) => row.line, right: true },
  { header: "QUESTION", value: (row) => row.question },
  {
    header: "SEVERITY",
    value: (row) => row.blocks ? "error" : "warning",
    colour: ({ blocks }) => blocks ? "red" : "yellow"
  },
  { header: "RULE", value: (row) => row.code },
  { header: "MESSAGE", value: (row) => row.message, shrinks: true }
]

const rowsOf = (judged: ReadonlyArray<JudgedQuestion>): ReadonlyArray<FindingRow> =>
  judged.flatMap(({ failures, line, text, warnings }) => {
    const question = excerpt(text ?? "", questionShownMax)
    return [
      ...failures.map((found) => ({ ...found, line, question, blocks: true })),
      ...warnings.map((found) => ({ ...found, line, question, blocks: false }))
    ]
  })

const printVerdicts = (call: Invocation<FrameFlags>, judged: ReadonlyArray<JudgedQuestion>) =>
  Effect.gen(function*() {
    if (call.flags.output === "json" || call.flags.output === "ndjson") {
      const passed = judged.every((question) => question.passed)
      return yield* printRows(call, judged, [], { rules_version: framingRulesVersion, passed, questions: judged })
    }
    const rows = rowsOf(judged)
    const style = styleFor(call.io, call.io.stdout, call.flags)
    yield* printText(
      call,
      rows.length > 0 ? tableText(call.io, call.flags, columns, rows) : style.green("passes every rule")
    )
    const refused = judged.filter(({ passed }) => !passed).length
    const warnings = rows.filter(({ blocks }) => !blocks).length
    yield* printNote(call, `${counted(judged.length, "question")}, ${refused} refused, ${counted(warnings, "warning")}`)
  })

const day = ({ flags: { today } }: Invocation<FrameFlags>): Effect.Effect<string, WrongUsage> => {
  if (today === undefined) {
    return Effect.map(Clock.currentTimeMillis, (millis) => new Date(millis).toISOString().slice(0, 10))
  }
  return isCalendarDate(today)
    ? Effect.succeed(today)
    : Effect.fail(new WrongUsage({ message: `--today must be a date such as 2026-06-01, not ${today}` }))
}

/** `auspex research frame`: judges the questions of a file by the framing rules, without a server. */
export const frameCommand = ((call: Invocation<FrameFlags>) =>
  Effect.gen(function*() {
    const name = call.args[0]!
    const today = yield* day(call)
    const text = yield* readInput(call.io, name)
    const file = yield* readQuestionFile(name === "-" ? "standard input" : name, text)
    const judged = judge(file, { today, purpose: call.flags.purpose ?? (file.isPlain ? "survey" : "forecast") })
    yield* printVerdicts(call, judged)
    return judged.every(({ passed }) => passed) ? "ok" : "refused"
  })) satisfies CommandHandler
