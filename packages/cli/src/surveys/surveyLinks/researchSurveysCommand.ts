import { PanelRequest } from "@auspex/adapters-http/contract"
import type { SurveyLink, SurveyResponse } from "@auspex/domain/surveyLinks"
import { Effect } from "effect"
import { confirm } from "../../kit/connection/confirm.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { withResearch } from "../../kit/connection/researchConnection.ts"
import { instantFlag } from "../../kit/invocation/instantFlag.ts"
import type { CommandHandler, Invocation, ResearchFlags } from "../../kit/invocation/Invocation.ts"
import { needsAscii } from "../../kit/output/Characters.ts"
import { printNote, printOnce, printRecord, printRows, printText } from "../../kit/output/print.ts"
import { styleFor } from "../../kit/output/Style.ts"
import type { Column } from "../../kit/output/table.ts"
import { readRequestFile } from "../../research/projects/RequestFile.ts"
import { type PageFlags, printList, wholeNumber } from "../../kit/connection/pages.ts"
import { readInput } from "../../kit/connection/readInput.ts"
import { responsesText } from "./responsesText.ts"

const linkColumns: ReadonlyArray<Column<SurveyLink>> = [
  { header: "ID", value: (row) => row.id },
  {
    header: "STATUS",
    value: (row) => row.status,
    colour: ({ status }) => status === "open" ? "green" : "dim"
  },
  { header: "RESPONSES", value: (row) => `${row.response_count}/${row.responses_max}`, right: true },
  { header: "CLOSES", value: (row) => row.closes_at },
  { header: "NAME", value: (row) => row.name, shrinks: true }
]

const answerText = ({ answer }: SurveyResponse["answers"][number]): string =>
  typeof answer === "string" ? answer : answer.map((one) => one ?? "-").join(" / ")

const responseColumns: ReadonlyArray<Column<SurveyResponse>> = [
  { header: "ID", value: (row) => row.id },
  { header: "SENT", value: (row) => row.created_at },
  { header: "ANSWERS", value: (row) => row.answers.length, right: true },
  { header: "FIRST ANSWERS", value: (row) => row.answers.slice(0, 3).map(answerText).join("; "), shrinks: true }
]

const pathOf = (call: Invocation<ResearchFlags>) => ({ id: call.args[0]! })

/** `auspex research surveys links`. */
export const listLinks = ((call: Invocation<ResearchFlags & PageFlags>) =>
  withResearch(
    call,
    ({ api }) =>
      printList(call, "links", linkColumns, (page) => api.responses.links({ path: pathOf(call), urlParams: page }))
  )) satisfies CommandHandler

interface LinkFlags extends ResearchFlags {
  readonly closesAt?: string
  readonly responsesMax?: string
}

/** `auspex research surveys link`: makes a link and prints its address, which is shown once. */
export const makeLink = ((call: Invocation<LinkFlags>) =>
  withResearch(call, ({ api }) =>
    Effect.gen(function*() {
      const { responsesMax } = call.flags
      const closesAt = yield* instantFlag("--closes-at", call.flags.closesAt)
      const made = yield* api.responses.createLink({
        path: pathOf(call),
        payload: {
          name: call.args[1]!,
          ...(closesAt === undefined ? {} : { closes_at: closesAt }),
          ...(responsesMax === undefined
            ? {}
            : { responses_max: yield* wholeNumber("--responses-max", responsesMax, 1, 1_000_000) })
        }
      })
      yield* printOnce(
        call,
        { ...made },
        { ...made.link, url: made.url },
        `The link ${made.link.name} exists, but nobody has seen its address: close it and make another.`
      )
      yield* printNote(call, "The address is shown this once. Whoever has it may answer.")
    }))) satisfies CommandHandler

/** `auspex research surveys close`. */
export const closeLink =
  ((call: Invocation<ResearchFlags & { readonly yes?: boolean; readonly dryRun?: boolean }>) =>
    withResearch(call, ({ api, target }) =>
      Effect.gen(function*() {
        const path = { ...pathOf(call), link_id: call.args[1]! }
        const sentence = `close the link ${path.link_id} for good`
        if (yield* isDryRun(call, target, sentence)) return
        yield* confirm(call, target, sentence)
        const closed = yield* api.responses.closeLink({ path })
        yield* printRecord(call, { ...closed }, closed)
      }))) satisfies CommandHandler

/** `auspex research surveys responses`. */
export const listResponses =
  ((call: Invocation<ResearchFlags & PageFlags & { readonly link?: string }>) =>
    withResearch(call, ({ api }) => {
      const filter = call.flags.link === undefined ? {} : { link_id: call.flags.link }
      return printList(
        call,
        "responses",
        responseColumns,
        (page) => api.responses.responses({ path: pathOf(call), urlParams: { ...filter, ...page } })
      )
    })) satisfies CommandHandler

/** `auspex research surveys results`: a bar for each answer. */
export const showResults =
  ((call: Invocation<ResearchFlags>) =>
    withResearch(call, ({ api }) =>
      Effect.gen(function*() {
        const results = yield* api.responses.results({ path: pathOf(call) })
        if (call.flags.output !== "table") return yield* printRecord(call, { ...results }, results)
        const { io } = call
        yield* printText(
          call,
          responsesText(results, {
            columns: io.stdout.columns ?? 80,
            isAscii: needsAscii(io),
            style: styleFor(io, io.stdout, call.flags)
          })
        )
      }))) satisfies CommandHandler

/** `auspex research surveys assign`: a panel of personas from a file with its segments. */
export const assignPanel =
  ((call: Invocation<ResearchFlags>) =>
    withResearch(call, ({ api }) =>
      Effect.gen(function*() {
        const file = call.args[1]!
        const text = yield* readInput(call.io, file)
        const payload = yield* readRequestFile(file === "-" ? "standard input" : file, text, PanelRequest)
        const panel = yield* api.responses.assignPanel({ path: pathOf(call), payload })
        yield* printRows(call, panel.segments, [
          { header: "SEGMENT", value: (row) => row.name },
          { header: "RESPONDENTS", value: (row) => row.size, right: true },
          { header: "WEIGHT", value: (row) => row.weight, right: true },
          { header: "PERSONA", value: (row) => row.archetype ?? row.persona, shrinks: true }
        ], panel)
      }))) satisfies CommandHandler
